// Explore: the position drawn, the value of each part, every legal move with the value it leads to, and why.

import { html, nothing } from "../vendor/lit-html.js";
import { ask } from "../ask.js";
import { go, place } from "../place.js";
import { offer } from "../keys.js";
import { redraw } from "../redraw.js";
import { drawing } from "../draw/index.js";
import { editor } from "../draw/edit.js";
import { reach } from "../draw/tuples.js";
import { tuples, valueText } from "../notation.js";
import { copyPanel, explainPanel, mexPanel, movesPanel, nimSumPanel, verdict } from "../panels.js";
import { ruleCard } from "../rulecard.js";
import { best } from "../best.js";
import { jobPanel, start } from "../jobs.js";
import { around, reveal } from "../walk.js";
import { trail, undo } from "../trail.js";
import { noGame, sketch, waiting as pending } from "../waiting.js";

/** @typedef {import("../types.js").Rule} Rule */
/** @typedef {import("../types.js").Moves} Moves */
/** @typedef {import("../draw/scene.js").Scene} Scene */

/** What the pointer or the arrow keys light up. */
const state = { hot: -1, chosen: -1, for: "", editing: false, under: "lost" };

/** @param {number} move */
export function light(move) {
  if (state.hot === move) return;
  state.hot = move;
  redraw();
}

/** The scene of an answer. @param {Moves} answer @param {Rule|null} rule @param {(move: number) => void} play @returns {Scene} */
function sceneOf(answer, rule, play) {
  const key = `${answer.game} ${answer.position}`;
  if (state.for !== key) Object.assign(state, { for: key, hot: -1, chosen: -1 });
  return { game: place().game, kind: rule?.kind ?? "", rule: rule?.rule ?? "", answer, hot: state.hot, light, play, values: true, locked: false, heat: rule ? heatMap(rule, answer) : undefined };
}

/** Plays a move: one step of history, which `back` undoes. @param {Moves} answer @param {number} move */
function play(answer, move) {
  go({ position: answer.moves[move].result, line: [...place().line, answer.position] });
}

/** @param {Moves} answer @param {number} step */
function walk(answer, step) {
  state.chosen = around(state.chosen, step, answer.moves.length);
  state.hot = state.chosen;
  redraw();
  reveal(state.chosen);
}

/** @param {Moves|null} answer */
function keys(answer) {
  offer(answer === null ? [] : [
    { key: "ArrowDown", what: "light up the next move", run: () => walk(answer, 1) },
    { key: "ArrowUp", what: "light up the move before", run: () => walk(answer, -1) },
    { key: "Enter", what: "play the move that is lit up", run: () => state.hot >= 0 && play(answer, state.hot) },
    { key: " ", what: "play the best move, while the board has the focus", board: true, run: () => best(answer) >= 0 && play(answer, best(answer)) },
    { key: "ArrowLeft", what: "undo", run: undo },
    { key: "ArrowRight", what: "redo", run: () => history.forward() },
    { key: "e", what: "edit the position", run: () => { state.editing = !state.editing; redraw(); } },
  ]);
}

/** The drawing, which takes the focus: then the arrows walk its moves, Enter and Space play. @param {Scene} scene @param {boolean} busy */
export function stage(scene, busy) {
  const many = scene.answer.total ?? scene.answer.moves.length;
  // Each move changes the name of the animation, which begins it again.
  return html`<div class="stage moved-${place().line.length % 2}" tabindex="0" role="group" aria-busy=${busy ? "true" : "false"} aria-roledescription="board"
    aria-label="Board: ${scene.answer.position || "nothing is left"}, ${many} ${many === 1 ? "move" : "moves"}; arrows light them up, Enter plays">${drawing(scene)}</div>`;
}

/** The text field of the position. @param {Rule|null} rule @param {string|undefined} wrong @param {boolean} [editable] whether it can be edited by mouse */
export function positionField(rule, wrong, editable = true) {
  const { position } = place();
  const set = (/** @type {Event} */ event) => go({ position: /** @type {HTMLInputElement} */ (event.target).value.trim(), line: [] });
  return html`<div class="position">
    <label for="position">Position</label>
    <input id="position" type="text" spellcheck="false" autocomplete="off" .value=${position} @change=${set} aria-invalid=${wrong ? "true" : "false"}
      aria-describedby="position-wrong" @keydown=${(/** @type {KeyboardEvent} */ e) => e.key === "Enter" && set(e)}>
    <label class="check"><input type="checkbox" .checked=${place().misere} @change=${(/** @type {Event} */ e) => go({ misere: /** @type {HTMLInputElement} */ (e.target).checked })}> misère</label>
    ${editable ? html`<button aria-pressed=${state.editing ? "true" : "false"} @click=${() => { state.editing = !state.editing; redraw(); }}>Edit</button>` : nothing}
    <p id="position-wrong" class="error" ?hidden=${!wrong} role="alert">${wrong ?? ""} ${wrong && rule?.positions?.[0] ? html`<button class="fix" @click=${() => go({ position: rule.positions[0], line: [] })}>use ${rule.positions[0]}</button>` : nothing}</p>
  </div>`;
}

