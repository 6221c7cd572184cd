// Coins on a strip of squares: choose a coin, then the square it goes to, or drag it there. Where coins are turned over, choose
// the last, which shows a head, then those that are turned with it.

import { html, svg, nothing } from "../vendor/lit-html.js";
import { baseName, heaps } from "../notation.js";
import { begins, label, named, options } from "./scene.js";
import { Chooser } from "./choose.js";
import { STAR } from "./marks.js";

/** @typedef {import("./scene.js").Scene} Scene */

const CELL = 44;
const MOST = 60;
const TURNED = ["coins", "mock-turtles", "ruler"];
let held = "";
addEventListener("pointerup", () => { held = ""; });

/** @param {Scene} scene */
export const fits = (scene) => (heaps(scene.answer.position)?.every((n) => n <= MOST) ?? false);

/** The squares of a move; in sums of heaps, a coin is a heap as large as the number of its square. @param {import("./scene.js").Option} option @param {boolean} turned */
function squaresOf({ places, removed, added }, turned) {
  if (places) return places.map(Number);
  const to = (heaps(added) ?? []).filter((n) => n > 0);
  return [...(heaps(removed) ?? []), ...(to.length > 0 || turned ? to : [0])];
}

/** The coin of each move, which is on the highest of its squares, and its other squares. @param {Scene} scene @param {boolean} turned @returns {import("./choose.js").Way[]} */
function ways(scene, turned) {
  return options(scene).map((option) => {
    const squares = squaresOf(option, turned).sort((a, b) => b - a);
    return { index: option.index, first: named(squares[0]), rest: squares.slice(1).map(named) };
  });
}

/** @param {Scene} scene */
export function draw(scene) {
  const coins = heaps(scene.answer.position) ?? [];
  const turned = TURNED.includes(baseName(scene.game));
  const all = ways(scene, turned);
  const chooser = new Chooser(scene, all);
  const lit = all.find((way) => way.index === scene.hot);
  const last = Math.max(6, ...coins) + 1;
  const stack = Math.max(1, ...coins.map((n) => coins.filter((m) => m === n).length));
  const height = CELL * (1 + (stack - 1) * 0.35);
  const drop = (/** @type {PointerEvent} */ e) => {
    const to = squareUnder(e);
    const left = held === "" || to === "" || to === held ? [] : chooser.left({ first: held, rest: [to] });
    if (left.length === 1) chooser.play(left[0]);
  };
  return html`<figure class="heap" data-part="0"><svg class="grid strip" viewBox="0 0 ${last * CELL + 4} ${height + 24}" width=${last * CELL + 4} height=${height + 24} aria-hidden="true"
      @pointerdown=${(/** @type {PointerEvent} */ e) => { held = scene.locked || !coins.map(named).includes(squareUnder(e)) ? "" : squareUnder(e); }} @pointerup=${drop}>
    ${Array.from({ length: last }, (_, n) => {
      const at = chooser.at(named(n));
      const made = begins(scene, at.moves);
      const below = coins.filter((m) => m === n);
      const leaves = lit?.first === named(n) || (turned && lit?.rest.includes(named(n)));
      return svg`<g class="cell ${at.looks} ${n % 2 ? "odd" : ""} ${lit?.rest.includes(named(n)) ? "hot" : ""}" data-place=${n} data-move=${made.moves} ?data-winning=${made.winning} transform="translate(${2 + n * CELL} ${height - CELL})" @pointerenter=${at.enter} @pointerleave=${at.leave} @click=${at.click}>
        <rect width=${CELL} height=${CELL}></rect>
        ${below.map((_, i) => svg`<g class="stone coin live ${chooser.isChosen(named(n)) ? "chosen" : ""} ${leaves && i === below.length - 1 ? "gone" : ""}" transform="translate(22 ${22 - i * CELL * 0.35})"><circle r="16"></circle></g>`)}
        ${at.move >= 0 && scene.values && scene.answer.moves[at.move].winning ? svg`<path class="star" transform="translate(22 22)" d=${STAR}></path>` : nothing}
        <text x="22" y="22" dy="0.36em">${label(scene, at.move)}</text><text class="axis" x="22" y=${CELL + 16}>${n}</text></g>`;
    })}</svg>
    <figcaption class="fine">${scene.locked ? nothing : turned ? "choose the last coin, then those turned with it" : "choose a coin, then its square, or drag it there"}</figcaption></figure>`;
}

/** The square under the pointer, or nothing. @param {PointerEvent} event */
const squareUnder = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-place]")?.getAttribute("data-place") ?? "";
