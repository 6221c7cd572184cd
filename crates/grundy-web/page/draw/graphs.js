// Games on graphs and orders: a move is chosen by its vertices or edges; Geography's by the token's next vertex.

import { html, svg, nothing } from "../vendor/lit-html.js";
import { baseName, edges } from "../notation.js";
import { ranked, remembered, springs } from "../layout.js";
import { begins, label, litPlaces, named, options, optionsOf } from "./scene.js";
import { Chooser } from "./choose.js";
import { badge, STAR } from "./marks.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../notation.js").Edges} Edges */

/** @param {Scene} scene */
export const fits = (scene) => scene.answer.parts.every((part) => edges(part.text) !== null) && edges(scene.answer.position) !== null;

/** @param {Scene} scene */
export function draw(scene) {
  const parts = scene.answer.parts.length > 0 ? scene.answer.parts : [{ text: scene.answer.position, grundy: scene.answer.grundy }];
  const graphs = parts.map((part, index) => suffixed(edges(part.text), optionsOf(scene, index)));
  const chooser = new Chooser(scene, ways(scene));
  scene.brief = (option) => (option.places ? [...option.places].map((place) => (typeof place === "object" ? place.join("–") : place)).join(", ") : option.added || "nothing");
  const several = chooser.ways.some((way) => way.rest.length > 1);
  return html`<div class="heaps boards">${graphs.map((graph, index) => {
    if (!graph || graph.vertices.length === 0) return html`<p class="nothing">Nothing is left.</p>`;
    return html`<figure class="heap" data-part=${index}>${picture(scene, chooser, graph, index)}<figcaption>${scene.values ? badge(parts[index].grundy) : nothing}
      ${several && !scene.locked ? html`<span class="fine">choose what goes, one after the other</span>` : nothing}</figcaption></figure>`;
  })}</div>`;
}

/** Of equal families in a sum, all but the first have names that end in a number; the moves say in which. @param {Edges|null} graph @param {import("./scene.js").Option[]} options */
function suffixed(graph, options) {
  const place = options[0]?.places?.[0];
  const name = typeof place === "object" ? String(place[0]) : String(place ?? "");
  const suffix = /_\d+$/.exec(name)?.[0] ?? "";
  if (!graph || suffix === "" || graph.vertices.includes(name)) return graph;
  graph.vertices = graph.vertices.map((vertex) => vertex + suffix);
  graph.edges = graph.edges.map(([a, b, arrow]) => [a + suffix, b + suffix, arrow]);
  return graph;
}

/** A vertex or an edge of a part; an edge is the same from both its ends. @param {number} part @param {import("../types.js").Spot|string[]} place */
const key = (part, place) => `${part}:${Array.isArray(place) ? [...place].map(String).sort().join("-") : place}`;

/** Where all moves differ in their first place, that one is enough. @param {Scene} scene @returns {import("./choose.js").Way[]} */
function ways(scene) {
  const all = options(scene).map(({ index, component, places }) => ({ index, first: "", rest: (places ?? []).map((place) => key(component, place)) }));
  return new Set(all.map(({ rest }) => rest[0])).size === all.length ? all.map((way) => ({ ...way, rest: way.rest.slice(0, 1) })) : all;
}

/** The place that stands for a vertex or an edge: of places that are alike, the one that has the move. @param {Chooser} chooser @param {Edges} graph @param {number} part @param {string[]} place */
function standing(chooser, graph, part, place) {
  const one = (/** @type {string[]} */ names) => key(part, names.length === 1 ? names[0] : names);
  // The token plays along an edge, and the vertex at its other end means the same.
  const same = [place, ...(place.length === 1 && graph.start ? [[graph.start, place[0]]] : []), ...alike(graph, place)];
  return one(same.find((names) => chooser.by.has(one(names))) ?? place);
}

/** A path reads alike from both ends and a cycle from everywhere, and of places that are alike the first has the move. @param {Edges} graph @param {string[]} place */
function alike({ family, size }, place) {
  if (family === "path") return [place.map((name) => String(size + 1 - Number(name))).reverse()];
  return family === "cycle" ? [place.map((_, i) => String(i + 1))] : [];
}

