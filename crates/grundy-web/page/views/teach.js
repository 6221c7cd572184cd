// Teach: a puzzle is a position with exactly one winning move. The link opens it; a worksheet prints several.

import { html, nothing } from "../vendor/lit-html.js";
import { ask } from "../ask.js";
import { go, place } from "../place.js";
import { offer } from "../keys.js";
import { redraw } from "../redraw.js";
import { say } from "../say.js";
import { drawing } from "../draw/index.js";
import { arrow, copyPanel, explainPanel, movesPanel, nimSumPanel } from "../panels.js";
import { ruleCard } from "../rulecard.js";
import { ruleOf } from "../box.js";
import { badge } from "../draw/marks.js";
import { noGame } from "../waiting.js";
import { record, solvedOf } from "../progress.js";
import { best } from "../best.js";
import { around, reveal } from "../walk.js";

/** @typedef {import("../types.js").Rule} Rule */
/** @typedef {import("../types.js").Moves} Moves */

const LEVELS = [["easy", "easy"], ["medium", "medium"], ["strong", "hard"], ["perfect", "hardest"]];
const GAMES = ["nim", "kayles", "dawsons-kayles", "wythoff", "bounded-nim:k=3", "lasker", "staircase", "squares", "euclid", "nimble"];
const SHEET = 6;
const state = { for: "", hot: -1, shown: false, answers: false };

const level = () => (LEVELS.some(([name]) => name === place().level) ? place().level : "medium");

/** Another puzzle of the same kind. @param {Partial<import("../types.js").Place>} [change] */
const next = (change = {}) => go({ position: "", line: [], seed: place().seed + 1, ...change });

function controls() {
  const { game, seed, show } = place();
  const known = GAMES.includes(game) ? GAMES : [game, ...GAMES];
  return html`<div class="settings no-print">
    <label>Game <select @change=${(/** @type {Event} */ e) => next({ game: /** @type {HTMLSelectElement} */ (e.target).value })}>${known.map((name) => html`<option ?selected=${name === game}>${name}</option>`)}</select></label>
    <label>Difficulty <select @change=${(/** @type {Event} */ e) => next({ level: /** @type {HTMLSelectElement} */ (e.target).value })}>${LEVELS.map(([name, words]) => html`<option value=${name} ?selected=${name === level()}>${words}</option>`)}</select></label>
    <label class="check"><input type="checkbox" .checked=${place().misere} @change=${(/** @type {Event} */ e) => next({ misere: /** @type {HTMLInputElement} */ (e.target).checked })}> misère</label>
    <label>Number <input type="number" min="1" class="short" .value=${String(seed)} @change=${(/** @type {Event} */ e) => go({ position: "", line: [], seed: Math.max(1, Number(/** @type {HTMLInputElement} */ (e.target).value) || 1) })}></label>
    <button aria-pressed=${show === "sheet" ? "true" : "false"} @click=${() => go({ show: show === "sheet" ? "" : "sheet", position: "", line: [] })}>Worksheet</button>
  </div>`;
}

/** @param {Rule|null} rule */
export function draw(rule) {
  const { game, show } = place();
  if (game === "") {
    queueMicrotask(() => go({ game: "nim" }, { replace: true }));
    return html`<p class="loading">…</p>`;
  }
  if (rule === null) {
    offer([]);
    return noGame();
  }
  return show === "sheet" ? sheet(rule) : puzzle(rule);
}

/** The position of a puzzle: the link's own, or the generator's. @param {number} seed @param {string} slot @returns {{position: string|null, error: any}} */
function posed(seed, slot) {
  const { game, position, misere } = place();
  if (position !== "") return { position, error: null };
  const { data, waiting, error } = ask(slot, "/api/puzzle", { game, level: level(), seed, misere });
  return { position: waiting ? null : data?.position ?? null, error };
}

/** @param {Moves} answer @param {number} step */
function walk(answer, step) {
  state.hot = around(state.hot, step, answer.moves.length);
  redraw();
  reveal(state.hot);
}

