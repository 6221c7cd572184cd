// Sums of heaps as stones. In games that only take, a heap is a pile and a stone takes itself and all above it; in games that
// split, a heap is a row, where a stone goes alone and a joint stands for the cut there, or for the two stones beside it.

import { html, nothing } from "../vendor/lit-html.js";
import { heaps } from "../notation.js";
import { options, optionsOf } from "./scene.js";
import { stones } from "./stones.js";
import { badge } from "./marks.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {{index: number, left: number[]}} Leaving  a move of one heap and the heaps it leaves */

const REACH = [0, 1, 2];

/** Whether this drawing can show the position. @param {Scene} scene */
export const fits = (scene) => heaps(scene.answer.position) !== null && scene.answer.parts.every((part) => heaps(part.text)?.length === 1);

/** @param {Scene} scene */
export function draw(scene) {
  const row = options(scene).some((option) => left(option).length > 1);
  if (scene.answer.parts.length === 0) return html`<p class="nothing">No heaps are left.</p>`;
  return html`<div class="heaps ${row ? "rows" : "piles"}">
    ${scene.answer.parts.map((part, index) => html`<figure class="heap" data-part=${index}>
      ${one(scene, Number(part.text), optionsOf(scene, index).map((option) => ({ index: option.index, left: left(option) })), row)}
      <figcaption><b>${part.text}</b>${scene.values ? badge(part.grundy, `value of heap ${index + 1}`) : nothing}</figcaption>
    </figure>`)}
  </div>`;
}

/** @param {Scene} scene @param {number} n @param {Leaving[]} options @param {boolean} row */
function one(scene, n, options, row) {
  const known = new Map(options.map((option) => [key(option.left), option.index]));
  const leaving = (/** @type {number[]} */ ...left) => known.get(key(left)) ?? -1;
  // A stone goes alone, or with as many neighbours on both sides as the rule wants.
  const around = (/** @type {number} */ i) => REACH.map((r) => leaving(Math.max(0, i - r), Math.max(0, n - 1 - i - r))).find((index) => index >= 0) ?? -1;
  return stones(scene, {
    n,
    row,
    stone: (i) => (row ? around(i) : leaving(i)),
    joint: row ? (i) => { const cut = leaving(i + 1, n - i - 1); return cut >= 0 ? cut : leaving(i, n - i - 2); } : undefined,
    drag: (low, high) => (row ? leaving(low, n - 1 - high) : leaving(low)),
    lit: span(options.find((option) => option.index === scene.hot), n),
  });
}

/** The heaps that a move leaves of its own. @param {import("./scene.js").Option} option */
const left = ({ added }) => (heaps(added) ?? []).filter((heap) => heap > 0);

/** Heaps in any order are the same heaps. @param {number[]} left */
const key = (left) => left.filter((heap) => heap > 0).sort((a, b) => a - b).join();

/** The stones that a lit move takes away or cuts apart. @param {Leaving|undefined} option @param {number} n */
function span(option, n) {
  if (!option || option.left.length > 2) return null;
  const [a = 0, b = 0] = option.left;
  return a + b <= n ? { first: a, end: n - b } : null;
}
