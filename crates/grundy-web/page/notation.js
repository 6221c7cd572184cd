// Positions as the command line writes them, taken apart just far enough to be drawn and put together again.

/** The name of a game without its parameters. @param {string} game */
export const baseName = (game) => game.split(":")[0].trim();

/** Heaps `3 4 5`; null when it is anything else. @param {string} text @returns {number[]|null} */
export function heaps(text) {
  const words = text.trim() === "" ? [] : text.trim().split(/\s+/);
  const numbers = words.map(Number);
  return words.every((word) => /^\d+$/.test(word)) && numbers.every(Number.isSafeInteger) ? numbers : null;
}

/** Tuples `3,5` or `(3,5) (1,2)`; null when it is anything else. @param {string} text @returns {number[][]|null} */
export function tuples(text) {
  const words = text.replace(/,\s+/g, ",").trim().split(/\s+/).filter((word) => word !== "");
  const rows = words.map((word) => word.replace(/^\((.*)\)$/, "$1").split(",").map(Number));
  return rows.every((row) => row.every((x) => Number.isSafeInteger(x) && x >= 0)) ? rows : null;
}

/** Writes tuples as the command line does. @param {number[][]} rows */
export const writeTuples = (rows) =>
  rows.length === 1 ? rows[0].join(",") : rows.map((row) => `(${row.join(",")})`).join(" ");

/** A graph: families such as `path:4` and `king:3x3`, edges `a-b b-c`, arrows `a>b`, lone vertices, a start behind `@`. */
export class Edges {
  constructor() {
    /** @type {string[]} */
    this.vertices = [];
    /** @type {[string, string, boolean][]} */
    this.edges = [];
    this.start = "";
    /** The name of the family when the position is one and nothing else. */
    this.family = "";
    this.size = 0;
    this.columns = 0;
  }

  /** @param {string} name */
  vertex(name) {
    if (!this.vertices.includes(name)) this.vertices.push(name);
  }

  /** @param {string} a @param {string} b @param {boolean} arrow */
  edge(a, b, arrow) {
    this.vertex(a);
    this.vertex(b);
    this.edges.push([a, b, arrow]);
  }
}

/** Reads a graph position; null when it is none or too large to be drawn. @param {string} text */
export function edges(text) {
  const graph = new Edges();
  for (const word of text.trim().split(/[\s;]+/)) {
    if (word === "") continue;
    if (!readWord(graph, word) || graph.vertices.length > 400) return null;
  }
  return graph;
}

/** @param {Edges} graph @param {string} word */
function readWord(graph, word) {
  const named = /^([a-z]+):([\dx,]+)$/.exec(word);
  if (named) return readFamily(graph, named[1], named[2].split(/[x,]/).map(Number), word);
  if (word.startsWith("@")) {
    graph.start = word.slice(1);
    graph.vertex(graph.start);
    return true;
  }
  const edge = /^([^->]+)(-|>)([^->]+)$/.exec(word);
  if (edge) graph.edge(edge[1], edge[3], edge[2] === ">");
  else if (/^[^->:]+$/.test(word)) graph.vertex(word);
  else return false;
  return true;
}