/** @param {Rule|null} rule */
function puzzle(rule) {
  const { game, line, misere, seed } = place();
  const { position, error } = posed(seed, "puzzle");
  const answer = position === null ? null : ask(`moves ${game}`, "/api/moves", { game, position, misere });
  const data = /** @type {Moves|null} */ (answer && !answer.waiting ? answer.data : null);
  const tried = data && line.length > 0 ? data.moves.findIndex((move) => move.result === line[0]) : -1;
  const solved = data !== null && tried >= 0 && data.moves[tried].winning;
  const key = `${game} ${position}`;
  if (state.for !== key) Object.assign(state, { for: key, hot: -1, shown: false });
  const open = solved || state.shown;
  const series = `${game} ${level()}${misere ? " misere" : ""}`;
  const done = solvedOf(series);
  if (solved && !state.shown && position !== null) record(series, position);
  const attempt = (/** @type {number} */ move) => data && go({ position: data.position, line: [data.moves[move].result] });
  offer(data === null ? [] : [
    { key: "ArrowDown", what: "light up the next move", run: () => walk(data, 1) },
    { key: "ArrowUp", what: "light up the move before", run: () => walk(data, -1) },
    { key: "Enter", what: "answer with the move that is lit up", run: () => state.hot >= 0 && attempt(state.hot) },
    { key: "ArrowLeft", what: "take the answer back", run: () => line.length > 0 && go({ line: [] }) },
    { key: "n", what: "next puzzle", run: () => next() },
  ]);
  const scene = data ? { game, kind: rule?.kind ?? "", rule: rule?.rule ?? "", answer: data, hot: open ? best(data) : state.hot >= 0 ? state.hot : tried, values: open, locked: open,
    light: (/** @type {number} */ move) => { if (state.hot !== move) { state.hot = move; redraw(); } }, play: attempt } : null;
  return html`<div class="explore teach">
    <div class="left">
      ${ruleCard(rule)}
      <section class="card board">
        ${controls()}
        ${error || answer?.error ? html`<p class="error" role="alert">${(error ?? answer?.error)?.message}</p>` : nothing}
        ${scene ? html`<p class="status">${task(scene.answer)}</p><div class="stage" tabindex="0" role="group" aria-roledescription="board" aria-label="Board: ${scene.answer.position}; arrows light up the moves, Enter answers">${drawing(scene)}</div>${verdict(scene.answer, tried, open)}` : nothing}
        <div class="actions no-print">
          <button ?disabled=${open || !data} @click=${() => { state.shown = true; redraw(); }}>Show the answer</button>
          <button class=${solved ? "main" : ""} @click=${() => next()}>Next puzzle <kbd>n</kbd></button>
        </div>
        <p class="fine no-print progress" data-solved-count=${done}>${done === 0 ? "None of this series solved yet on this computer." : `${done} of this series solved on this computer.`}</p>
      </section>
      ${data ? copyPanel(data, "solve") : nothing}
      <p class="fine no-print">The link opens this puzzle: send it to a class. Worksheet prints ${SHEET} of them.</p>
    </div>
    <div class="right">
      ${scene && !open ? movesPanel(scene, state.hot) : nothing}
      ${scene && open ? nimSumPanel(scene) : nothing}
      ${open && data ? explainPanel(game, data.position, misere) : nothing}
    </div></div>`;
}

/** @param {Moves} answer */
function task(answer) {
  const wins = answer.moves.filter((move) => move.winning).length;
  return wins === 1 ? "It is your move. Exactly one move wins: find it." : wins === 0 ? "It is your move, but no move wins. Do you see why?" : `It is your move. ${wins} moves win: find one.`;
}

/** What a try was worth. @param {Moves} answer @param {number} tried @param {boolean} open */
function verdict(answer, tried, open) {
  if (tried < 0) return open ? html`<p class="tip">The winning move is marked with a star.</p>` : nothing;
  const move = answer.moves[tried];
  say(move.winning ? "Right, this wins" : "This does not win; try again");
  if (move.winning) return html`<p class="tip good" data-solved="yes">★ Right: <b>${arrow(move.text)}</b> ${answer.convention === "misere" ? "and" : "leaves value 0, and"} the other player has no good answer.</p>`;
  return html`<p class="tip bad">✗ <b>${arrow(move.text)}</b> leaves ${typeof move.grundy === "number" ? html`value ${badge(move.grundy)}` : "a won position"}, from which the other player wins. Try again.</p>`;
}

/** Puzzles of a worksheet, none twice: a generator that repeats itself is asked further. @returns {(string|null)[]} */
function positions() {
  const { seed } = place();
  /** @type {(string|null)[]} */
  const found = [];
  for (let i = 0; i < 4 * SHEET && found.length < SHEET; i += 1) {
    const { position, error } = posed(seed + i, `sheet ${i}`);
    if (error) break;
    if (position === null) return [...found, ...Array(SHEET - found.length).fill(null)];
    if (!found.includes(position)) found.push(position);
  }
  return found;
}

/** @param {Rule|null} rule */
function sheet(rule) {
  offer([{ key: "n", what: "another worksheet", run: () => go({ seed: place().seed + 4 * SHEET }) }]);
  const { game, misere, seed } = place();
  const answers = positions().map((position, i) => {
    const answer = position === null ? null : ask(`sheet moves ${i}`, "/api/moves", { game, position, misere });
    return /** @type {Moves|null} */ (answer && !answer.waiting ? answer.data : null);
  });
  const title = `${rule?.title ?? game}${misere ? ", misère" : ""}`;
  return html`<div class="sheet">
    <header class="sheet-head"><h1>${title}</h1><p>Name <span class="blank"></span> Date <span class="blank short-blank"></span></p></header>
    ${rule?.about ? html`<p>${rule.about}</p>` : (rule?.words ?? []).map((line) => html`<p>${line}</p>`)}
    <section class="card no-print">${controls()}<div class="actions"><button class="main" @click=${() => print()}>Print</button>
      <button @click=${() => go({ seed: seed + 4 * SHEET })}>Another worksheet <kbd>n</kbd></button>
      <label class="check"><input type="checkbox" .checked=${state.answers} @change=${(/** @type {Event} */ e) => { state.answers = /** @type {HTMLInputElement} */ (e.target).checked; redraw(); }}> with a page of answers</label></div></section>
    <p>In each position it is your move and exactly one move wins. Mark it${misere ? "; whoever makes the last move loses" : ""}.</p>
    <ol class="puzzles">${answers.map((data) => html`<li class="card">${data ? html`<div class="stage">${drawing({ game, kind: rule?.kind ?? ruleOf(game)?.kind ?? "", rule: rule?.rule ?? "", answer: data, hot: -1, values: false, locked: true, light: () => {}, play: () => {} })}</div>
        <p class="mono">${data.position}</p>` : html`<p class="loading">…</p>`}</li>`)}</ol>
    ${state.answers ? html`<section class="key-page"><h2>Answers: ${title}, number ${seed}</h2><ol>${answers.map((data) => html`<li class="mono">${data ? html`${data.position}: <b>${data.moves.filter((move) => move.winning).map((move) => arrow(move.text)).join(", ")}</b>` : "…"}</li>`)}</ol></section>` : nothing}</div>`;
}
