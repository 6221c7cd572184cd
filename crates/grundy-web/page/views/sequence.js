// Sequence: the Grundy values of heaps as a cloud of points, with preperiod and periods shaded, and what is proved about them.

import { html, svg, nothing } from "../vendor/lit-html.js";
import { ask } from "../ask.js";
import { go, link, place } from "../place.js";
import { offer } from "../keys.js";
import { redraw } from "../redraw.js";
import { say } from "../say.js";
import { ruleCard } from "../rulecard.js";
import { copied } from "../panels.js";
import { picture } from "../picture.js";
import { jobPanel, start } from "../jobs.js";
import { guesses } from "../guesses.js";
import { noGame } from "../waiting.js";
import { compareField, comparison } from "../compare.js";

/** @typedef {import("../types.js").Rule} Rule */

// The frame of the server's plot: the same picture as `grundy seq --plot`.
const FRAME = { left: 88, right: 934, top: 56, bottom: 488, width: 960, height: 540 };
const LISTED = 1000;
let under = -1;
/** Where a range of heaps was begun to be marked, by its index; a short stroke is a click. */
let begun = -1;
const STROKE = 3;

/** Fewer or more values around the middle of what is shown. @param {number} factor */
function zoom(factor) {
  const { n, from } = place();
  const many = Math.max(10, Math.round(n * factor));
  go({ n: many, from: Math.max(0, Math.round(from + (n - many) / 2)) });
}

/** @param {any} found what `period` answered */
function claim(found) {
  if (!found) return nothing;
  if (found.period === null || found.period === undefined) return html`<p class="claim">No period was seen up to heap ${found.computed}.</p>`;
  const shift = found.saltus ? `, growing by ${found.saltus} each time` : "";
  const words = `Period ${found.period}${shift}, from heap ${found.preperiod} on${found.last_exception === null || found.last_exception === undefined ? "" : ` (last exception ${found.last_exception})`}`;
  say(`${words}, ${found.proved ? "proved" : "observed only"}`);
  return html`<p class="claim"><b>${words}.</b> ${found.proved
    ? html`<span class="good">✓ proved</span> <span class="fine">${found.theorem ?? ""}; computed up to ${found.computed}</span>`
    : html`<span class="bad">? observed up to ${found.computed}, not proved</span>`}</p>`;
}

