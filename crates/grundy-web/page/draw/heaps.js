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
/** Which heap the pointer is over, and how many stones are left of what it would take. */
const over = { heap: -1, left: -1 };

/** Whether this drawing can show the position. @param {Scene} scene */
export const fits = (scene) => heaps(scene.answer.position) !== null && scene.answer.parts.every((part) => heaps(part.text)?.length === 1);

/** @param {Scene} scene */
export function draw(scene) {
  const row = options(scene).some((option) => left(option).length > 1);
  if (scene.answer.parts.length === 0) return html`<p class="nothing">No heaps are left.</p>`;
  return html`<div class="heaps ${row ? "rows" : "piles"}">
    ${scene.answer.parts.map((part, index) => html`<figure class="heap" data-part=${index}>
      ${one(scene, Number(part.text), optionsOf(scene, index).map((option) => ({ index: option.index, left: left(option) })), row, index)}
      <figcaption><b>${part.text}</b>${scene.values ? badge(part.grundy, `value of heap ${index + 1}`) : nothing}</figcaption>
    </figure>`)}
  </div>`;
}

/** @param {Scene} scene @param {number} n @param {Leaving[]} options @param {boolean} row @param {number} heap */
function one(scene, n, options, row, heap) {
  const known = new Map(options.map((option) => [key(option.left), option.index]));
  const leaving = (/** @type {number[]} */ ...left) => known.get(key(left)) ?? -1;
  // A stone goes alone, or with as many neighbours on both sides as the rule wants.
  const around = (/** @type {number} */ i) => REACH.map((r) => leaving(Math.max(0, i - r), Math.max(0, n - 1 - i - r))).find((index) => index >= 0) ?? -1;
  const reach = (/** @type {number} */ i) => REACH.find((r) => leaving(Math.max(0, i - r), Math.max(0, n - 1 - i - r)) >= 0) ?? 0;
  return stones(scene, {
    n,
    row,
    over: (i, between) => Object.assign(over, { heap, left: !between ? Math.max(0, i - reach(i)) : leaving(i + 1, n - i - 1) >= 0 ? i + 1 : i }),
    stone: (i) => (row ? around(i) : leaving(i)),
    joint: row ? (i) => { const cut = leaving(i + 1, n - i - 1); return cut >= 0 ? cut : leaving(i, n - i - 2); } : undefined,
    drag: (low, high) => (row ? leaving(low, n - 1 - high) : leaving(low)),
    lit: span(options.find((option) => option.index === scene.hot), n, over.heap === heap ? over.left : -1),
  });
}

/** The heaps that a move leaves of its own. @param {import("./scene.js").Option} option */
const left = ({ added }) => (heaps(added) ?? []).filter((heap) => heap > 0);

/** Heaps in any order are the same heaps. @param {number[]} left */
const key = (left) => left.filter((heap) => heap > 0).sort((a, b) => a - b).join();

/** The stones that a lit move takes away or cuts apart, on the side where the pointer is. @param {Leaving|undefined} option @param {number} n @param {number} side */
function span(option, n, side) {
  if (!option || option.left.length > 2) return null;
  const [x = 0, y = 0] = option.left;
  const [a, b] = y === side ? [y, x] : [x, y];
  return a + b <= n ? { first: a, end: n - b } : null;
}
