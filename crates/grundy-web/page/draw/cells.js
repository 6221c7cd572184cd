// Words and boards of symbols, as the rule writes them: rows, rings, boards, and boards whose edges meet. A move is chosen by the
// squares that it touches, one after the other.

import { html, svg, nothing } from "../vendor/lit-html.js";
import { begins, label, litPlaces, named, options } from "./scene.js";
import { Chooser } from "./choose.js";
import { badge, STAR } from "./marks.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {string[][]} Symbols  rows of symbols */

const CELL = 44;
const MOST = 900;

/** Rows of symbols: `..x/...`, or `2x3` for a free board. @param {string} text @returns {Symbols|null} */
function symbolsOf(text) {
  const size = /^(\d+)x(\d+)$/.exec(text);
  const rows = size ? (Number(size[1]) * Number(size[2]) > MOST ? [] : Array.from({ length: Number(size[1]) }, () => Array(Number(size[2])).fill("."))) : text.split("/").map((row) => [...row]);
  const count = rows.reduce((sum, row) => sum + row.length, 0);
  return count > 0 && count <= MOST ? rows : null;
}

/** @param {Scene} scene */
export function fits(scene) {
  const { parts, moves } = scene.answer;
  const plain = parts.length > 0 && parts.every((part) => /^(\d+x\d+|[^\s\d(),:>=]+)$/u.test(part.text) && symbolsOf(part.text) !== null);
  return plain && moves.every(({ move }) => move.places?.every((place) => typeof place === "number" || typeof place[0] === "number") ?? false);
}

/** A square by its part, row and column. @param {number} part @param {import("../types.js").Spot} place */
const key = (part, place) => `${part}:${named(typeof place === "number" ? [0, place] : place)}`;

/** Where all moves differ in their first place, that one is enough. @param {Scene} scene @returns {import("./choose.js").Way[]} */
function ways(scene) {
  const all = options(scene).map(({ index, component, places }) => ({ index, first: "", rest: (places ?? []).map((place) => key(component, place)) }));
  return new Set(all.map(({ rest }) => rest[0])).size === all.length ? all.map((way) => ({ ...way, rest: way.rest.slice(0, 1) })) : all;
}

/** @param {Scene} scene */
export function draw(scene) {
  const chooser = new Chooser(scene, ways(scene));
  scene.brief = (option) => small(option.removed, option.added);
  const several = chooser.ways.some((way) => way.rest.length > 1);
  const ring = /^\s*on ring\b/.test(scene.rule);
  const meets = /^\s*on torus\b/.test(scene.rule) ? "opposite edges meet" : /^\s*on cylinder\b/.test(scene.rule) ? "the left edge meets the right" : "";
  return html`<div class="heaps boards">${scene.answer.parts.map((part, index) => {
    const rows = symbolsOf(part.text) ?? [];
    const lit = scene.answer.moves[scene.hot]?.move.component === index ? litPlaces(scene).map((place) => (place.includes(",") ? place : `0,${place}`)) : [];
    return html`<figure class="heap" data-part=${index}>${ring ? circle(scene, chooser, rows[0], index, lit) : board(scene, chooser, rows, index, lit, meets !== "")}
      <figcaption>${scene.values ? badge(part.grundy) : nothing}<span class="fine">${meets}${meets && several ? " · " : ""}${several && !scene.locked ? "choose the squares of a move" : ""}</span></figcaption></figure>`;
  })}</div>`;
}

/** @param {Scene} scene @param {Chooser} chooser @param {Symbols} rows @param {number} part @param {string[]} lit @param {boolean} meets */
function board(scene, chooser, rows, part, lit, meets) {
  const width = Math.max(1, ...rows.map((row) => row.length)) * CELL;
  return html`<svg class="grid cells ${meets ? "meets" : ""}" viewBox="0 0 ${width + 4} ${rows.length * CELL + 4}" width=${width + 4} height=${rows.length * CELL + 4} aria-hidden="true">
    ${rows.map((row, r) => row.map((symbol, c) => square(scene, chooser, symbol, part, [r, c], { x: 2 + c * CELL, y: 2 + r * CELL }, lit)))}</svg>`;
}

