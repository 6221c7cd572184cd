// Boards of squares: Chomp as rows of chocolate, Cram as a board on which dominoes are put, with holes where they lie, Notakto
// with its crosses.

import { html, svg, nothing } from "../vendor/lit-html.js";
import { baseName } from "../notation.js";
import { begins, byPlace, classes, label, litPlaces, named, optionsOf, placesOf, touch } from "./scene.js";
import { badge, STAR } from "./marks.js";

/** @typedef {import("./scene.js").Scene} Scene */

const CELL = 44;
const MOST = 900;

/** Row lengths of Chomp: `3x4` or `4,4,2`. @param {string} text */
export function rowsOf(text) {
  const box = /^(\d+)x(\d+)$/.exec(text.trim());
  const rows = box ? Array.from({ length: Number(box[1]) }, () => Number(box[2])) : text.trim().split(",").map(Number);
  return rows.every(Number.isSafeInteger) && rows.reduce((a, b) => a + b, 0) <= MOST ? rows : null;
}

/** Rows of a Cram board, true where free: `2x3` or `..#/...`. @param {string} text */
export function gridOf(text) {
  const box = /^(\d+)x(\d+)$/.exec(text.trim());
  if (box) return Number(box[1]) * Number(box[2]) <= MOST ? Array.from({ length: Number(box[1]) }, () => Array(Number(box[2])).fill(true)) : null;
  if (!/^[.#/]+$/.test(text.trim())) return null;
  return text.trim().split("/").map((row) => [...row].map((sign) => sign === "."));
}

/** Rows of a Notakto board, true where a cross stands: `3x3` or `x../.../...`. @param {string} text */
export function crossesOf(text) {
  const box = /^(\d+)x(\d+)$/.exec(text.trim());
  if (box) return Number(box[1]) * Number(box[2]) <= MOST ? Array.from({ length: Number(box[1]) }, () => Array(Number(box[2])).fill(false)) : null;
  if (!/^[.x/]+$/.test(text.trim())) return null;
  return text.trim().split("/").map((row) => [...row].map((sign) => sign === "x"));
}

/** How a part is read and drawn. @type {Record<string, {read: (text: string) => unknown[]|null, one: (scene: Scene, text: string, part: number) => unknown}>} */
const boards = { chomp: { read: rowsOf, one: chomp }, cram: { read: gridOf, one: cram }, notakto: { read: crossesOf, one: crosses }, "treblecross-strip": { read: crossesOf, one: crosses } };

/** @param {Scene} scene */
export function fits(scene) {
  const { read } = boards[baseName(scene.game)];
  return scene.answer.parts.length > 0 && scene.answer.parts.every((part) => read(part.text) !== null);
}

/** @param {Scene} scene */
export function draw(scene) {
  const { one } = boards[baseName(scene.game)];
  return html`<div class="heaps boards">${scene.answer.parts.map((part, index) => html`<figure class="heap" data-part=${index}>${one(scene, part.text, index)}
    <figcaption>${scene.values ? badge(part.grundy) : nothing}</figcaption></figure>`)}</div>`;
}

/** The places of the lit move, if it is one of this part. @param {Scene} scene @param {number} part */
const litIn = (scene, part) => (scene.answer.moves[scene.hot]?.move.component === part ? litPlaces(scene) : []);

/** A bite takes the square and all that is not above it or to the left. @param {Scene} scene @param {string} text @param {number} part */
function chomp(scene, text, part) {
  const rows = rowsOf(text) ?? [];
  const bites = byPlace(optionsOf(scene, part), ([bitten]) => bitten);
  const eaten = new Set(litIn(scene, part));
  const width = Math.max(1, ...rows) * CELL;
  return html`<svg class="grid chocolate" viewBox="0 0 ${width + 4} ${rows.length * CELL + 4}" width=${width + 4} height=${rows.length * CELL + 4} aria-hidden="true">
    ${rows.map((n, r) => Array.from({ length: n }, (_, c) => cell(scene, bites.get(named([r, c])) ?? -1, r, c, r + c === 0 ? "poison" : eaten.has(named([r, c])) ? "gone" : "", r + c === 0 ? "☠" : "")))}</svg>`;
}

/** @param {Scene} scene @param {number} move @param {number} r @param {number} c @param {string} extra @param {string} text */
function cell(scene, move, r, c, extra, text) {
  const on = touch(scene, move);
  const made = begins(scene, move);
  return svg`<g class="cell ${classes(scene, move)} ${extra}" data-place=${named([r, c])} data-move=${made.moves} ?data-winning=${made.winning} transform="translate(${2 + c * CELL} ${2 + r * CELL})" @pointerenter=${on.enter} @pointerleave=${on.leave} @click=${on.click}>
    <rect width=${CELL - 2} height=${CELL - 2} rx="5"></rect>
    ${move >= 0 && scene.values && scene.answer.moves[move].winning ? svg`<path class="star" transform="translate(21 21)" d=${STAR}></path>` : nothing}
    <text x="21" y="21" dy="0.36em">${text || label(scene, move)}</text></g>`;
}

/** A click on the border of two squares puts a domino there. @param {Scene} scene @param {string} text @param {number} part */
function cram(scene, text, part) {
  const grid = gridOf(text) ?? [];
  const width = Math.max(1, ...grid.map((row) => row.length)) * CELL;
  return html`<svg class="grid cram" viewBox="0 0 ${width + 4} ${grid.length * CELL + 4}" width=${width + 4} height=${grid.length * CELL + 4} aria-hidden="true">
    ${grid.map((row, r) => row.map((free, c) => svg`<rect class=${free ? "free" : "taken"} x=${2 + c * CELL} y=${2 + r * CELL} width=${CELL - 2} height=${CELL - 2} rx="4"></rect>`))}
    ${optionsOf(scene, part).map((option) => domino(scene, option))}</svg>`;
}

/** @param {Scene} scene @param {import("./scene.js").Option} option */
function domino(scene, option) {
  const [[r, c], [a, b]] = /** @type {[number, number][]} */ (option.places);
  const on = touch(scene, option.index);
  const made = begins(scene, option.index);
  const wide = r === a;
  return svg`<g class="domino ${classes(scene, option.index)}" data-place=${placesOf(option).join(" ")} data-move=${made.moves} ?data-winning=${made.winning} transform="translate(${2 + ((c + b + 1) / 2) * CELL} ${2 + ((r + a + 1) / 2) * CELL})" @pointerenter=${on.enter} @pointerleave=${on.leave} @click=${on.click}>
    <rect class="body" x=${wide ? -38 : -17} y=${wide ? -17 : -38} width=${wide ? 76 : 34} height=${wide ? 34 : 76} rx="8"></rect>
    <circle r="9"></circle><text dy="0.36em">${label(scene, option.index)}</text></g>`;
}

/** A click on a free square puts a cross there. @param {Scene} scene @param {string} text @param {number} part */
function crosses(scene, text, part) {
  const grid = crossesOf(text) ?? [];
  // A strip is one row, whose squares are counted along it.
  const puts = byPlace(optionsOf(scene, part), ([square]) => (typeof square === "number" ? [0, square] : square));
  const width = Math.max(1, ...grid.map((row) => row.length)) * CELL;
  return html`<svg class="grid notakto" viewBox="0 0 ${width + 4} ${grid.length * CELL + 4}" width=${width + 4} height=${grid.length * CELL + 4} aria-hidden="true">
    ${grid.map((row, r) => row.map((cross, c) => cell(scene, puts.get(named([r, c])) ?? -1, r, c, cross ? "cross" : "", cross ? "✕" : "")))}</svg>`;
}
