// Table: values, outcomes or remoteness over two numbers of a position, as a heat map; with one number, as a row and what it looks like.

import { html, svg, nothing } from "../vendor/lit-html.js";
import { ask } from "../ask.js";
import { go, link, place } from "../place.js";
import { offer } from "../keys.js";
import { ruleCard } from "../rulecard.js";
import { copied } from "../panels.js";
import { noGame, waiting as pending } from "../waiting.js";
import { guesses } from "../guesses.js";

/** @typedef {import("../types.js").Rule} Rule */

const CELL = 26;

/** A template for the positions of a game: the first example with its first two numbers let free. @param {Rule} rule */
export function usual(rule) {
  const names = ["{a}", "{b}"];
  let next = 0;
  return (rule.positions[0] ?? "{a}").replace(/\d+/g, (number) => names[next++] ?? number);
}

/** @param {Rule|null} rule */
export function draw(rule) {
  offer([]);
  if (rule === null) return noGame();
  const { game, misere, show, n } = place();
  const template = show.includes("{a}") ? show : usual(rule);
  const last = Math.min(60, n === 200 ? 12 : n);
  const what = misere ? "outcome" : "value";
  const asked = ask(`table ${game}`, "/api/table", { game, template, misere, what, a: last, b: last });
  const { data, error, waiting } = asked;
  const set = (/** @type {string} */ key) => (/** @type {Event} */ e) => go({ [key]: key === "n" ? Math.max(1, Number(/** @type {HTMLInputElement} */ (e.target).value) || 12) : /** @type {HTMLInputElement} */ (e.target).value });
  return html`<div class="explore table-view"><div class="left">${ruleCard(rule)}
    <section class="card board" aria-busy=${waiting ? "true" : "false"}>
      <div class="settings"><label>Positions <input type="text" class="mono" .value=${template} @change=${set("show")}></label>
        <label>up to <input type="number" min="1" max="60" class="short" .value=${String(last)} @change=${set("n")}></label>
        <label class="check"><input type="checkbox" .checked=${misere} @change=${(/** @type {Event} */ e) => go({ misere: /** @type {HTMLInputElement} */ (e.target).checked })}> misère</label></div>
      ${error ? html`<p class="error" role="alert">${error.message}${error.hint ? html` <span class="fine">${error.hint}</span>` : nothing}</p>` : nothing}
      ${pending(asked, { game, position: rule.positions[0] ?? "", misere })}
      ${data ? html`<div class="scroll heat-scroll" tabindex="0" role="region" aria-label="Heat map">${Array.isArray(data.values[0]) ? heat(data) : row(data)}</div>
        <p class="fine">${data.stop === "done" ? "" : "What is not known is left out. "}A circle marks the P-positions, from which the player to move loses; a click goes to the position.</p>
        <div class="copy"><span>Copy</span>${copied([["command", () => `grundy table '${game}' '${template}' --a 0..${last} --b 0..${last}`], ["JSON", () => JSON.stringify(data)], ["CSV", () => csv(data)]])}</div>` : nothing}
    </section></div>
    <div class="right">${data && !Array.isArray(data.values[0]) ? guesses(data.values) : data ? guesses(data.values.map((/** @type {unknown[]} */ line, /** @type {number} */ i) => line[i]), "the diagonal") : nothing}</div></div>`;
}

/** @param {any} data */
const csv = (data) => (Array.isArray(data.values[0])
  ? [["", ...data.b].join(","), ...data.values.map((/** @type {unknown[]} */ line, /** @type {number} */ i) => [data.a[i], ...line].join(","))] : ["a,value", ...data.values.map((/** @type {unknown} */ value, /** @type {number} */ i) => `${data.a[i]},${value}`)]).join("\n");

/** The position of a square. @param {any} data @param {number} a @param {number} [b] */
const filled = (data, a, b) => data.template.replaceAll("{a}", String(a)).replaceAll("{b}", String(b ?? ""));

/** @param {unknown} value */
const lost = (value) => value === 0 || value === "P";

/** @param {any} data @param {unknown} value @param {number} most @param {number} x @param {number} y @param {number} a @param {number} [b] */
function square(data, value, most, x, y, a, b) {
  if (value === null || value === undefined) return nothing;
  const position = filled(data, a, b);
  const depth = typeof value === "number" ? value / Math.max(1, most) : value === "N" ? 0.5 : 0;
  const to = link({ view: "explore", position, line: [], show: "" });
  return svg`<g class="heat-cell" transform="translate(${x} ${y})" @click=${to.go}><title>${position}: ${value}</title>
    <rect width=${CELL} height=${CELL} fill-opacity=${(0.08 + 0.72 * depth).toFixed(2)}></rect>
    ${lost(value) ? svg`<circle cx=${CELL / 2} cy=${CELL / 2} r=${CELL / 2 - 3}></circle>` : nothing}
    <text class=${depth > 0.55 ? "deep" : ""} x=${CELL / 2} y=${CELL / 2} dy="0.36em">${String(value).length > 3 ? "…" : value}</text></g>`;
}

/** @param {any} data */
function heat(data) {
  const most = Math.max(1, ...data.values.flat().filter((/** @type {unknown} */ value) => typeof value === "number"));
  const [width, height] = [data.b.length * CELL + 34, data.a.length * CELL + 26];
  return html`<svg class="heat" viewBox="0 0 ${width} ${height}" width=${width} height=${height} role="img" aria-label="${data.what} of ${data.template}: a goes down, b to the right">
    ${data.b.map((/** @type {number} */ b, /** @type {number} */ j) => svg`<text class="axis" x=${34 + (j + 0.5) * CELL} y="16">${b}</text>`)}
    ${data.values.map((/** @type {unknown[]} */ line, /** @type {number} */ i) => svg`<text class="axis" x="16" y=${22 + (i + 0.5) * CELL} dy="0.36em">${data.a[i]}</text>
      ${line.map((value, j) => square(data, value, most, 34 + j * CELL, 22 + i * CELL, data.a[i], data.b[j]))}`)}</svg>`;
}

/** @param {any} data */
function row(data) {
  const most = Math.max(1, ...data.values.filter((/** @type {unknown} */ value) => typeof value === "number"));
  return html`<svg class="heat" viewBox="0 0 ${data.a.length * CELL} ${CELL + 22}" width=${data.a.length * CELL} height=${CELL + 22} role="img" aria-label="${data.what} of ${data.template} by a">
    ${data.values.map((/** @type {unknown} */ value, /** @type {number} */ i) => svg`<text class="axis" x=${(i + 0.5) * CELL} y="16">${data.a[i]}</text>${square(data, value, most, i * CELL, 22, data.a[i])}`)}</svg>`;
}