/** A ring, its first place on top. @param {Scene} scene @param {Chooser} chooser @param {string[]} row @param {number} part @param {string[]} lit */
function circle(scene, chooser, row, part, lit) {
  const radius = Math.max(60, (row.length * (CELL + 8)) / (2 * Math.PI));
  const middle = radius + CELL / 2 + 4;
  return html`<svg class="grid cells" viewBox="0 0 ${2 * middle} ${2 * middle}" width=${2 * middle} height=${2 * middle} aria-hidden="true">
    <circle class="rim" cx=${middle} cy=${middle} r=${radius}></circle>
    ${row.map((symbol, i) => {
      const angle = (2 * Math.PI * i) / row.length - Math.PI / 2;
      return square(scene, chooser, symbol, part, [0, i], { x: middle + radius * Math.cos(angle) - CELL / 2, y: middle + radius * Math.sin(angle) - CELL / 2 }, lit);
    })}</svg>`;
}

/** @param {Scene} scene @param {Chooser} chooser @param {string} symbol @param {number} part @param {[number, number]} place @param {{x: number, y: number}} at @param {string[]} lit */
function square(scene, chooser, symbol, part, place, at, lit) {
  const on = chooser.at(key(part, place));
  const made = begins(scene, on.moves);
  const value = label(scene, on.move);
  const free = symbol === ".";
  return svg`<g class="cell ${on.looks} ${symbol === "#" ? "wall" : ""} ${lit.includes(named(place)) ? "hot" : ""}" data-place=${named(place)} data-move=${made.moves} ?data-winning=${made.winning}
      transform="translate(${at.x} ${at.y})" @pointerenter=${on.enter} @pointerleave=${on.leave} @click=${on.click}>
    <rect width=${CELL - 2} height=${CELL - 2} rx="5"></rect>
    ${piece(symbol)}
    ${made.winning && on.move >= 0 ? svg`<path class="star" transform=${free ? "translate(21 21)" : "translate(34 9) scale(0.55)"} d=${STAR}></path>` : made.winning ? svg`<path class="star" transform="translate(34 9) scale(0.55)" d=${STAR}></path>` : nothing}
    ${value && free ? svg`<text x="21" y="21" dy="0.36em">${value}</text>` : value ? svg`<text class="axis" x="34" y="36">${value}</text>` : nothing}</g>`;
}

/** What stands on a square: stones in two colours with their letters, any other symbol as it is. @param {string} symbol */
function piece(symbol) {
  if (symbol === "." || symbol === "#") return nothing;
  if (symbol === "x" || symbol === "o") return svg`<circle class="piece-${symbol}" cx="21" cy="21" r="15"></circle><text class="on-${symbol}" x="21" y="21" dy="0.36em">${symbol}</text>`;
  return svg`<text class="symbol" x="21" y="21" dy="0.36em">${symbol}</text>`;
}

/** A move in small: what becomes of its part, with the squares that change marked. @param {string} before @param {string} after */
function small(before, after) {
  const [was, is] = [symbolsOf(before), symbolsOf(after)];
  // Parts that came apart, and rows that grew shorter, are said in symbols.
  if (!was || !is || was.length !== is.length || was.some((row, r) => row.length !== is[r].length)) return html`<code>${after || "nothing"}</code>`;
  const wide = Math.max(...is.map((row) => row.length));
  return html`<svg class="small-board" viewBox="0 0 ${wide * 12} ${is.length * 12}" width=${wide * 12} height=${is.length * 12} role="img" aria-label=${after}>
    ${is.map((row, r) => row.map((symbol, c) => svg`<g class=${symbol === was[r][c] ? "" : "changed"}><rect class=${symbol === "#" ? "wall" : ""} x=${c * 12 + 0.5} y=${r * 12 + 0.5} width="11" height="11"></rect>
      ${symbol === "." || symbol === "#" ? nothing : svg`<text x=${c * 12 + 6} y=${r * 12 + 6} dy="0.36em">${symbol}</text>`}</g>`))}</svg>`;
}
