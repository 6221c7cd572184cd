// Pairs of numbers as a piece on a board with its corner at (0, 0): reachable squares carry the value they lead to, and the
// squares of lost positions can be shown underneath. Other tuples are drawn as piles side by side.

import { html, svg, nothing } from "../vendor/lit-html.js";
import { baseName, tuples } from "../notation.js";
import { begins, classes, label, optionsOf, touch } from "./scene.js";
import { badge, STAR } from "./marks.js";
import { stones } from "./stones.js";

/** @typedef {import("./scene.js").Scene} Scene */

const PIECES = { wythoff: "♛", rooks: "♜", king: "♚", "white-knight": "♞" };
const LARGEST = 32;
const LIMITED = ["fibonacci-nim"];

/** @param {Scene} scene */
export const fits = (scene) => scene.answer.position.includes(",") && scene.answer.parts.every((part) => tuples(part.text)?.length === 1);

/** The tuples of one part. @param {string} text */
const whole = (text) => tuples(text)?.[0] ?? [];

/** The moves that leave one tuple of their part. @param {Scene} scene @param {number} part */
const single = (scene, part) => optionsOf(scene, part).flatMap(({ index, added }) => {
  const rows = tuples(added);
  return rows?.length === 1 ? [{ index, result: rows[0] }] : [];
});

/** @param {Scene} scene */
export function draw(scene) {
  const boards = scene.answer.parts.map((part, index) => {
    const tuple = whole(part.text);
    const options = single(scene, index);
    const onBoard = tuple.length === 2 && Math.max(...tuple) <= LARGEST && !LIMITED.includes(baseName(scene.game));
    return html`<figure class="heap" data-part=${index}>${onBoard ? board(scene, tuple, options) : piles(scene, tuple, options)}
      <figcaption><b>(${tuple.join(", ")})</b>${scene.values ? badge(part.grundy) : nothing}</figcaption></figure>`;
  });
  return html`<div class="heaps boards">${boards}</div>`;
}

/** How far a board reaches: a little beyond the piece, and never tiny. @param {number[]} tuple */
export const reach = (tuple) => Math.max(7, ...tuple.map((x) => x + (x < 20 ? 2 : 1)));

/** @param {Scene} scene @param {number[]} tuple @param {{index: number, result: number[]}[]} options */
function board(scene, tuple, options) {
  const size = reach(tuple) + 1;
  const cell = size <= 12 ? 36 : size <= 20 ? 26 : 18;
  const at = (/** @type {number} */ a, /** @type {number} */ b) => ({ x: 24 + a * cell, y: (size - 1 - b) * cell });
  const byPlace = new Map(options.map((option) => [option.result.join(), option.index]));
  const extent = size * cell;
  const squares = [];
  for (let a = 0; a < size; a += 1) for (let b = 0; b < size; b += 1) squares.push(square(scene, byPlace.get(`${a},${b}`) ?? -1, a, b, at(a, b), cell));
  const piece = at(tuple[0], tuple[1]);
  return html`<svg class="grid" viewBox="0 0 ${extent + 26} ${extent + 24}" width=${extent + 26} height=${extent + 24} aria-hidden="true"
      @pointerdown=${(/** @type {PointerEvent} */ e) => { held = !scene.locked && Boolean(/** @type {Element} */ (e.target).closest(".piece")); }}
      @pointermove=${(/** @type {PointerEvent} */ e) => held && scene.light(squareUnder(e, byPlace))}
      @pointerup=${(/** @type {PointerEvent} */ e) => { const move = held ? squareUnder(e, byPlace) : -1; held = false; if (move >= 0) scene.play(move); }}>
    ${squares}
    ${Array.from({ length: size }, (_, i) => size <= 20 || i % 5 === 0 ? svg`<text class="axis" x=${24 + (i + 0.5) * cell} y=${extent + 16}>${i}</text>
      <text class="axis" x="12" y=${(size - 0.5 - i) * cell} dy="0.36em">${i}</text>` : nothing)}
    <g class="piece" transform="translate(${piece.x + cell / 2} ${piece.y + cell / 2})"><circle r=${cell * 0.46}></circle>
      <text dy="0.36em" font-size=${cell * 0.72}>${PIECES[/** @type {"king"} */ (baseName(scene.game))] ?? "●"}</text></g>
  </svg>`;
}

let held = false;
addEventListener("pointerup", () => setTimeout(() => { held = false; }, 0));

/** @param {PointerEvent} event @param {Map<string, number>} byPlace */
function squareUnder(event, byPlace) {
  const hit = document.elementsFromPoint(event.clientX, event.clientY).map((element) => element.closest("[data-square]")).find(Boolean);
  return byPlace.get(hit?.getAttribute("data-square") ?? "") ?? -1;
}

/** @param {Scene} scene @param {number} move @param {number} a @param {number} b @param {{x: number, y: number}} at @param {number} cell */
function square(scene, move, a, b, at, cell) {
  const on = touch(scene, move);
  const made = begins(scene, move);
  const lost = scene.values && scene.heat ? scene.heat(a, b) : null;
  const value = label(scene, move) || (scene.values && scene.heat?.values && lost ? lost.text : "");
  const wins = move >= 0 && scene.values && scene.answer.moves[move].winning;
  return svg`<g class="cell ${classes(scene, move)} ${(a + b) % 2 ? "odd" : ""} ${lost?.lost ? "lost" : ""}" data-square="${a},${b}" data-move=${made.moves} ?data-winning=${made.winning} transform="translate(${at.x} ${at.y})"
      @pointerenter=${on.enter} @pointerleave=${on.leave} @click=${on.click}>
    <rect width=${cell} height=${cell}></rect>
    ${lost?.lost && !wins ? svg`<circle class="pdot" cx=${cell / 2} cy=${cell / 2} r=${cell * 0.36}></circle>` : nothing}
    ${wins ? svg`<path class="star" transform="translate(${cell / 2} ${cell / 2}) scale(${cell / 32})" d=${STAR}></path>` : nothing}
    <text x=${cell / 2} y=${cell / 2} dy="0.36em" font-size=${Math.max(9, cell * 0.36)}>${value || (lost?.lost && cell >= 26 ? "P" : "")}</text></g>`;
}

/** @param {Scene} scene @param {number[]} tuple @param {{index: number, result: number[]}[]} options */
function piles(scene, tuple, options) {
  const limited = LIMITED.includes(baseName(scene.game));
  const shown = limited ? tuple.slice(0, 1) : tuple;
  const hot = options.find((option) => option.index === scene.hot)?.result;
  const to = (/** @type {number} */ pile, /** @type {number} */ n) => options.find(({ result }) =>
    limited ? result[0] === n : result.every((x, i) => x === (i === pile ? n : tuple[i])))?.index ?? -1;
  return html`<div class="heaps piles">${shown.map((n, pile) => stones(scene, { n, row: false, stone: (i) => to(pile, i), drag: (low) => to(pile, low),
    lit: hot && hot[pile] < n ? { first: hot[pile], end: n } : null }))}
    ${limited ? html`<p class="tail">at most ${tuple[1]} may be taken</p>` : nothing}</div>`;
}
