// Boards of squares: Chomp as rows of chocolate, Cram as a board on which dominoes are put, with holes where they lie, Notakto
// with its crosses.

import { html, svg, nothing } from "../vendor/lit-html.js";
import { baseName } from "../notation.js";
import { classes, label, movesOf, touch } from "./scene.js";
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
const boards = { chomp: { read: rowsOf, one: chomp }, cram: { read: gridOf, one: cram }, notakto: { read: crossesOf, one: notakto }, "treblecross-strip": { read: crossesOf, one: notakto } };

/** @param {Scene} scene */
export function fits(scene) {
  const { read } = boards[baseName(scene.game)];
  return scene.answer.parts.length > 0 && scene.answer.parts.every((part) => read(part.text) !== null);
}

/** @param {Scene} scene */
export function draw(scene) {
  const { one } = boards[baseName(scene.game)];
  return html`<div class="heaps boards">${scene.answer.parts.map((part, index) => html`<figure class="heap">${one(scene, part.text, index)}
    <figcaption>${scene.values ? badge(part.grundy) : nothing}</figcaption></figure>`)}</div>`;
}

/** What a move leaves of its part. @param {string} text */
const left = (text) => text.slice(text.indexOf("->") + 2).trim();

/** @param {Scene} scene @param {string} text @param {number} part */
function chomp(scene, text, part) {
  const rows = rowsOf(text) ?? [];
  const shape = (/** @type {number[]|null} */ lengths) => (lengths ?? []).filter((n) => n > 0).join();
  const known = new Map(movesOf(scene, part).map(({ move, index }) => [shape(rowsOf((move.text.includes("->") ? left(move.text) : move.result).replace(/[()]/g, ""))), index]));
  const bite = (/** @type {number} */ r, /** @type {number} */ c) => known.get(shape(rows.map((n, i) => (i < r ? n : Math.min(n, c))))) ?? -1;
  const hot = [...known].find(([, index]) => index === scene.hot)?.[0].split(",").map(Number);
  const width = Math.max(1, ...rows) * CELL;
  return html`<svg class="grid chocolate" viewBox="0 0 ${width + 4} ${rows.length * CELL + 4}" width=${width + 4} height=${rows.length * CELL + 4} aria-hidden="true">
    ${rows.map((n, r) => Array.from({ length: n }, (_, c) => cell(scene, r + c === 0 ? -1 : bite(r, c), r, c, r + c === 0 ? "poison" : hot && c >= (hot[r] ?? 0) ? "gone" : "", r + c === 0 ? "☠" : "")))}</svg>`;
}

/** @param {Scene} scene @param {number} move @param {number} r @param {number} c @param {string} extra @param {string} text */
function cell(scene, move, r, c, extra, text) {
  const on = touch(scene, move);
  return svg`<g class="cell ${classes(scene, move)} ${extra}" data-square="${r},${c}" transform="translate(${2 + c * CELL} ${2 + r * CELL})" @pointerenter=${on.enter} @pointerleave=${on.leave} @click=${on.click}>
    <rect width=${CELL - 2} height=${CELL - 2} rx="5"></rect>
    ${move >= 0 && scene.values && scene.answer.moves[move].winning ? svg`<path class="star" transform="translate(21 21)" d=${STAR}></path>` : nothing}
    <text x="21" y="21" dy="0.36em">${text || label(scene, move)}</text></g>`;
}

/** A click on the border of two squares puts a domino there. @param {Scene} scene @param {string} text @param {number} part */
function cram(scene, text, part) {
  const grid = gridOf(text) ?? [];
  const known = new Map(movesOf(scene, part).map(({ move, index }) => [freeKey(gridOf(left(move.text)) ?? []), index]));
  const domino = (/** @type {number[][]} */ squares) => known.get(freeKey(grid.map((row, r) => row.map((free, c) => free && !squares.some(([a, b]) => a === r && b === c))))) ?? -1;
  const spots = grid.flatMap((row, r) => row.flatMap((free, c) => !free ? [] : [[[r, c], [r, c + 1]], [[r, c], [r + 1, c]]].filter(([, [a, b]]) => grid[a]?.[b])));
  const width = Math.max(1, ...grid.map((row) => row.length)) * CELL;
  return html`<svg class="grid cram" viewBox="0 0 ${width + 4} ${grid.length * CELL + 4}" width=${width + 4} height=${grid.length * CELL + 4} aria-hidden="true">
    ${grid.map((row, r) => row.map((free, c) => svg`<rect class=${free ? "free" : "taken"} x=${2 + c * CELL} y=${2 + r * CELL} width=${CELL - 2} height=${CELL - 2} rx="4"></rect>`))}
    ${spots.map(([[r, c], [a, b]]) => {
      const move = domino([[r, c], [a, b]]);
      const on = touch(scene, move);
      return move < 0 ? nothing : svg`<g class="domino ${classes(scene, move)}" transform="translate(${2 + ((c + b + 1) / 2) * CELL} ${2 + ((r + a + 1) / 2) * CELL})" @pointerenter=${on.enter} @pointerleave=${on.leave} @click=${on.click}>
        <rect class="body" x=${r === a ? -38 : -17} y=${r === a ? -17 : -38} width=${r === a ? 76 : 34} height=${r === a ? 34 : 76} rx="8"></rect>
        <circle r="9"></circle><text dy="0.36em">${label(scene, move)}</text></g>`;
    })}</svg>`;
}

/** A click on a free square puts a cross there. @param {Scene} scene @param {string} text @param {number} part */
function notakto(scene, text, part) {
  const grid = crossesOf(text) ?? [];
  const key = (/** @type {boolean[][]} */ rows) => rows.map((row) => row.map((cross) => (cross ? "x" : ".")).join("")).join("/");
  const known = new Map(movesOf(scene, part).map(({ move, index }) => [key(crossesOf(left(move.text)) ?? []), index]));
  const put = (/** @type {number} */ r, /** @type {number} */ c) => known.get(key(grid.map((row, a) => row.map((cross, b) => cross || (a === r && b === c))))) ?? -1;
  const width = Math.max(1, ...grid.map((row) => row.length)) * CELL;
  return html`<svg class="grid notakto" viewBox="0 0 ${width + 4} ${grid.length * CELL + 4}" width=${width + 4} height=${grid.length * CELL + 4} aria-hidden="true">
    ${grid.map((row, r) => row.map((cross, c) => cell(scene, cross ? -1 : put(r, c), r, c, cross ? "cross" : "", cross ? "✕" : "")))}</svg>`;
}

/** @param {boolean[][]} grid */
const freeKey = (grid) => grid.map((row) => row.map((free) => (free ? "." : "#")).join("")).join("/");
