// Coins on a board of rows and columns: choose the far corner, which shows a head, then the coins that are turned with it.

import { html, svg, nothing } from "../vendor/lit-html.js";
import { tuples } from "../notation.js";
import { begins, label, named, options, placesOf } from "./scene.js";
import { Chooser } from "./choose.js";
import { badge, STAR } from "./marks.js";

/** @typedef {import("./scene.js").Scene} Scene */

const CELL = 40;
const MOST = 20;

/** @param {Scene} scene */
export const fits = (scene) => (tuples(scene.answer.position)?.every((head) => head.length === 2 && Math.max(...head) <= MOST) ?? false);

/** The far corner of each move, and its other coins; in sums of tuples, a head is a tuple. @param {Scene} scene @returns {import("./choose.js").Way[]} */
function ways(scene) {
  return options(scene).map((option) => {
    const coins = option.places ? placesOf(option).reverse() : [...(tuples(option.removed) ?? []), ...(tuples(option.added) ?? [])].map((head) => head.join());
    return { index: option.index, first: coins[0], rest: coins.slice(1) };
  });
}

/** @param {Scene} scene */
export function draw(scene) {
  const heads = (tuples(scene.answer.position) ?? []).map((head) => head.join());
  const size = Math.max(5, ...(tuples(scene.answer.position) ?? []).flat()) + 2;
  const all = ways(scene);
  const chooser = new Chooser(scene, all);
  const lit = all.find((way) => way.index === scene.hot);
  const extent = size * CELL;
  const square = (/** @type {number} */ r, /** @type {number} */ c) => {
    const place = named([r, c]);
    const at = chooser.at(place);
    const made = begins(scene, at.moves);
    const touched = lit !== undefined && [lit.first, ...lit.rest].includes(place);
    return svg`<g class="cell ${at.looks} ${(r + c) % 2 ? "odd" : ""} ${touched ? "hot" : ""}" data-place=${place} data-move=${made.moves} ?data-winning=${made.winning} transform="translate(${24 + c * CELL} ${20 + r * CELL})" @pointerenter=${at.enter} @pointerleave=${at.leave} @click=${at.click}>
      <rect width=${CELL} height=${CELL}></rect>
      ${heads.includes(place) ? svg`<g class="stone coin live ${chooser.isChosen(place) ? "chosen" : ""} ${touched ? "gone" : ""}" transform="translate(${CELL / 2} ${CELL / 2})"><circle r="15"></circle></g>` : nothing}
      ${at.move >= 0 && scene.values && scene.answer.moves[at.move].winning ? svg`<path class="star" transform="translate(${CELL / 2} ${CELL / 2})" d=${STAR}></path>` : nothing}
      <text x=${CELL / 2} y=${CELL / 2} dy="0.36em">${label(scene, at.move)}</text></g>`;
  };
  const numbers = Array.from({ length: size }, (_, i) => i);
  return html`<figure class="heap" data-part="0"><svg class="grid strip" viewBox="0 0 ${extent + 26} ${extent + 24}" width=${extent + 26} height=${extent + 24} aria-hidden="true">
    ${numbers.map((r) => numbers.map((c) => square(r, c)))}
    ${numbers.map((i) => svg`<text class="axis" x=${24 + (i + 0.5) * CELL} y="14">${i}</text><text class="axis" x="12" y=${20 + (i + 0.5) * CELL} dy="0.36em">${i}</text>`)}</svg>
    <figcaption class="fine">${scene.values ? badge(scene.answer.grundy) : nothing} ${scene.locked ? nothing : "choose a head as the far corner, then the coins turned with it"}</figcaption></figure>`;
}
