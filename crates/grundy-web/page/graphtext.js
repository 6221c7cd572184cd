// Graphs as text, read just far enough to be drawn: edge lists, DOT and JSON. The server reads the same text and has the last word.

/** @typedef {{vertices: string[], edges: [string, string][]}} Graph */

/** @param {string} text @returns {Graph} */
export function readGraph(text) {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) return readJson(trimmed);
  if (/^(strict\s+)?digraph\b/.test(trimmed)) return readDot(trimmed);
  const graph = builder();
  for (const line of trimmed.split("\n")) {
    const words = line.trim().split(/\s+/).filter(Boolean);
    if (words.length === 1) graph.vertex(words[0]);
    if (words.length >= 2) graph.edge(words[0], words[1]);
  }
  return graph.done();
}

/** An edge list, lone vertices alone on their lines. @param {Graph} graph */
export function writeGraph({ vertices, edges }) {
  const met = new Set(edges.flat());
  return [...edges.map(([a, b]) => `${a} ${b}`), ...vertices.filter((name) => !met.has(name))].join("\n");
}

function builder() {
  /** @type {Set<string>} */
  const vertices = new Set();
  /** @type {[string, string][]} */
  const edges = [];
  return {
    vertex: (/** @type {string} */ name) => void vertices.add(name),
    edge: (/** @type {string} */ a, /** @type {string} */ b) => {
      vertices.add(a).add(b);
      edges.push([a, b]);
    },
    done: () => ({ vertices: [...vertices], edges }),
  };
}

/** @param {string} text */
function readJson(text) {
  const graph = builder();
  try {
    const { vertices = [], edges = [] } = JSON.parse(text);
    for (const vertex of vertices) graph.vertex(String(vertex));
    for (const [a, b] of edges) graph.edge(String(a), String(b));
  } catch {
    // The server says what is wrong with it.
  }
  return graph.done();
}

/** @param {string} text */
function readDot(text) {
  const graph = builder();
  const body = text.slice(text.indexOf("{") + 1).replace(/\[[^\]]*\]/g, " ");
  for (const statement of body.split(/[;\n}]/)) {
    const names = statement.split("->").map((name) => name.trim().replace(/^"(.*)"$/, "$1"));
    if (names.length === 1 && names[0] !== "" && !/[=\s]/.test(names[0])) graph.vertex(names[0]);
    for (let i = 0; i + 1 < names.length; i += 1) if (names[i] !== "" && names[i + 1] !== "") graph.edge(names[i], names[i + 1]);
  }
  return graph.done();
}