/** What is known of all squares of a board, for games of pairs. @param {Rule} rule @param {Moves} answer @returns {import("../draw/scene.js").Heat|undefined} */
function heatMap(rule, answer) {
  const pairs = onBoard(answer);
  if (state.under === "nothing" || pairs === null || rule.arity !== 2) return undefined;
  const { game, misere } = place();
  // The values are those of normal play.
  if (misere) return undefined;
  const { data, error } = ask(`heat ${game}`, "/api/heat", { game, size: Math.max(...pairs.map(reach)) });
  if (error || !data) return undefined;
  const heat = (/** @type {number} */ a, /** @type {number} */ b) => {
    const value = data.values[a]?.[b];
    return value === undefined || value === null ? null : { lost: value === 0, text: valueText(value) };
  };
  return Object.assign(heat, { values: state.under === "values" });
}

/** The pairs of a position that is shown on boards, or null. @param {Moves} answer */
function onBoard(answer) {
  const rows = answer.position.includes(",") ? tuples(answer.position) : null;
  return rows?.every((row) => row.length === 2 && Math.max(...row) <= 32) ? rows : null;
}

function underneath() {
  return html`<label class="under-choice">Underneath <select @change=${(/** @type {Event} */ e) => { state.under = /** @type {HTMLSelectElement} */ (e.target).value; redraw(); }}>
    ${[["lost", "lost positions"], ["values", "all values"], ["nothing", "nothing"]].map(([name, words]) => html`<option value=${name} ?selected=${state.under === name}>${words}</option>`)}</select></label>`;
}

/** @param {Rule|null} rule */
export function draw(rule) {
  const { game, position, misere } = place();
  if (rule === null) {
    offer([]);
    return noGame();
  }
  if (position === "" && rule.positions[0] && place().line.length === 0) {
    queueMicrotask(() => go({ position: rule.positions[0] }, { replace: true }));
    return html`<p class="loading">…</p>`;
  }
  const asked = ask(`moves ${game}`, "/api/moves", { game, position, misere });
  const { data, waiting, error } = asked;
  // What is not decided has no argument, and is not waited for again.
  const argued = data !== null && data.outcome !== null && !waiting;
  // The same question as that of the argument below, which asks once for both.
  const evidence = argued ? ask("explain", "/api/explain", { game, position: data.position, misere }) : { data: null };
  keys(waiting ? null : data);
  const sketched = { game, kind: rule.kind, rule: rule.rule ?? "", answer: sketch(game, position, misere), hot: -1, light: () => {}, play: () => {}, values: false, locked: true };
  const late = waiting && asked.seconds >= 1;
  const scene = data && !late ? sceneOf(data, rule, (move) => !waiting && play(data, move)) : null;
  return html`<div class="explore">
    <div class="left">
      ${ruleCard(rule)}
      <section class="card board" aria-busy=${waiting ? "true" : "false"}>
        ${positionField(rule, error?.stopped ? undefined : error?.message)}
        ${trail()}
        ${state.editing ? editor(rule, game, position, (next) => go({ position: next, line: [] })) : scene ? html`${stage(scene, waiting)}${onBoard(scene.answer) ? underneath() : nothing}`
          : waiting || error?.stopped ? html`<div class="stage">${drawing(sketched)}</div>` : nothing}
        ${scene && !error ? nothing : pending(asked, { game, position, misere })}
      </section>
      ${scene ? html`<div class="pair">${nimSumPanel(scene)}${mexPanel(scene)}</div>` : nothing}
      ${scene && data && data.outcome === null || error?.stopped || late ? jobPanel(game, html`<button @click=${() => void start({ kind: "solve", game, position: data?.position ?? position, misere })}>Solve it with more time</button>`) : nothing}
      ${data ? copyPanel(data, "solve") : nothing}
    </div>
    <div class="right">
      ${scene && data ? verdict(data, evidence.data) : nothing}
      ${scene ? movesPanel(scene, state.chosen) : nothing}
      ${scene && data && argued ? explainPanel(game, data.position, misere) : nothing}
    </div>
  </div>`;
}