/** The graphs that have a name and sizes. @type {Record<string, (graph: Edges, sizes: number[]) => void>} */
const FAMILIES = {
  path: (graph, [n]) => line(graph, n),
  cycle: (graph, [n]) => { line(graph, n); if (n > 2) graph.edge(String(n), "1", false); },
  complete: (graph, [n]) => { for (let i = 1; i <= n; i += 1) { graph.vertex(String(i)); for (let j = 1; j < i; j += 1) graph.edge(String(j), String(i), false); } },
  star: (graph, [n]) => { graph.vertex("0"); for (let i = 1; i <= n; i += 1) graph.edge("0", String(i), false); },
  wheel: (graph, [n]) => { for (let i = 1; i <= n; i += 1) { graph.edge("0", String(i), false); graph.edge(String(i), String((i % n) + 1), false); } },
  tree: (graph, parents) => { graph.vertex("0"); parents.forEach((parent, i) => graph.edge(String(parent), String(i + 1), false)); },
  hypercube: (graph, [d]) => {
    for (let i = 0; i < 2 ** d; i += 1) { graph.vertex(String(i)); for (let bit = 1; bit < 2 ** d; bit *= 2) if (i < (i ^ bit)) graph.edge(String(i), String(i ^ bit), false); }
  },
  petersen: (graph, [n, k]) => {
    for (let i = 0; i < n; i += 1) { graph.edge(`o${i + 1}`, `o${((i + 1) % n) + 1}`, false); graph.edge(`o${i + 1}`, `i${i + 1}`, false); graph.edge(`i${i + 1}`, `i${((i + k) % n) + 1}`, false); }
  },
  chain: (graph, [n]) => { graph.vertex("1"); for (let i = 2; i <= n; i += 1) graph.edge(String(i), String(i - 1), true); },
  boolean: (graph, [d]) => {
    const name = (/** @type {number} */ set) => Array.from({ length: d }, (_, i) => i + 1).filter((i) => (set >> (i - 1)) & 1).join(d > 9 ? "." : "");
    for (let set = 1; set < 2 ** d - 1; set += 1) { graph.vertex(name(set)); for (let bit = 1; bit < 2 ** d; bit *= 2) if (!(set & bit) && (set | bit) < 2 ** d - 1) graph.edge(name(set | bit), name(set), true); }
  },
  chomp: (graph, [rows, columns]) => squares(graph, rows, columns, (r, c) => r + c > 2, [[0, 1], [1, 0]], 1, true),
  grid: (graph, [rows, columns]) => squares(graph, rows, columns, () => true, [[0, 1], [1, 0]], 1, false),
  king: (graph, [rows, columns]) => squares(graph, rows, columns, () => true, [[0, 1], [1, 0], [1, 1], [1, -1]], 1, false),
  knight: (graph, [rows, columns]) => squares(graph, rows, columns, () => true, [[1, 2], [2, 1], [1, -2], [2, -1]], 1, false),
  rook: (graph, [rows, columns]) => squares(graph, rows, columns, () => true, [[0, 1], [1, 0]], 400, false),
  bishop: (graph, [rows, columns]) => squares(graph, rows, columns, () => true, [[1, 1], [1, -1]], 400, false),
  queen: (graph, [rows, columns]) => squares(graph, rows, columns, () => true, [[0, 1], [1, 0], [1, 1], [1, -1]], 400, false),
  cylinder: (graph, [rows, columns]) => {
    FAMILIES.grid(graph, [rows, columns]);
    if (columns > 2) for (let r = 1; r <= rows; r += 1) graph.edge(`r${r}c1`, `r${r}c${columns}`, false);
  },
  torus: (graph, [rows, columns]) => {
    FAMILIES.cylinder(graph, [rows, columns]);
    if (rows > 2) for (let c = 1; c <= columns; c += 1) graph.edge(`r1c${c}`, `r${rows}c${c}`, false);
  },
};

/** @param {Edges} graph @param {string} name @param {number[]} sizes @param {string} word */
function readFamily(graph, name, sizes, word) {
  const large = name === "tree" ? sizes.length : name === "boolean" || name === "hypercube" ? 2 ** sizes[0] : sizes.reduce((a, b) => a * Math.max(1, b), 1);
  if (!FAMILIES[name] || large > 400 || sizes.some((size) => !Number.isSafeInteger(size))) return false;
  Object.assign(graph, { family: graph.vertices.length === 0 ? name : "several", word, size: sizes[0], columns: sizes[1] ?? 1 });
  FAMILIES[name](graph, sizes);
  return true;
}

/** @param {Edges} graph @param {number} n */
function line(graph, n) {
  for (let i = 1; i <= n; i += 1) graph.vertex(String(i));
  for (let i = 1; i < n; i += 1) graph.edge(String(i), String(i + 1), false);
}

/**
 * The squares of a board, joined by the steps of a piece; in orders the later square is above.
 * @param {Edges} graph @param {number} rows @param {number} columns @param {(r: number, c: number) => boolean} has @param {number[][]} steps @param {number} far @param {boolean} order
 */
function squares(graph, rows, columns, has, steps, far, order) {
  for (let r = 1; r <= rows; r += 1) {
    for (let c = 1; c <= columns; c += 1) {
      if (!has(r, c)) continue;
      graph.vertex(`r${r}c${c}`);
      for (const [down, right] of steps) {
        for (let times = 1; times <= far; times += 1) {
          const [row, column] = [r + times * down, c + times * right];
          if (row > rows || column < 1 || column > columns) break;
          if (order) graph.edge(`r${row}c${column}`, `r${r}c${c}`, true);
          else graph.edge(`r${r}c${c}`, `r${row}c${column}`, false);
        }
      }
    }
  }
}

/** A value as people write it. @param {import("./types.js").Value|undefined} value */
export function valueText(value) {
  if (value === null || value === undefined) return "–";
  if (typeof value !== "object") return String(value);
  return value.infinity.length > 0 ? `∞(${value.infinity.join(",")})` : "∞";
}

/** Nim-sum of whole numbers below 2^53. @param {number[]} values */
export function nimSum(values) {
  return Number(values.reduce((sum, value) => sum ^ BigInt(value), 0n));
}
