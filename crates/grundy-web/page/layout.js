// Where vertices go: springs for graphs in general, ranks for game graphs. Without chance, so the same graph looks the same every time.

/** @typedef {{x: number, y: number}} Spot */
/** @typedef {Map<string, Spot>} Layout */

/** @typedef {{layout: Layout, width: number, height: number}} Framed */

/** @type {Map<string, Framed>} */
const known = new Map();

/** Remembers a layout by its graph, for lighting up a move draws the board again. @param {string} key @param {() => Framed} make */
export function remembered(key, make) {
  let layout = known.get(key);
  if (!layout) {
    if (known.size > 30) known.clear();
    layout = make();
    known.set(key, layout);
  }
  return layout;
}

/**
 * Springs (Fruchterman and Reingold 1991): vertices push each other away, edges pull. Quadratic in the vertices, so for a few hundred.
 * @param {string[]} vertices @param {[string, string][]} edges @param {{width: number, height: number}} frame @returns {Layout}
 */
export function springs(vertices, edges, { width, height }) {
  const n = vertices.length;
  const index = new Map(vertices.map((name, i) => [name, i]));
  const spots = vertices.map((_, i) => {
    const angle = (2 * Math.PI * i) / Math.max(1, n) - Math.PI / 2;
    return { x: width / 2 + (width / 3) * Math.cos(angle), y: height / 2 + (height / 3) * Math.sin(angle) };
  });
  const pairs = edges.map(([a, b]) => [index.get(a) ?? 0, index.get(b) ?? 0]).filter(([a, b]) => a !== b);
  const ideal = 0.75 * Math.sqrt((width * height) / Math.max(1, n));
  const rounds = n > 150 ? 60 : 300;
  for (let round = 0; round < rounds; round += 1) {
    const heat = (Math.min(width, height) / 8) * (1 - round / rounds);
    relax(spots, pairs, ideal, heat);
  }
  return fitted(vertices, spots, width, height);
}

/** One round of pushing and pulling. @param {Spot[]} spots @param {number[][]} pairs @param {number} ideal @param {number} heat */
function relax(spots, pairs, ideal, heat) {
  const push = spots.map(() => ({ x: 0, y: 0 }));
  for (let i = 0; i < spots.length; i += 1) {
    for (let j = i + 1; j < spots.length; j += 1) {
      // Two vertices on one spot part along a direction of their own.
      const dx = spots[i].x - spots[j].x || (i % 2 ? 0.1 : -0.1);
      const dy = spots[i].y - spots[j].y || 0.1;
      const square = Math.max(1, dx * dx + dy * dy);
      const force = (ideal * ideal) / square;
      push[i].x += dx * force; push[i].y += dy * force;
      push[j].x -= dx * force; push[j].y -= dy * force;
    }
  }
  for (const [a, b] of pairs) {
    const [dx, dy] = [spots[a].x - spots[b].x, spots[a].y - spots[b].y];
    const force = Math.hypot(dx, dy) / ideal;
    push[a].x -= dx * force; push[a].y -= dy * force;
    push[b].x += dx * force; push[b].y += dy * force;
  }
  spots.forEach((spot, i) => {
    const far = Math.hypot(push[i].x, push[i].y) || 1;
    const step = Math.min(far, heat) / far;
    spot.x += push[i].x * step;
    spot.y += push[i].y * step;
  });
}

/** Scales into the frame, never blowing up by more than needed. @param {string[]} vertices @param {Spot[]} spots @param {number} width @param {number} height @returns {Layout} */
function fitted(vertices, spots, width, height) {
  const margin = 36;
  const xs = spots.map((spot) => spot.x);
  const ys = spots.map((spot) => spot.y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(1.3, (width - 2 * margin) / Math.max(1, right - left), (height - 2 * margin) / Math.max(1, bottom - top));
  return new Map(vertices.map((name, i) => [name, {
    x: width / 2 + (spots[i].x - (left + right) / 2) * scale,
    y: height / 2 + (spots[i].y - (top + bottom) / 2) * scale,
  }]));
}

/**
 * By rank, the end of play at the bottom; within a rank, vertices stand near what they lead to (barycentres, Sugiyama 1981).
 * @param {string[]} vertices @param {[string, string][]} edges @param {Map<string, number>} rank @param {{gapX: number, gapY: number}} gaps @returns {Framed}
 */
export function ranked(vertices, edges, rank, { gapX, gapY }) {
  const most = Math.max(0, ...rank.values());
  /** @type {string[][]} */
  const rows = Array.from({ length: most + 1 }, () => []);
  for (const vertex of vertices) rows[rank.get(vertex) ?? 0].push(vertex);
  /** @type {Map<string, string[]>} */
  const near = new Map();
  for (const [a, b] of edges) {
    near.set(a, [...(near.get(a) ?? []), b]);
    near.set(b, [...(near.get(b) ?? []), a]);
  }
  const wide = Math.max(1, ...rows.map((row) => row.length));
  /** @type {Layout} */
  const layout = new Map();
  const place = (/** @type {string[]} */ row, /** @type {number} */ level) => row.forEach((vertex, i) =>
    layout.set(vertex, { x: 40 + ((i + 0.5) * wide * gapX) / row.length, y: 36 + (most - level) * gapY }));
  rows.forEach(place);
  const mean = (/** @type {string} */ vertex) => {
    const spots = (near.get(vertex) ?? []).map((other) => layout.get(other)?.x ?? 0);
    return spots.length > 0 ? spots.reduce((a, b) => a + b, 0) / spots.length : layout.get(vertex)?.x ?? 0;
  };
  for (let sweep = 0; sweep < 8; sweep += 1) {
    rows.forEach((row, level) => {
      const middle = new Map(row.map((vertex) => [vertex, mean(vertex)]));
      row.sort((a, b) => (middle.get(a) ?? 0) - (middle.get(b) ?? 0));
      place(row, level);
    });
  }
  return { layout, width: 80 + wide * gapX, height: 72 + most * gapY };
}