const SQUARE = /^r(\d+)c(\d+)(_\d+)?$/;

/** The squares of a board at their places; in orders the first row is at the bottom. @param {string[]} names @param {boolean} up */
function onSquares(names, up) {
  const at = names.map((name) => { const [, r, c] = SQUARE.exec(name) ?? ["", "1", "1"]; return { name, r: Number(r), c: Number(c) }; });
  const [top, bottom] = [Math.min(...at.map(({ r }) => r)), Math.max(...at.map(({ r }) => r))];
  const [left, right] = [Math.min(...at.map(({ c }) => c)), Math.max(...at.map(({ c }) => c))];
  const layout = new Map(at.map(({ name, r, c }) => [name, { x: (c - left) * 56 + 36, y: (up ? bottom - r : r - top) * 56 + 36 }]));
  return { layout, width: (right - left) * 56 + 72, height: (bottom - top) * 56 + 72 };
}

/** How high each element of an order stands above the lowest below it. @param {Edges} graph */
function levels(graph) {
  /** @type {Map<string, number>} */
  const level = new Map(graph.vertices.map((name) => [name, 0]));
  for (let round = 0; round < graph.vertices.length; round += 1) {
    let changed = false;
    for (const [a, b] of graph.edges) {
      const least = (level.get(b) ?? 0) + 1;
      if ((level.get(a) ?? 0) < least) { level.set(a, least); changed = true; }
    }
    if (!changed) break;
  }
  return level;
}

/** @param {Edges} graph @param {boolean} ground @param {boolean} up */
function layoutOf(graph, ground, up) {
  const text = JSON.stringify([graph.vertices, graph.edges]);
  const count = graph.vertices.length;
  if (graph.family === "path") return { layout: line(graph.vertices, 54), width: count * 54 + 20, height: 70 };
  if (graph.vertices.every((name) => SQUARE.test(name))) return onSquares(graph.vertices, up);
  if (up) {
    const pairs = graph.edges.map(([a, b]) => /** @type {[string, string]} */ ([a, b]));
    return remembered(`order ${text}`, () => ranked(graph.vertices, pairs, levels(graph), { gapX: 64, gapY: 64 }));
  }
  if (ground) {
    const pairs = graph.edges.map(([a, b]) => /** @type {[string, string]} */ ([a, b]));
    return remembered(`ground ${text}`, () => ranked(graph.vertices, pairs, heights(graph), { gapX: 74, gapY: 74 }));
  }
  const size = Math.min(560, 160 + 40 * Math.sqrt(count) + 8 * count);
  const frame = { width: size, height: size * 0.72 };
  return remembered(text, () => ({ layout: springs(graph.vertices, graph.edges.map(([a, b]) => [a, b]), frame), ...frame }));
}

/** How many edges each vertex is above the ground. @param {Edges} graph */
function heights(graph) {
  const height = new Map([["0", 0]]);
  const queue = ["0"];
  for (const here of queue) {
    for (const [a, b] of graph.edges) {
      const other = a === here ? b : b === here ? a : null;
      if (other === null || height.has(other)) continue;
      height.set(other, (height.get(here) ?? 0) + 1);
      queue.push(other);
    }
  }
  return height;
}

/** @param {string[]} names @param {number} gap */
const line = (names, gap) => new Map(names.map((name, i) => [name, { x: 36 + i * gap, y: 35 }]));

