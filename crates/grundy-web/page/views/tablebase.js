// Tablebases: every position that can be reached from one, looked up: who wins, in how many moves, and the same of each move.

import { html, nothing } from "../vendor/lit-html.js";
import { ask } from "../ask.js";
import { go, link, place } from "../place.js";
import { offer } from "../keys.js";
import { redraw } from "../redraw.js";
import { best } from "../best.js";
import { around, reveal } from "../walk.js";
import { trail, undo } from "../trail.js";
import { capital, copied, movesPanel, verdict } from "../panels.js";
import { stage } from "./explore.js";

/** @typedef {import("../types.js").Moves} Moves */
/** @typedef {{name: string, game: string, rule: string, position: string, convention: string, positions: number, edges: number, outcomes: {N: number, P: number, D: number}, levels: number[], max_remoteness: number|null, max_grundy: number|null, bytes: number, digest: string}} Tablebase */

/** What the pointer or the arrow keys light up. */
const state = { hot: -1, chosen: -1, for: "" };

/** The tablebase at hand as a place; its game goes into the box where it has a name, so that the other views show the same. @type {Partial<import("../types.js").Place>} */
let here = {};

const count = (/** @type {number} */ number) => number.toLocaleString("en");

/** @param {Tablebase} one */
function card(one) {
  const to = link({ view: "tablebase", show: one.name, position: one.position, line: [] });
  return html`<a class="game" href=${to.href} @click=${to.go}><b>${one.name}</b><code>${one.game} ${one.position}</code>
    <span>${one.convention} play, ${count(one.positions)} positions</span></a>`;
}

/** @param {Tablebase[]} list */
function choice(list) {
  return html`<section class="catalogue"><h1>Tablebases</h1>
    <p>A tablebase holds every position that can be reached from one: who wins, in how many moves, and the Grundy value.</p>
    ${list.length > 0 ? html`<div class="games">${list.map(card)}</div>` : html`<div class="card"><p>This server was told of none. Two commands make one and show it:</p>
      <pre tabindex="0">grundy tablebase build cram 3x4 --out cram.tb
grundy serve --tablebase cram.tb</pre></div>`}</section>`;
}

/** How many positions last how long. @param {Tablebase} one @param {number|null|undefined} here the remoteness of the position at hand */
function levels(one, here) {
  const most = Math.max(1, ...one.levels);
  return html`<table class="levels"><caption class="hidden">Positions by the number of moves left under best play</caption>
    <thead><tr><th scope="col">moves left</th><th scope="col">positions</th></tr></thead>
    <tbody>${one.levels.map((many, level) => html`<tr class=${level === here ? "hot" : ""}><th scope="row">${level}</th>
      <td><meter min="0" max=${most} .value=${many} aria-hidden="true"></meter> ${count(many)}</td></tr>`)}</tbody></table>`;
}

/** @param {Tablebase} one @param {Moves|null} answer */
function counts(one, answer) {
  const { N, P, D } = one.outcomes;
  return html`<section class="card stats"><h2>All positions</h2>
    <p><b>${count(one.positions)}</b> positions, ${count(one.edges)} moves: the player to move wins ${count(N)}, loses ${count(P)}${D > 0 ? `, draws ${count(D)}` : ""}.</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Positions by the number of moves left">${levels(one, answer?.remoteness)}</div>
    <p class="fine">${one.max_grundy === null ? nothing : html`Largest value ${one.max_grundy}. `}${count(one.bytes)} bytes, digest <code>${one.digest.slice(0, 8)}…</code></p></section>`;
}

/** @param {Moves} answer @param {number} move */
const play = (answer, move) => go({ ...here, position: answer.moves[move].result, line: [...place().line, answer.position] });

