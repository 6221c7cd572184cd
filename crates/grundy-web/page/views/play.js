// Play: values hidden, the computer answers, hints on demand; afterwards the value history, one row per ply.

import { html, nothing } from "../vendor/lit-html.js";
import { ask } from "../ask.js";
import { go, place, steps } from "../place.js";
import { offer } from "../keys.js";
import { redraw } from "../redraw.js";
import { say } from "../say.js";
import { drawing } from "../draw/index.js";
import { arrow, copyPanel, explainPanel, movesPanel } from "../panels.js";
import { ruleCard } from "../rulecard.js";
import { historyPanel, points } from "../history.js";
import { best } from "../best.js";
import { around, reveal } from "../walk.js";
import { noGame } from "../waiting.js";

/** @typedef {import("../types.js").Rule} Rule */
/** @typedef {import("../types.js").Moves} Moves */

const LEVELS = [["perfect", "never errs"], ["strong", "looks five moves ahead"], ["medium", "looks three moves ahead"], ["easy", "sees a win in one"], ["two", "another player at this board"]];
const PAUSE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 450;

/** What is remembered of one position only. */
const state = { for: "", hot: -1, hint: false, why: false, review: false };
let thinking = "";

const current = () => place().line.at(-1) ?? place().position;

/** Whether two people play at one board. */
const two = () => place().level === "two";

/** Whose move it is: the players take turns from the first. @param {number} ply */
const mine = (ply) => (ply % 2 === 0) === (place().first === "me");

/** @param {string} key */
function settle(key) {
  if (state.for !== key) Object.assign(state, { for: key, hot: -1, hint: false, why: false });
}

/** The computer's reply corrects the current step, so that one `back` undoes both moves. @param {string} result @param {string} key */
function reply(result, key) {
  if (thinking === key) return;
  thinking = key;
  setTimeout(() => {
    thinking = "";
    if (key !== turnKey()) return;
    go({ line: [...place().line, result] }, { replace: true });
  }, PAUSE);
}

const turnKey = () => `${place().game} ${place().position} ${place().line.join(";")} ${place().misere} ${place().level} ${place().seed} ${place().first}`;

function undo() {
  const { line } = place();
  if (steps() > 0) return history.back();
  if (line.length > 0) go({ line: line.slice(0, !two() && mine(line.length) ? -2 : -1) });
}

const again = () => go({ line: [], seed: place().seed + 1 });

/** @param {Moves} answer @param {number} move */
const play = (answer, move) => go({ line: [...place().line, answer.moves[move].result] });

/** @param {Moves} answer @param {number} step */
function walk(answer, step) {
  state.hot = around(state.hot, step, answer.moves.length);
  redraw();
  reveal(state.hot);
}

/** @param {Moves|null} answer @param {boolean} myTurn */
function keys(answer, myTurn) {
  const acts = answer !== null && myTurn ? [
    { key: "ArrowDown", what: "light up the next move", run: () => walk(answer, 1) },
    { key: "ArrowUp", what: "light up the move before", run: () => walk(answer, -1) },
    { key: "Enter", what: "play the move that is lit up", run: () => { const lit = state.hot >= 0 ? state.hot : state.hint ? best(answer) : -1; if (lit >= 0) play(answer, lit); } },
    { key: "h", what: "hint", run: () => { state.hint = true; redraw(); } },
    { key: "w", what: "why", run: () => { state.why = !state.why; redraw(); } },
  ] : [];
  offer([...acts,
    { key: "ArrowLeft", what: "undo", run: undo },
    { key: "ArrowRight", what: "redo", run: () => history.forward() },
    { key: "n", what: "new game", run: again }]);
}

function settings() {
  const pick = (/** @type {string} */ key) => (/** @type {Event} */ e) => go({ [key]: /** @type {HTMLSelectElement} */ (e.target).value, line: [] });
  const { level, first, misere, position } = place();
  return html`<div class="settings">
    <label>Position <input type="text" class="mono" .value=${position} @change=${pick("position")}></label>
    <label>Opponent <select @change=${pick("level")}>${LEVELS.map(([name, about]) => html`<option value=${name} ?selected=${(level || "perfect") === name}>${name}: ${about}</option>`)}</select></label>
    <label>First <select @change=${pick("first")}><option value="me" ?selected=${first === "me"}>you</option><option value="computer" ?selected=${first === "computer"}>the computer</option></select></label>
    <label class="check"><input type="checkbox" .checked=${misere} @change=${(/** @type {Event} */ e) => go({ misere: /** @type {HTMLInputElement} */ (e.target).checked, line: [] })}> misère</label>
  </div>`;
}

/** @param {Moves} answer */
function hint(answer) {
  const index = best(answer);
  if (index < 0) return nothing;
  const move = answer.moves[index];
  return html`<p class="tip">${move.winning ? html`This wins: <b>${arrow(move.text)}</b>` : html`Every move loses against best play; <b>${arrow(move.text)}</b> holds out as well as any.`}</p>`;
}

