// Games on graphs: Node Kayles plays vertices, Arc Kayles and Hackenbush edges, Geography the token's next vertex.

import { html, svg, nothing } from "../vendor/lit-html.js";
import { baseName, edges } from "../notation.js";
import { ranked, remembered, springs } from "../layout.js";
import { byPlace, classes, label, litPlaces, named, optionsOf, touch } from "./scene.js";
import { badge, STAR } from "./marks.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../notation.js").Edges} Edges */
/** @typedef {{vertex: (name: string) => number, edge: (a: string, b: string, arrow: boolean) => number}} Plays */

/** @param {Scene} scene */
export const fits = (scene) => scene.answer.parts.every((part) => edges(part.text) !== null) && edges(scene.answer.position) !== null;

/** @param {Scene} scene */
export function draw(scene) {
  const parts = scene.answer.parts.length > 0 ? scene.answer.parts : [{ text: scene.answer.position, grundy: scene.answer.grundy }];
  return html`<div class="heaps boards">${parts.map((part, index) => {
    const graph = edges(part.text);
    if (!graph || graph.vertices.length === 0) return html`<p class="nothing">Nothing is left.</p>`;
    return html`<figure class="heap" data-part=${index}>${picture(scene, graph, index, part.text)}<figcaption>${scene.values ? badge(part.grundy) : nothing}</figcaption></figure>`;
  })}</div>`;
}

/** What vertices and edges play: a move is at its first place. @param {Scene} scene @param {Edges} graph @param {number} part @returns {Plays} */
function plays(scene, graph, part) {
  const known = byPlace(optionsOf(scene, part), ([place]) => place);
  const find = (/** @type {(string|string[])[]} */ ...places) => places.map((place) => known.get(named(place))).find((index) => index !== undefined) ?? -1;
  return {
    // The token plays along an edge, and the vertex at its other end means the same.
    vertex: (vertex) => find(...alike(graph, [vertex]).flat(), [graph.start, vertex]),
    edge: (a, b, arrow) => find(...alike(graph, [a, b]), ...(arrow ? [] : alike(graph, [b, a]))),
  };
}

/** A path reads alike from both ends and a cycle from everywhere, and of places that are alike the first has the move. @param {Edges} graph @param {string[]} place */
function alike({ family, size }, place) {
  if (family === "path") return [place, place.map((vertex) => String(size + 1 - Number(vertex)))];
  return family === "cycle" ? [place.map((_, i) => String(i + 1))] : [place];
}

/** @param {Edges} graph @param {string} text @param {boolean} ground */
function layoutOf(graph, text, ground) {
  const count = graph.vertices.length;
  if (graph.family === "path") return { layout: line(graph.vertices, 54), width: count * 54 + 20, height: 70 };
  if (graph.family === "grid") {
    const layout = new Map(graph.vertices.map((name) => {
      const [, r, c] = /^r(\d+)c(\d+)$/.exec(name) ?? ["", "1", "1"];
      return [name, { x: Number(c) * 56 - 20, y: Number(r) * 56 - 20 }];
    }));
    return { layout, width: graph.columns * 56 + 20, height: graph.size * 56 + 20 };
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

/** @param {Scene} scene @param {Edges} graph @param {number} part @param {string} text */
function picture(scene, graph, part, text) {
  const ground = baseName(scene.game) === "hackenbush";
  const play = plays(scene, graph, part);
  const { layout, width, height } = layoutOf(graph, text, ground);
  const spot = (/** @type {string} */ name) => layout.get(name) ?? { x: 0, y: 0 };
  const wins = (/** @type {number} */ move) => move >= 0 && scene.values && scene.answer.moves[move].winning;
  const bends = sameEnds(graph);
  const gone = scene.answer.moves[scene.hot]?.move.component === part ? litPlaces(scene) : [];
  return html`<svg class="net" viewBox="0 0 ${width} ${height}" width=${width} height=${height} aria-hidden="true">
    ${ground ? svg`<line class="ground" x1="4" x2=${width - 4} y1=${spot("0").y + 4} y2=${spot("0").y + 4}></line>` : nothing}
    ${graph.edges.map(([a, b, arrow], i) => {
      const [from, to, move] = [spot(a), spot(b), play.edge(a, b, arrow)];
      const on = touch(scene, move);
      const middle = { x: (from.x + to.x) / 2 + bends[i] * (to.y - from.y) * 0.25, y: (from.y + to.y) / 2 - bends[i] * (to.x - from.x) * 0.25 };
      const path = a === b ? `M${from.x},${from.y}c-50,-50 50,-50 0,0` : `M${from.x},${from.y}Q${2 * middle.x - (from.x + to.x) / 2},${2 * middle.y - (from.y + to.y) / 2} ${to.x},${to.y}`;
      return svg`<g class="edge ${classes(scene, move)} ${gone.includes(named([a, b])) || gone.includes(named([b, a])) ? "hot" : ""}" data-place=${named([a, b])} @pointerenter=${on.enter} @pointerleave=${on.leave} @click=${on.click}>
        <path class="reach" d=${path}></path><path class="line" d=${path}></path>${arrow ? head(from, to) : nothing}
        ${wins(move) ? svg`<path class="star" transform="translate(${middle.x} ${middle.y}) scale(0.8)" d=${STAR}></path>` : nothing}
        ${label(scene, move) ? svg`<text x=${middle.x} y=${middle.y} dy="0.36em">${label(scene, move)}</text>` : nothing}</g>`;
    })}
    ${graph.vertices.map((name) => {
      const move = play.vertex(name);
      const on = touch(scene, move);
      const plain = graph.family === "path" || graph.family === "cycle" || graph.family === "grid";
      return svg`<g class="node ${classes(scene, move)} ${graph.start === name ? "token" : ""}" data-vertex=${name} data-place=${name} transform="translate(${spot(name).x} ${spot(name).y})" @pointerenter=${on.enter} @pointerleave=${on.leave} @click=${on.click}>
        <circle r="15"></circle>${wins(move) ? svg`<path class="star" d=${STAR}></path>` : nothing}
        <text dy="0.36em">${label(scene, move) || (plain ? "" : name)}</text>${label(scene, move) && !plain ? svg`<text class="axis" y="-20">${name}</text>` : nothing}</g>`;
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
