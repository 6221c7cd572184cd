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

/** A graph: `path:4`, `cycle:5`, `grid:2x3`, edges `a-b b-c`, arrows `a>b`, lone vertices, a start behind `@`. */
export class Edges {
  constructor() {
    /** @type {string[]} */
    this.vertices = [];
    /** @type {[string, string, boolean][]} */
    this.edges = [];
    this.start = "";
    /** `path`, `cycle` or `grid` when the position is one of these and nothing else. */
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
  const family = /^(path|cycle|grid):(\d+)(?:x(\d+))?$/.exec(word);
  if (family) return readFamily(graph, family[1], Number(family[2]), Number(family[3] ?? 1));
  if (word.startsWith("@")) {
    graph.start = word.slice(1);
    graph.vertex(graph.start);
    return true;
  }
  const edge = /^([^->]+)(-|>)([^->]+)$/.exec(word);
  if (edge) graph.edge(edge[1], edge[3], edge[2] === ">");
  else if (/^[^->]+$/.test(word)) graph.vertex(word);
  else return false;
  return true;
}

/** @param {Edges} graph @param {string} name @param {number} n @param {number} columns */
function readFamily(graph, name, n, columns) {
  if (n * columns > 400) return false;
  Object.assign(graph, { family: graph.vertices.length === 0 ? name : "", size: n, columns });
  if (name === "grid") {
    for (let r = 1; r <= n; r += 1) {
      for (let c = 1; c <= columns; c += 1) {
        graph.vertex(`r${r}c${c}`);
        if (c > 1) graph.edge(`r${r}c${c - 1}`, `r${r}c${c}`, false);
        if (r > 1) graph.edge(`r${r - 1}c${c}`, `r${r}c${c}`, false);
      }
    }
    return true;
  }
  for (let i = 1; i <= n; i += 1) graph.vertex(String(i));
  for (let i = 1; i < n; i += 1) graph.edge(String(i), String(i + 1), false);
  if (name === "cycle" && n > 2) graph.edge(String(n), "1", false);
  return true;
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
