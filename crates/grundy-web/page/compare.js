// Two sequences of values side by side: both in one plot, points and crosses, and their difference below.

import { html, svg, nothing } from "./vendor/lit-html.js";
import { ask } from "./ask.js";
import { go, place } from "./place.js";
import { copied } from "./panels.js";

const WIDTH = 960;
const EDGE = { left: 44, right: 12, top: 12, bottom: 26 };

/** Numbers along the left edge: 0, the largest, and the least if it is below 0. @param {number} least @param {number} most @param {(value: number) => number} y */
const scale = (least, most, y) => [...new Set([0, most, least])].map((value) => svg`<text x=${EDGE.left - 8} y=${y(value)} dy="0.36em" text-anchor="end">${value}</text>
  <line class="rule" x1=${EDGE.left} x2=${WIDTH - EDGE.right} y1=${y(value)} y2=${y(value)}></line>`);

/** @param {number} first @param {number} count @param {number} height @param {number} least @param {number} most */
function frame(first, count, height, least, most) {
  const x = (/** @type {number} */ i) => EDGE.left + ((i + 0.5) / count) * (WIDTH - EDGE.left - EDGE.right);
  const y = (/** @type {number} */ value) => height - EDGE.bottom - ((value - least) / Math.max(1, most - least)) * (height - EDGE.top - EDGE.bottom);
  const ends = svg`<text x=${EDGE.left} y=${height - 6}>${first}</text><text x=${WIDTH - EDGE.right} y=${height - 6} text-anchor="end">${first + count - 1}</text>`;
  return { x, y, ends };
}

/** Points of the one, crosses of the other. @param {number} first @param {number[]} one @param {number[]} other @param {string[]} names */
function both(first, one, other, names) {
  const height = 300;
  const { x, y, ends } = frame(first, one.length, height, 0, Math.max(1, ...one, ...other));
  const reach = one.length > 400 ? 2 : 4;
  const points = one.map((value, i) => `M${x(i).toFixed(1)},${y(value).toFixed(1)}h0`).join("");
  const crosses = other.map((value, i) => `M${(x(i) - reach).toFixed(1)},${(y(value) - reach).toFixed(1)}l${2 * reach},${2 * reach}m0,${-2 * reach}l${-2 * reach},${2 * reach}`).join("");
  return html`<svg class="comparison" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Values of ${names[0]} as points and of ${names[1]} as crosses, heaps ${first} to ${first + one.length - 1}">
    ${scale(0, Math.max(1, ...one, ...other), y)}${ends}<path class="points" d=${points}></path><path class="crosses" d=${crosses}></path></svg>`;
}

/** @param {number} first @param {number[]} difference @param {string[]} names */
function below(first, difference, names) {
  const height = 140;
  const [least, most] = [Math.min(0, ...difference), Math.max(0, ...difference)];
  const { x, y, ends } = frame(first, difference.length, height, least, most);
  const bars = difference.map((value, i) => value === 0 ? "" : `M${x(i).toFixed(1)},${y(0).toFixed(1)}V${y(value).toFixed(1)}`).join("");
  return html`<svg class="comparison" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${names[0]} minus ${names[1]}">${scale(least, most, y)}${ends}<path class="bars" d=${bars}></path></svg>`;
}

/** The field that names the other game. */
export function compareField() {
  return html`<label>compared with <input class="mono" type="text" placeholder="another game" .value=${place().show} @change=${(/** @type {Event} */ e) => go({ show: /** @type {HTMLInputElement} */ (e.target).value.trim() })}></label>`;
}

/** The comparison with the other game, if one is named. @param {{first: number, values: number[]}} data */
export function comparison(data) {
  const { game, show, n, from } = place();
  if (show === "") return nothing;
  const { data: other, error, waiting } = ask("compared", "/api/seq", { game: show, n, from });
  if (error) return html`<section class="card"><h2>Compared with ${show}</h2><p class="error" role="alert">${error.message}</p></section>`;
  if (!other || waiting) return html`<section class="card" aria-busy="true"><h2>Compared with ${show}</h2><p class="loading">…</p></section>`;
  const count = Math.min(data.values.length, other.values.length);
  const [one, two] = [data.values.slice(0, count).map(Number), other.values.slice(0, count).map(Number)];
  const difference = one.map((value, i) => value - two[i]);
  const apart = difference.filter((value) => value !== 0).length;
  const where = difference.findIndex((value) => value !== 0);
  const rows = () => ["n,first,second,difference", ...one.map((value, i) => [data.first + i, value, two[i], difference[i]].join(","))].join("\n");
  return html`<section class="card compared"><h2><span class="points-key" aria-hidden="true">●</span> ${game} and <span class="crosses-key" aria-hidden="true">✕</span> ${show}</h2>
    ${both(data.first, one, two, [game, show])}
    <p class="same">${apart === 0 ? `The same values on all ${count} heaps.` : `Different on ${apart} of ${count} heaps, first on heap ${data.first + where}: ${one[where]} and ${two[where]}.`}</p>
    ${apart === 0 ? nothing : html`<h3>Difference</h3>${below(data.first, difference, [game, show])}`}
    <div class="copy"><span>Copy</span>${copied([["both as CSV", rows]])}</div></section>`;
}
