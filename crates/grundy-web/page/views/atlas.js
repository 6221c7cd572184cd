// Atlas: every octal code with one to three digits at a glance, what is proved of its period, and which codes are unsolved.

import { html, svg, nothing } from "../vendor/lit-html.js";
import { ask } from "../ask.js";
import { go, link, place } from "../place.js";
import { offer } from "../keys.js";
import { redraw } from "../redraw.js";
import { copied } from "../panels.js";

/** @typedef {{code: string, representative: string, relation: string, shift: number, status: string, period: number|null, preperiod: number|null, saltus: number|null, maximum: number|null, rare: number|null, computed: number}} Row */

const CELL = 20;
const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7];
const WHICH = [["", "all codes"], ["self", "one of each kind"], ["proved", "proved"], ["open", "open"]];
let lit = "";

/** The code of three digits, without zeros at its end. @param {number[]} digits */
const codeOf = (digits) => `0.${digits.join("")}`.replace(/0+$/, "");

/** @param {Row} row */
const claim = (row) => row.status === "proved" && row.period !== null
  ? `period ${row.period.toLocaleString("en")}${row.saltus ? `, growing by ${row.saltus}` : ""}, from heap ${row.preperiod?.toLocaleString("en")} on`
  : row.status === "proved" ? "proved to have no period" : `${row.status} up to heap ${row.computed.toLocaleString("en")}`;

/** @param {Row} row */
const same = (row) => row.relation === "self" ? "" : row.relation === "equal" ? `the values of ${row.representative}` : `the values of ${row.representative}, ${Math.abs(row.shift)} ${row.shift > 0 ? "later" : "earlier"}`;

/** Deep where the period is long. @param {Row} row */
const depth = (row) => Math.min(1, Math.log10(1 + (row.period ?? 1)) / 4);

/** @param {Map<string, Row>} rows @param {(row: Row) => boolean} wanted @param {number} first */
function block(rows, wanted, first) {
  const side = 8 * CELL + 18;
  return html`<figure class="block"><figcaption>0.${first}··</figcaption>
    <svg class="heat atlas-map" viewBox="0 0 ${side} ${side}" width=${side} height=${side} role="img" aria-label="Codes that begin with 0.${first}: the second digit goes down, the third to the right">
      ${DIGITS.map((digit) => svg`<text class="axis" x=${18 + (digit + 0.5) * CELL} y="12">${digit}</text><text class="axis" x="8" y=${18 + (digit + 0.5) * CELL} dy="0.36em">${digit}</text>`)}
      ${DIGITS.map((second) => DIGITS.map((third) => cell(rows.get(codeOf([first, second, third])), wanted, 18 + third * CELL, 18 + second * CELL)))}
    </svg></figure>`;
}

/** @param {Row|undefined} row @param {(row: Row) => boolean} wanted @param {number} x @param {number} y */
function cell(row, wanted, x, y) {
  if (!row) return nothing;
  const to = link({ view: "sequence", game: row.code, position: "", line: [], show: "", n: 200, from: 0 });
  return svg`<g class="heat-cell ${row.status} ${wanted(row) ? "" : "aside"} ${lit === row.code ? "hot" : ""}" data-code=${row.code} transform="translate(${x} ${y})"
      @click=${to.go} @pointerenter=${() => { lit = row.code; redraw(); }} @pointerleave=${() => { lit = ""; redraw(); }}>
    <title>${row.code}: ${claim(row)}</title>
    <rect width=${CELL} height=${CELL} fill-opacity=${(0.15 + 0.75 * depth(row)).toFixed(2)}></rect>
    ${row.status === "open" ? svg`<text x=${CELL / 2} y=${CELL / 2} dy="0.36em">?</text>` : nothing}</g>`;
}

/** What is under the pointer, always in its place. @param {Row|undefined} row */
const reading = (row) => html`<p class="reading" aria-hidden="true">${row ? html`<b>${row.code}</b> ${claim(row)}${same(row) ? html`; <span class="fine">${same(row)}</span>` : nothing}` : "Point at a code; a click shows its sequence."}</p>`;