/** @param {Moves|null} answer */
function keys(answer) {
  const walk = (/** @type {number} */ step) => {
    if (!answer) return;
    state.chosen = around(state.chosen, step, answer.moves.length);
    state.hot = state.chosen;
    redraw();
    reveal(state.chosen);
  };
  offer(answer === null ? [] : [
    { key: "ArrowDown", what: "light up the next move", run: () => walk(1) },
    { key: "ArrowUp", what: "light up the move before", run: () => walk(-1) },
    { key: "Enter", what: "play the move that is lit up", run: () => state.hot >= 0 && play(answer, state.hot) },
    { key: " ", what: "play the best move, while the board has the focus", board: true, run: () => best(answer) >= 0 && play(answer, best(answer)) },
    { key: "ArrowLeft", what: "undo", run: undo },
    { key: "ArrowRight", what: "redo", run: () => history.forward() },
  ]);
}

/** @param {Tablebase} one @param {Moves} answer @param {import("../types.js").Rule|null} rule */
function scene(one, answer, rule) {
  if (state.for !== answer.position) Object.assign(state, { for: answer.position, hot: -1, chosen: -1 });
  const light = (/** @type {number} */ move) => { if (state.hot !== move) { state.hot = move; redraw(); } };
  return { game: one.game, kind: rule?.kind ?? "", rule: rule?.rule ?? "", answer, hot: state.hot, light, play: (/** @type {number} */ move) => play(answer, move), values: true, locked: false };
}

/** @param {Tablebase} one */
function browse(one) {
  const { show, line } = place();
  // Without a name in the address, the position there is another view's.
  const position = show === one.name && (place().position !== "" || line.length > 0) ? place().position : one.position;
  // An empty parameter is left out, and none means the start; a blank is the position in which nothing is left.
  const { data, waiting, error } = ask(`tablebase ${one.name}`, "/api/tablebase", { tablebase: one.name, position: position || " " });
  const about = ask(`tablebase rule ${one.name}`, "/api/rule", { game: one.game });
  const rule = about.data?.ok ? about.data : null;
  here = { show: one.name, game: rule ? one.game : "", misere: one.convention === "misere" };
  const found = /** @type {Moves|null} */ (error ? null : data);
  // What one of several components is worth by itself is in no table; a single one is the position.
  const answer = found?.parts.length === 1 ? { ...found, parts: [{ ...found.parts[0], grundy: found.grundy }] } : found;
  keys(waiting ? null : answer);
  const shown = answer ? scene(one, answer, rule) : null;
  const set = (/** @type {Event} */ e) => go({ ...here, position: /** @type {HTMLInputElement} */ (e.target).value.trim(), line: [] });
  const start = link({ ...here, position: one.position, line: [] });
  return html`<div class="explore"><div class="left">
    <section class="rulecard"><h1>${capital(one.game)} from ${one.position}</h1>
      <p>Tablebase <b>${one.name}</b>, ${one.convention} play: what is said here was looked up, not computed.</p></section>
    <section class="card board" aria-busy=${waiting ? "true" : "false"}>
      <div class="position"><label for="position">Position</label>
        <input id="position" type="text" spellcheck="false" autocomplete="off" .value=${position} @change=${set} aria-invalid=${error ? "true" : "false"} aria-describedby="position-wrong">
        <a class="button" href=${start.href} @click=${start.go}>Start</a>
        <p id="position-wrong" class="error" ?hidden=${!error} role="alert">${error?.message ?? ""}</p></div>
      ${trail()}
      ${shown ? stage(shown, waiting) : nothing}
    </section>
    ${counts(one, answer)}
    <div class="copy"><span>Copy</span>${copied([["link", () => location.href], ["command", () => `grundy tablebase query '${one.name}' '${position}'`], ["JSON", () => JSON.stringify(answer)]])}</div>
  </div>
  <div class="right">${answer ? verdict(answer, { engine: "retrograde", reason: `all ${count(one.positions)} positions were solved` }) : nothing}
    ${shown ? movesPanel(shown, state.chosen) : nothing}</div></div>`;
}

export function draw() {
  const { data, error } = ask("tablebases", "/api/tablebases", {});
  offer([]);
  if (error) return html`<p class="error" role="alert">${error.message}</p>`;
  if (!data) return html`<p class="loading">…</p>`;
  const one = data.tablebases.find((/** @type {Tablebase} */ each) => each.name === place().show) ?? (data.tablebases.length === 1 ? data.tablebases[0] : null);
  return one ? browse(one) : choice(data.tablebases);
}