/** What is said above the board. @param {Moves} answer @param {boolean} myTurn @param {boolean} waiting */
function status(answer, myTurn, waiting) {
  if (waiting) return html`<p class="status" data-over="no">…</p>`;
  const last = place().line.length > 0 ? ` Now ${answer.position || "nothing is left"}.` : "";
  const end = answer.total === 0 ? result(answer, myTurn) : null;
  const words = end?.words ?? (two() ? `Player ${(place().line.length % 2) + 1} to move.` : myTurn ? "Your move." : "The computer is thinking.");
  say(words + last);
  return html`<p class="status ${end?.name ?? ""}" data-over=${end?.name ?? "no"}>${end ? SIGNS[end.name] : ""} ${words}</p>`;
}

const SIGNS = { won: "★", lost: "○", drawn: "=" };

/** How a game ended: by the last move, or by points. @param {Moves} answer @param {boolean} myTurn @returns {{name: "won"|"lost"|"drawn", words: string}|null} */
function result(answer, myTurn) {
  if (answer.score) {
    const sums = points(mine);
    if (sums === null) return null;
    const score = `${sums.mine} to ${sums.theirs}`;
    if (two() && sums.mine !== sums.theirs) return { name: "won", words: `Player ${(sums.mine > sums.theirs) === (place().first === "me") ? 1 : 2} wins, ${Math.max(sums.mine, sums.theirs)} to ${Math.min(sums.mine, sums.theirs)}.` };
    if (sums.mine === sums.theirs) return { name: "drawn", words: `A draw, ${score}.` };
    return sums.mine > sums.theirs ? { name: "won", words: `You win, ${score}.` } : { name: "lost", words: `The computer wins, ${sums.theirs} to ${sums.mine}.` };
  }
  if (two()) return { name: "won", words: `Player ${place().misere === (place().line.length % 2 === 0) ? 1 : 2} wins.` };
  return myTurn === place().misere ? { name: "won", words: "You win." } : { name: "lost", words: "The computer wins." };
}

/** @param {Rule|null} rule */
export function draw(rule) {
  const { game, position, line, misere, level, seed } = place();
  if (rule === null) {
    offer([]);
    return noGame();
  }
  if (position === "" && rule.positions[0]) {
    queueMicrotask(() => go({ position: rule.positions[0] }, { replace: true }));
    return html`<p class="loading">…</p>`;
  }
  const { data, waiting, error } = ask(`moves ${game}`, "/api/moves", { game, position: current(), misere });
  const myTurn = two() || mine(line.length);
  settle(turnKey());
  if (data && !waiting && !myTurn && data.moves.length > 0) {
    const answer = ask("reply", "/api/play", { game, position: current(), misere, level: level || "perfect", seed: seed + line.length });
    if (!answer.waiting && answer.data?.move) reply(answer.data.move.result, turnKey());
  }
  keys(waiting ? null : data, myTurn);
  const over = data !== null && !waiting && data.total === 0;
  const scene = data ? {
    game, kind: rule?.kind ?? "", rule: rule?.rule ?? "", answer: data, hot: state.hint && state.hot < 0 ? best(data) : state.hot, values: false, locked: waiting || !myTurn || over,
    light: (/** @type {number} */ move) => { if (state.hot !== move) { state.hot = move; redraw(); } },
    play: (/** @type {number} */ move) => !waiting && myTurn && play(data, move),
  } : null;
  return html`<div class="explore play ${over ? "over" : ""}">
    <div class="left">
      ${ruleCard(rule)}
      <section class="card board" aria-busy=${waiting ? "true" : "false"}>
        ${settings()}
        ${error ? html`<p class="error" role="alert">${error.message}</p>` : nothing}
        ${scene ? html`${status(scene.answer, myTurn, waiting)}<div class="stage" tabindex="0" role="group" aria-roledescription="board" aria-label="Board: ${scene.answer.position || "nothing is left"}; arrows light up the moves, Enter plays">${drawing(scene)}</div>` : nothing}
        <div class="actions">
          <button ?disabled=${line.length === 0} @click=${undo}>Undo <kbd>←</kbd></button>
          <button ?disabled=${!myTurn || over} @click=${() => { state.hint = true; redraw(); }}>Hint <kbd>h</kbd></button>
          <button aria-pressed=${state.why ? "true" : "false"} ?disabled=${!myTurn || over} @click=${() => { state.why = !state.why; redraw(); }}>Why <kbd>w</kbd></button>
          <button class=${over ? "main" : ""} @click=${again}>New game <kbd>n</kbd></button>
          ${line.length > 0 && !over ? html`<button aria-pressed=${state.review ? "true" : "false"} @click=${() => { state.review = !state.review; redraw(); }}>History</button>` : nothing}
        </div>
        ${state.hint && data && !waiting ? hint(data) : nothing}
      </section>
      ${line.length > 0 && state.review && !over ? historyPanel(mine) : nothing}
      ${copyPanel(null, "play")}
    </div>
    <div class="right">
      ${over && line.length > 0 ? historyPanel(mine) : nothing}
      ${scene && !over ? movesPanel(scene, state.hot) : nothing}
      ${state.why && data ? explainPanel(game, data.position, misere) : nothing}
    </div>
  </div>`;
}
