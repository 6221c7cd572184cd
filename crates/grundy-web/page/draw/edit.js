// Editing a position with the mouse: numbers grow and shrink, heaps, tuples and steps come and go, squares are taken and freed.

import { html, nothing } from "../vendor/lit-html.js";
import { baseName, heaps, tuples, writeTuples } from "../notation.js";
import { split } from "./rows.js";
import { gridOf, rowsOf } from "./squares.js";

/** @typedef {(next: string) => void} Set */

/** @param {import("../types.js").Rule|null} rule @param {string} game @param {string} position @param {Set} set */
export function editor(rule, game, position, set) {
  const name = baseName(game);
  if (name === "cram") return squares(position, set);
  if (name === "chomp") return chocolate(position, set);
  if (position.includes(",") && tuples(position)) return pairs(tuples(position) ?? [], set);
  if (heaps(position) || /^\d/.test(position.trim())) return numbers(position, set);
  return html`<div class="editor"><p>This position is edited as text, in the field above.</p>
    ${rule?.positions?.map((example) => html`<button @click=${() => set(example)}>${example}</button>`) ?? nothing}</div>`;
}

/** A number with buttons for one more and one less. @param {string} what @param {number} n @param {(n: number) => void} change @param {unknown} [extra] */
const counter = (what, n, change, extra = nothing) => html`<div class="heap-edit">
  <button aria-label="one more in ${what}" @click=${() => change(n + 1)}>+</button><b>${n}</b>
  <button aria-label="one less in ${what}" ?disabled=${n === 0} @click=${() => change(n - 1)}>−</button>${extra}</div>`;

/** @param {string} position @param {Set} set */
function numbers(position, set) {
  const { numbers: list, tail } = split(position);
  const write = (/** @type {number[]} */ next) => set([...next, tail].join(" ").trim());
  const remove = (/** @type {number} */ i) => html`<button class="plain" aria-label="remove heap ${i + 1}" @click=${() => write(list.filter((_, j) => j !== i))}>×</button>`;
  return html`<div class="editor">${list.map((n, i) => counter(`heap ${i + 1}`, n, (next) => write(list.map((m, j) => (j === i ? next : m))), remove(i)))}
    <button @click=${() => write([...list, 1])}>add a heap</button></div>`;
}

/** @param {number[][]} rows @param {Set} set */
function pairs(rows, set) {
  const write = (/** @type {number[][]} */ next) => set(writeTuples(next));
  const width = rows[0]?.length ?? 2;
  return html`<div class="editor">${rows.map((row, r) => html`<fieldset><legend>${r + 1}</legend>
      ${row.map((n, c) => counter(`place ${c + 1} of tuple ${r + 1}`, n, (next) => write(rows.map((other, i) => (i === r ? other.map((m, j) => (j === c ? next : m)) : other)))))}
      ${rows.length > 1 ? html`<button class="plain" aria-label="remove tuple ${r + 1}" @click=${() => write(rows.filter((_, i) => i !== r))}>×</button>` : nothing}</fieldset>`)}
    <button @click=${() => write([...rows, Array(width).fill(1)])}>add a tuple</button></div>`;
}

/** @param {string} position @param {Set} set */
function chocolate(position, set) {
  const rows = rowsOf(position) ?? [1];
  // Row lengths never grow downwards.
  const write = (/** @type {number[]} */ next) => set(next.map((_, i) => Math.min(...next.slice(0, i + 1))).filter((n) => n > 0).join(",") || "1");
  return html`<div class="editor">${rows.map((n, i) => counter(`row ${i + 1}`, n, (next) => write(next > n ? rows.map((m, j) => (j <= i ? Math.max(m, next) : m)) : rows.map((m, j) => (j === i ? next : m)))))}
    <button @click=${() => write([...rows, rows.at(-1) ?? 1])}>add a row</button></div>`;
}

/** @param {string} position @param {Set} set */
function squares(position, set) {
  const boards = position.trim().split(/\s+/);
  const grid = gridOf(boards[0]) ?? [[true]];
  const write = (/** @type {boolean[][]} */ next) => set([next.map((row) => row.map((free) => (free ? "." : "#")).join("")).join("/"), ...boards.slice(1)].join(" "));
  return html`<div class="editor squares"><table><tbody>${grid.map((row, r) => html`<tr>${row.map((free, c) => html`<td><button aria-label="square ${r + 1}, ${c + 1}: ${free ? "free" : "taken"}" aria-pressed=${free ? "false" : "true"}
      @click=${() => write(grid.map((other, i) => other.map((was, j) => (i === r && j === c ? !was : was))))}>${free ? "" : "■"}</button></td>`)}</tr>`)}</tbody></table>
    <button @click=${() => write([...grid, grid[0].map(() => true)])}>add a row</button><button @click=${() => write(grid.map((row) => [...row, true]))}>add a column</button></div>`;
}