/** @param {Scene} scene @param {Chooser} chooser @param {Edges} graph @param {number} part */
function picture(scene, chooser, graph, part) {
  const ground = baseName(scene.game) === "hackenbush";
  const up = /^\s*on poset\b/.test(scene.rule);
  const { layout, width, height } = layoutOf(graph, ground, up);
  const spot = (/** @type {string} */ name) => layout.get(name) ?? { x: 0, y: 0 };
  const bends = sameEnds(graph);
  const gone = scene.answer.moves[scene.hot]?.move.component === part ? litPlaces(scene) : [];
  const dense = graph.edges.length > 2.5 * graph.vertices.length;
  const plain = graph.family === "path" || graph.family === "cycle" || graph.vertices.every((name) => SQUARE.test(name));
  return html`<svg class="net ${dense ? "dense" : ""}" viewBox="0 0 ${width} ${height}" width=${width} height=${height} aria-hidden="true">
    ${ground ? svg`<line class="ground" x1="4" x2=${width - 4} y1=${spot("0").y + 4} y2=${spot("0").y + 4}></line>` : nothing}
    ${graph.edges.map(([a, b, arrow], i) => {
      // The token goes along an arrow, never against it.
      const against = arrow && graph.start !== "" && graph.start !== a;
      const on = chooser.at(against ? "" : standing(chooser, graph, part, [a, b]));
      const made = begins(scene, on.moves);
      const [from, to] = [spot(a), spot(b)];
      const middle = { x: (from.x + to.x) / 2 + bends[i] * (to.y - from.y) * 0.25, y: (from.y + to.y) / 2 - bends[i] * (to.x - from.x) * 0.25 };
      const path = a === b ? `M${from.x},${from.y}c-50,-50 50,-50 0,0` : `M${from.x},${from.y}Q${2 * middle.x - (from.x + to.x) / 2},${2 * middle.y - (from.y + to.y) / 2} ${to.x},${to.y}`;
      return svg`<g class="edge ${on.looks} ${gone.includes(named([a, b])) || gone.includes(named([b, a])) ? "hot" : ""}" data-place=${named([a, b])} data-move=${made.moves} ?data-winning=${made.winning} @pointerenter=${on.enter} @pointerleave=${on.leave} @click=${on.click}>
        <path class="reach" d=${path}></path><path class="line" d=${path}></path>${arrow && !up ? head(from, to) : nothing}
        ${made.winning ? svg`<path class="star" transform="translate(${middle.x} ${middle.y}) scale(0.8)" d=${STAR}></path>` : nothing}
        ${label(scene, on.move) ? svg`<text x=${middle.x} y=${middle.y} dy="0.36em">${label(scene, on.move)}</text>` : nothing}</g>`;
    })}
    ${graph.vertices.map((name) => {
      const on = chooser.at(standing(chooser, graph, part, [name]));
      const made = begins(scene, on.moves);
      const value = label(scene, on.move);
      return svg`<g class="node ${on.looks} ${graph.start === name ? "token" : ""} ${gone.includes(name) ? "hot" : ""}" data-vertex=${name} data-place=${name} data-move=${made.moves} ?data-winning=${made.winning} transform="translate(${spot(name).x} ${spot(name).y})" @pointerenter=${on.enter} @pointerleave=${on.leave} @click=${on.click}>
        <circle r="15"></circle>${made.winning ? svg`<path class="star" d=${STAR}></path>` : nothing}
        <text dy="0.36em">${value || (plain ? "" : name)}</text>${value && !plain ? svg`<text class="axis aside" x="18" y="-9">${name}</text>` : nothing}</g>`;
    })}</svg>`;
}

/** How far each edge bends: edges with the same ends are kept apart. @param {Edges} graph */
function sameEnds(graph) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return graph.edges.map(([a, b]) => {
    const key = [a, b].sort().join(" ");
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    return count % 2 === 0 ? count / 2 : -(count + 1) / 2;
  });
}

/** An arrow's head before the vertex it points to. @param {{x: number, y: number}} from @param {{x: number, y: number}} to */
export function head(from, to) {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const tip = { x: to.x - 17 * Math.cos(angle), y: to.y - 17 * Math.sin(angle) };
  const wing = (/** @type {number} */ turn) => `${(tip.x - 9 * Math.cos(angle + turn)).toFixed(1)},${(tip.y - 9 * Math.sin(angle + turn)).toFixed(1)}`;
  return svg`<path class="head" d="M${tip.x.toFixed(1)},${tip.y.toFixed(1)}L${wing(0.45)}L${wing(-0.45)}Z"></path>`;
}