/** Shades the preperiod and every second period, and reads off the value under the pointer. @param {any} data @param {any} found */
function overlay(data, found) {
  const count = data.values.length;
  const step = (FRAME.right - FRAME.left) / Math.max(1, count);
  const x = (/** @type {number} */ n) => FRAME.left + Math.min(Math.max(n - data.first, 0), count) * step;
  const height = FRAME.bottom - FRAME.top;
  const last = data.first + count;
  const stripes = [];
  if (found?.period && found.period * step >= 3) {
    const skip = Math.max(0, Math.floor((data.first - found.preperiod) / (2 * found.period)));
    for (let from = found.preperiod + 2 * skip * found.period; from < last; from += 2 * found.period) {
      stripes.push(svg`<rect class="period" x=${x(from)} y=${FRAME.top} width=${x(from + found.period) - x(from)} height=${height}></rect>`);
    }
  } else if (found?.period) {
    stripes.push(svg`<rect class="period" x=${x(found.preperiod)} y=${FRAME.top} width=${x(last) - x(found.preperiod)} height=${height}></rect>`);
  }
  const at = (/** @type {PointerEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const place = ((event.clientX - box.left) / box.width) * FRAME.width;
    const i = Math.floor((place - FRAME.left) / step);
    return i >= 0 && i < count ? i : -1;
  };
  const lit = under >= 0 && under < count ? under : -1;
  const marking = begun >= 0 && lit >= 0 && Math.abs(lit - begun) * step > STROKE;
  /** A range that was marked is shown alone; a click goes to the heap. @param {PointerEvent} event */
  const end = (event) => {
    const [from, to] = [begun, at(event)];
    begun = -1;
    if (from < 0 || to < 0) return redraw();
    if (Math.abs(to - from) * step <= STROKE) return go({ view: "explore", position: String(data.first + to), line: [], show: "" });
    go({ from: data.first + Math.min(from, to), n: Math.abs(to - from) + 1 });
  };
  return html`<svg class="overlay" viewBox="0 0 ${FRAME.width} ${FRAME.height}" aria-hidden="true"
      @pointermove=${(/** @type {PointerEvent} */ e) => { const i = at(e); if (i !== under) { under = i; redraw(); } }} @pointerleave=${() => { under = -1; begun = -1; redraw(); }}
      @pointerdown=${(/** @type {PointerEvent} */ e) => { if (e.button === 0) { begun = at(e); e.preventDefault(); } }} @pointerup=${end}>
    ${found?.period && found.preperiod > data.first ? svg`<rect class="preperiod" x=${FRAME.left} y=${FRAME.top} width=${x(found.preperiod) - FRAME.left} height=${height}></rect>
      ${x(found.preperiod) - FRAME.left > 90 ? svg`<text x=${FRAME.left + 8} y=${FRAME.top + 18}>preperiod</text>` : nothing}` : nothing}
    ${stripes}
    ${found?.period && found.preperiod < last && x(last) - x(found.preperiod) > 90 ? svg`<text x=${x(Math.max(found.preperiod, data.first)) + 8} y=${FRAME.top + 18}>period ${found.period}</text>` : nothing}
    ${marking ? svg`<rect class="marked" x=${FRAME.left + Math.min(begun, lit) * step} y=${FRAME.top} width=${(Math.abs(lit - begun) + 1) * step} height=${height}></rect>` : nothing}
    ${lit >= 0 ? svg`<line x1=${FRAME.left + (lit + 0.5) * step} x2=${FRAME.left + (lit + 0.5) * step} y1=${FRAME.top} y2=${FRAME.bottom}></line>
      <text class="read" x=${Math.min(FRAME.left + (lit + 0.5) * step + 8, FRAME.right - 130)} y=${FRAME.bottom - 10}>g(${data.first + lit}) = ${data.values[lit]}</text>` : nothing}
  </svg>`;
}

function range() {
  const { n, from } = place();
  const number = (/** @type {Event} */ e, /** @type {number} */ least) => Math.max(least, Math.floor(Number(/** @type {HTMLInputElement} */ (e.target).value)) || least);
  return html`<div class="settings">
    <label>Values <input class="short" type="number" min="1" .value=${String(n)} @change=${(/** @type {Event} */ e) => go({ n: number(e, 1) })}></label>
    <label>from heap <input class="short" type="number" min="0" .value=${String(from)} @change=${(/** @type {Event} */ e) => go({ from: number(e, 0) })}></label>
    <span class="row">${[100, 1000, 10000, 100000].map((many) => html`<button aria-pressed=${many === n ? "true" : "false"} @click=${() => go({ n: many })}>${many.toLocaleString("en")}</button>`)}
      <button @click=${() => zoom(0.5)} aria-label="zoom in">+</button><button @click=${() => zoom(2)} aria-label="zoom out">−</button></span>
    ${compareField()}
  </div>`;
}

/** @param {any} data */
function table(data) {
  const to = (/** @type {number} */ heap) => link({ view: "explore", position: String(heap), line: [], show: "" });
  return html`<section class="card values"><h2>Values</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="Values"><table><thead><tr><th scope="col">n</th><th scope="col">g(n)</th></tr></thead>
      <tbody>${data.values.slice(0, LISTED).map((/** @type {number} */ value, /** @type {number} */ i) => html`<tr class=${under === i ? "hot" : ""}>
        <th scope="row"><a href=${to(data.first + i).href} @click=${to(data.first + i).go}>${data.first + i}</a></th><td>${value}</td></tr>`)}</tbody></table></div>
    ${data.values.length > LISTED ? html`<p class="fine">The first ${LISTED} are listed; the downloads hold them all.</p>` : nothing}</section>`;
}

/** @param {Rule|null} rule */
export function draw(rule) {
  offer([
    { key: "+", what: "zoom in", run: () => zoom(0.5) },
    { key: "-", what: "zoom out", run: () => zoom(2) },
  ]);
  const { game, n, from } = place();
  if (rule === null) return noGame();
  if (rule.arity !== 1) return html`${ruleCard(rule)}<p class="card">This game is not played on single heaps, so it has no sequence of values by heap.</p>`;
  const { data, waiting, error } = ask(`seq ${game}`, "/api/seq", { game, n, from });
  const period = error ? null : ask(`period ${game}`, "/api/period", { game });
  const found = period && !period.error ? period.data : null;
  const query = new URLSearchParams({ game, n: String(n), from: String(from) });
  return html`<div class="explore sequence">
    <div class="left">
      ${ruleCard(rule)}
      <section class="card" aria-busy=${waiting ? "true" : "false"}>
        ${range()}
        ${error ? html`<p class="error" role="alert">${error.message}${error.hint ? html` <span class="fine">${error.hint}</span>` : nothing}</p>` : nothing}
        ${data ? html`<figure class="plot">${picture(`/api/plot.svg?${query}`)}${waiting ? nothing : overlay(data, found)}</figure>
          <p class="fine">Drag over heaps to look at them alone; a click shows the heap.</p>
          ${period?.waiting ? html`<p class="claim fine">Looking for the period …</p>` : claim(found)}
          ${rule?.oeis ? html`<p>These values are <b><a href="https://oeis.org/${rule.oeis.split(/[\s,]/)[0]}" rel="noreferrer">${rule.oeis}</a></b> in the OEIS.</p>` : nothing}
          <div class="copy"><span>Download</span>
            <a class="button" download href="/api/seq.csv?${query}">CSV</a><a class="button" download href="/api/seq.bfile?${query}">b-file</a><a class="button" download href="/api/plot.svg?${query}">SVG</a>
            <span>Copy</span>${copied([["link", () => location.href], ["command", () => `grundy seq '${game}' -n ${n}${from ? ` --from ${from}` : ""}`], ["values", () => data.values.join(", ")], ["JSON", () => JSON.stringify(data)]])}</div>` : nothing}
      </section>
      ${data && !error ? comparison(data) : nothing}
      ${error ? nothing : jobPanel(game, [1e5, 1e6, 1e7].map((limit) => html`<button @click=${() => void start({ kind: "period", game, limit })}>Seek the period up to ${limit.toLocaleString("en")}</button>`))}
    </div>
    <div class="right">${data ? table(data) : nothing}${data && !waiting ? guesses(data.values) : nothing}</div></div>`;
}
