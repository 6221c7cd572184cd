// What is pasted into the box may be a whole question: a command of the terminal, or the JSON that a command printed.

/** @typedef {Partial<import("./types.js").Place>} Change */

const VIEW = { solve: "explore", explain: "explore", play: "play", seq: "sequence", period: "sequence" };

/** The place that a text asks for, or null when it is no such text. @param {string} text @returns {Change|null} */
export function question(text) {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) return fromJson(trimmed);
  return /^(\$\s*)?grundy\s/.test(trimmed) ? fromCommand(words(trimmed.replace(/^\$\s*/, ""))) : null;
}

/** @param {string} text @returns {Change|null} */
function fromJson(text) {
  let object;
  try {
    object = JSON.parse(text);
  } catch {
    return null;
  }
  if (Array.isArray(object.edges)) return { view: "graph", show: "own", graph: text };
  if (typeof object.game !== "string") return null;
  const view = "values" in object || "period" in object ? "sequence" : "explore";
  const count = Array.isArray(object.values) && object.values.length > 0 ? { n: object.values.length, from: object.first ?? 0 } : {};
  return { view, game: object.game, position: object.position ?? "", misere: object.convention === "misere", line: [], ...count };
}

/** The words of a command line, with its quotes taken off. @param {string} line */
function words(line) {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]+)/g)].map((found) => found[1] ?? found[2] ?? found[3]);
}

/** @param {string[]} words @returns {Change|null} */
function fromCommand([, verb, ...rest]) {
  const view = VIEW[/** @type {"solve"} */ (verb)];
  if (!view) return null;
  /** @type {Change} */
  const change = { view, misere: false, line: [] };
  const plain = [];
  for (let i = 0; i < rest.length; i += 1) {
    const word = rest[i];
    if (word === "--misere") change.misere = true;
    else if (word === "-n") change.n = Math.max(1, Number(rest[(i += 1)]) || 200);
    else if (word === "--from") change.from = Math.max(0, Number(rest[(i += 1)]) || 0);
    else if (word === "--first" || word === "--level") change[/** @type {"first"} */ (word.slice(2))] = rest[(i += 1)] ?? "";
    else if (!/^--?[a-z]*$/.test(word) || word === "") plain.push(word);
  }
  if (plain.length === 0) return null;
  return { ...change, game: plain[0], position: plain.slice(1).join(" ") };
}

/**
 * What a text of the box means: a game alone, or `NAME POSITION`, `NAME misere POSITION`; and rules said in words, `take 1, 3 or 4`.
 * @param {string} text @returns {{game: string, position?: string, misere?: boolean}}
 */
export function meaning(text) {
  const trimmed = text.trim();
  const taken = /^take\s+(\d[\d\s,]*(?:(?:or|and)\s+\d+)?)$/i.exec(trimmed);
  if (taken) return { game: `take{${taken[1].match(/\d+/g)?.join(",")}}` };
  if (/->|→|=>|;|\bwhere\b|\n|^(on|loopy|points)\b|\s\+\s/.test(trimmed)) return { game: trimmed };
  const named = /^([a-z][\w-]*(?::\S+)?|\d*\.\d+|(?:take|hex:)\S+)\s+(mis[eè]re\b\s*)?([\d([.#@].*)?$/i.exec(trimmed);
  if (!named || (!named[2] && !named[3])) return { game: trimmed };
  return { game: named[1].toLowerCase(), ...(named[3] ? { position: named[3].trim() } : {}), ...(named[2] ? { misere: true } : {}) };
}

/** Heaps out of a contest's input: how many there are, then the heaps; the first case is taken. @param {string} text @returns {string|null} */
export function contestHeaps(text) {
  const lines = text.trim().split(/\s*\r?\n\s*/).map((line) => line.split(/\s+/));
  if (lines.length < 2 || lines.flat().some((word) => !/^\d+$/.test(word))) return null;
  const at = lines.findIndex((line, i) => line.length === 1 && lines[i + 1]?.length === Number(line[0]) && lines[i + 1].length > 0);
  return at < 0 ? null : lines[at + 1].join(" ");
}