/** @param {Row[]} rows */
function table(rows) {
  return html`<section class="card values atlas-list"><h2>${rows.length} ${rows.length === 1 ? "code" : "codes"}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="Codes"><table>
      <thead><tr><th scope="col">code</th><th scope="col">status</th><th scope="col">period</th><th scope="col">from heap</th><th scope="col">largest value</th><th scope="col">same as</th></tr></thead>
      <tbody>${rows.map((row) => {
        const to = link({ view: "sequence", game: row.code, position: "", line: [], show: "", n: 200, from: 0 });
        return html`<tr class=${lit === row.code ? "hot" : ""}><th scope="row"><a href=${to.href} @click=${to.go}>${row.code}</a></th><td class=${row.status === "open" ? "bad" : ""}>${row.status}</td>
          <td>${row.period === null ? "–" : html`${row.period.toLocaleString("en")}${row.saltus ? html` <span class="fine">+${row.saltus}</span>` : nothing}`}</td>
          <td>${row.preperiod?.toLocaleString("en") ?? "–"}</td><td>${row.maximum ?? "–"}</td>
          <td class="fine">${row.relation === "self" ? "" : `${row.representative}${row.shift ? `, ${row.shift > 0 ? "+" : "−"}${Math.abs(row.shift)}` : ""}`}</td></tr>`;
      })}</tbody></table></div></section>`;
}

/** @param {Row[]} rows */
const csv = (rows) => ["code,status,period,preperiod,saltus,maximum,computed,representative", ...rows.map((row) =>
  [row.code, row.status, row.period, row.preperiod, row.saltus, row.maximum, row.computed, row.representative].map((field) => field ?? "").join(","))].join("\n");

export function draw() {
  offer([]);
  const { data, error } = ask("atlas", "/api/atlas", {});
  if (error) return html`<p class="error" role="alert">${error.message}</p>`;
  if (!data) return html`<p class="loading">…</p>`;
  const rows = /** @type {Row[]} */ (data.rows);
  const { show } = place();
  const wanted = (/** @type {Row} */ row) => show === "" || (show === "self" ? row.relation === "self" : WHICH.some(([key]) => key === show) ? row.status === show : row.code.startsWith(show));
  const listed = rows.filter(wanted);
  const by = new Map(rows.map((row) => [row.code, row]));
  const kinds = rows.filter((row) => row.relation === "self");
  const typed = WHICH.some(([key]) => key === show) ? "" : show;
  return html`<div class="atlas">
    <section class="rulecard"><h1>The atlas of octal games</h1>
      <p>A code 0.abc says what may be done when one, two or three tokens are taken: digit 1 allows it where nothing is left, 2 where one heap is left, 4 where two are. The ${rows.length} codes with up to three digits have ${kinds.length} different sequences of values, ${kinds.filter((row) => row.status === "proved").length} of them with a proved period; the other ${kinds.filter((row) => row.status !== "proved").length} showed none as far as they were computed.</p></section>
    <section class="card">
      <div class="settings"><span class="row">${WHICH.map(([key, words]) => html`<button aria-pressed=${show === key ? "true" : "false"} @click=${() => go({ show: key })}>${words}</button>`)}</span>
        <label>beginning with <input class="short mono" type="text" placeholder="0.1" .value=${typed} @change=${(/** @type {Event} */ e) => go({ show: /** @type {HTMLInputElement} */ (e.target).value.trim() })}></label></div>
      ${reading(by.get(lit))}
      <div class="blocks">${DIGITS.map((first) => block(by, wanted, first))}</div>
      <p class="fine">Blue is a proved period, the deeper the longer; orange with a question mark is open. The second digit goes down, the third to the right.</p>
      <div class="copy"><span>Copy</span>${copied([["link", () => location.href], ["command", () => "grundy sweep octal --digits 3 --limit 1000000"], ["CSV", () => csv(listed)]])}</div>
    </section>
    ${table(listed)}</div>`;
}
