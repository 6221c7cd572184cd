// Coins on a strip of squares: choose a coin, then the square it goes to; or drag it there.

import { html, svg, nothing } from "../vendor/lit-html.js";
import { heaps } from "../notation.js";
import { redraw } from "../redraw.js";
import { classes, label, touch } from "./scene.js";
import { STAR } from "./marks.js";

/** @typedef {import("./scene.js").Scene} Scene */

const CELL = 44;
const MOST = 60;
const state = { for: "", coin: -1, held: false };
addEventListener("pointerup", () => { state.held = false; });

/** @param {Scene} scene */
export const fits = (scene) => (heaps(scene.answer.position)?.every((n) => n <= MOST) ?? false);

/** @param {number[]} squares */
const key = (squares) => squares.filter((n) => n > 0).sort((a, b) => a - b).join();

/** @param {Scene} scene */
export function draw(scene) {
  const coins = heaps(scene.answer.position) ?? [];
  if (state.for !== scene.answer.position) Object.assign(state, { for: scene.answer.position, coin: coins.length === 1 ? 0 : -1 });
  const results = scene.answer.moves.map((move) => key(heaps(move.result) ?? []));
  const move = (/** @type {number} */ coin, /** @type {number} */ to) => to >= coins[coin] ? -1 : results.indexOf(key(coins.map((n, i) => (i === coin ? to : n))));
  const last = Math.max(6, ...coins) + 1;
  const stack = Math.max(1, ...coins.map((n) => coins.filter((m) => m === n).length));
  const height = CELL * (1 + (stack - 1) * 0.35);
  const chosen = state.coin;
  // Until a coin is chosen, a square that only one coin can reach means that coin.
  const only = (/** @type {number} */ to) => {
    const found = [...new Set(coins.map((_, i) => move(i, to)).filter((index) => index >= 0))];
    return found.length === 1 ? found[0] : -1;
  };
  const targets = Array.from({ length: last }, (_, to) => (chosen >= 0 ? move(chosen, to) : only(to)));
  const hot = scene.hot >= 0 ? results[scene.hot].split(",").map(Number) : null;
  const grab = (/** @type {number} */ i) => () => { if (!scene.locked) { state.coin = i; state.held = true; redraw(); } };
  const drop = (/** @type {PointerEvent} */ e) => {
    const to = Number(document.elementsFromPoint(e.clientX, e.clientY).find((element) => element.matches("[data-to]"))?.getAttribute("data-to") ?? NaN);
    if (state.held && chosen >= 0 && Number.isInteger(to) && move(chosen, to) >= 0) scene.play(move(chosen, to));
  };
  return html`<figure class="heap"><svg class="grid strip" viewBox="0 0 ${last * CELL + 4} ${height + 24}" width=${last * CELL + 4} height=${height + 24} aria-hidden="true" @pointerup=${drop}>
    ${targets.map((target, n) => {
      const on = touch(scene, target);
      return svg`<g class="cell ${classes(scene, target)} ${n % 2 ? "odd" : ""}" transform="translate(${2 + n * CELL} ${height - CELL})" @pointerenter=${on.enter} @pointerleave=${on.leave} @click=${on.click}>
        <rect data-to=${n} width=${CELL} height=${CELL}></rect>
        ${target >= 0 && scene.values && scene.answer.moves[target].winning ? svg`<path class="star" transform="translate(22 22)" d=${STAR}></path>` : nothing}
        <text x="22" y="22" dy="0.36em">${label(scene, target)}</text><text class="axis" x="22" y=${CELL + 16}>${n}</text></g>`;
    })}
    ${coins.map((n, i) => {
      const below = coins.slice(0, i).filter((m) => m === n).length;
      const leaves = hot !== null && !hot.includes(n);
      return svg`<g class="stone coin live ${chosen === i ? "chosen" : ""} ${leaves ? "gone" : ""}" data-coin=${i} transform="translate(${2 + (n + 0.5) * CELL} ${height - CELL / 2 - below * CELL * 0.35})" @pointerdown=${grab(i)}>
        <circle r="16"></circle></g>`;
    })}</svg>
    <figcaption class="fine">${scene.locked ? nothing : chosen < 0 ? "choose a square, or a coin first" : "choose its square, or drag"}</figcaption></figure>`;
}
