// Coins on the steps of a staircase: a coin takes itself and all above it to the next lower step.

import { html, svg, nothing } from "../vendor/lit-html.js";
import { heaps } from "../notation.js";
import { begins, classes, label, named, options, placesOf, touch } from "./scene.js";
import { badge } from "./marks.js";

/** @typedef {import("./scene.js").Scene} Scene */

const WIDTH = 62;
const RISE = 24;
const COIN = 14;
const MOST = 30;

/** @param {Scene} scene */
export const fits = (scene) => (heaps(scene.answer.position)?.every((n) => n <= MOST) ?? false);

/** @param {Scene} scene */
export function draw(scene) {
  const steps = heaps(scene.answer.position) ?? [];
  const below = /floor=below/.test(scene.game);
  // A move leaves its first step with fewer coins, and takes the rest to the second, or to the floor below.
  const known = new Map(options(scene).map((option) => {
    const from = Number(placesOf(option)[0]);
    return [named([from, heaps(option.added)?.[from] ?? -1]), option.index];
  }));
  const move = (/** @type {number} */ step, /** @type {number} */ stays) => known.get(named([step, stays])) ?? -1;
  const tallest = Math.max(...steps.map((n, i) => n * COIN + (i + 1) * RISE), 4 * RISE) + 30;
  const hot = scene.hot >= 0 ? heaps(scene.answer.moves[scene.hot]?.move.added ?? "") : null;
  const distance = (/** @type {number} */ i) => (below ? i + 1 : i);
  const width = steps.length * WIDTH + 8;
  return html`<figure class="heap" data-part="0"><svg class="staircase" viewBox="0 0 ${width} ${tallest + 26}" width=${width} height=${tallest + 26} aria-hidden="true">
    ${steps.map((n, i) => {
      const x = 4 + i * WIDTH;
      const top = tallest - (i + 1) * RISE;
      const counts = distance(i) % 2 === 1;
      return svg`<rect class="step ${counts ? "counts" : ""}" x=${x} y=${top} width=${WIDTH - 1} height=${tallest - top}></rect>
        <text class="axis" x=${x + WIDTH / 2} y=${tallest + 18}>${distance(i) === 0 ? "floor" : i}</text>
        <text class="count" x=${x + WIDTH / 2} y=${tallest - 8}>${n}</text>
        <g data-place=${i}>${Array.from({ length: n }, (_, k) => coin(scene, move(i, k), k, x + WIDTH / 2, top - k * COIN - COIN / 2 - 1, hot !== null && hot[i] < n && k >= hot[i]))}</g>`;
    })}
  </svg><figcaption>${scene.values ? html`steps at odd distance count · value ${badge(scene.answer.grundy)}` : nothing}</figcaption></figure>`;
}

/** @param {Scene} scene @param {number} move @param {number} k @param {number} x @param {number} y @param {boolean} gone */
function coin(scene, move, k, x, y, gone) {
  const on = touch(scene, move);
  const made = begins(scene, move);
  return svg`<g class="stone coin ${classes(scene, move)} ${gone ? "gone" : ""}" data-stone=${k} data-move=${made.moves} ?data-winning=${made.winning} transform="translate(${x} ${y})" @pointerenter=${on.enter} @pointerleave=${on.leave} @click=${on.click}>
    <rect x="-22" y=${-COIN / 2 + 1} width="44" height=${COIN - 2} rx="5"></rect><text dy="0.36em">${move >= 0 && scene.values && scene.answer.moves[move].winning ? "★ " : ""}${label(scene, move)}</text></g>`;
}
