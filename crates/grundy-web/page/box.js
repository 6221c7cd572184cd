// The one box: a name, a code, a rule or a pasted sequence. While you type it says what the rule is, underlines what is wrong
// with the fix as a button, and offers the games of the catalogue that match.

import { html, nothing } from "./vendor/lit-html.js";
import { go, onWalk, place } from "./place.js";
import { ask } from "./ask.js";
import { redraw } from "./redraw.js";
import { baseName, heaps } from "./notation.js";
import { prose } from "./rulecard.js";
import { say } from "./say.js";
import { contestHeaps, meaning, question } from "./pasted.js";

/** @typedef {import("./types.js").Rule} Rule */
/** @typedef {import("./types.js").Diagnostic} Diagnostic */

const PAUSE = 160;
const SHOWN = 7;
const state = {
  /** @type {string|null} */ draft: null,
  settled: "",
  /** @type {ReturnType<typeof setTimeout>|undefined} */ timer: undefined,
  open: false,
  chosen: -1,
  live: false,
  /** Enter was pressed before it was known what there is to take. */ taking: false,
};

// Going back undoes the typing too.
onWalk(() => { state.draft = null; state.live = false; });

/** The rule of a game, once known. @param {string} game @returns {Rule|null} */
export function ruleOf(game) {
  const { data, error } = ask(`rule ${game}`, "/api/rule", { game });
  return !error && data?.ok ? data : null;
}

/** @param {any} answer @returns {Diagnostic[]} */
const problems = (answer) => answer?.diagnostics ?? [];

/** Whether the text is a pasted sequence. @param {string} text */
const isSequence = (text) => /^\s*\d+([\s,]+\d+){3,}[\s,.…]*$/.test(text);

/** What the box holds now: what is being typed, or the game of the place. */
const text = () => state.draft ?? place().game;

/** @param {string} typed */
function type(typed) {
  state.draft = typed;
  state.open = true;
  state.chosen = -1;
  state.taking = false;
  clearTimeout(state.timer);
  state.timer = setTimeout(() => {
    state.settled = typed;
    redraw();
  }, PAUSE);
  redraw();
}

/** Takes a game as the one to look at; a position that makes no sense for it is replaced by its example. @param {string} game @param {Rule|null} rule */
export function choose(game, rule) {
  state.draft = null;
  state.open = false;
  state.live = false;
  open(game, rule, false);
}

/** While one types, what is whole is looked at at once; a burst of typing is one step of history. @param {string} game @param {Rule} rule */
function follows(game, rule) {
  const { game: named, position, misere } = meaning(game);
  if (place().view === "home" || (place().game === named && (position ?? place().position) === place().position && (misere ?? place().misere) === place().misere)) return;
  const replace = state.live;
  state.live = true;
  open(game, rule, replace);
}

/** @param {string} typed @param {Rule|null} rule @param {boolean} replace */
function open(typed, rule, replace) {
  const { view, position } = place();
  const { game, ...said } = meaning(typed);
  state.taking = false;
  if (said.position !== undefined || said.misere) {
    const start = said.position ?? rule?.positions?.[0] ?? "";
    go({ game, position: start, misere: said.misere ?? false, line: [], view: view === "home" || view === "sequence" ? "explore" : view, show: "" }, { replace });
    return;
  }
  const keeps = rule !== null && baseName(place().game) === baseName(game) && position !== "";
  const heapsStay = rule?.kind === "heaps" && position !== "" && heaps(position) !== null;
  const start = keeps || heapsStay ? position : rule?.positions?.[0] ?? "";
  go({ game, position: start, line: [], view: view === "home" ? "explore" : view, show: view === "graph" ? "position" : "" }, { replace });
}

/** @param {KeyboardEvent} event @param {{name: string}[]} found @param {Rule|null} rule */
function key(event, found, rule) {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const step = event.key === "ArrowDown" ? 1 : -1;
    state.open = true;
    state.chosen = found.length === 0 ? -1 : (state.chosen + step + found.length + (state.chosen < 0 && step < 0 ? 1 : 0)) % found.length;
    event.preventDefault();
    redraw();
  } else if (event.key === "Enter") {
    event.preventDefault();
    clearTimeout(state.timer);
    if (state.chosen >= 0 && found[state.chosen]) choose(found[state.chosen].name, null);
    else if (rule) choose(text().trim(), rule);
    else if (found.length > 0 && text() === state.settled) choose(found[0].name, null);
    else { state.settled = text(); state.taking = true; redraw(); }
  } else if (event.key === "Escape") {
    state.open = false;
    state.draft = null;
    redraw();
  }
}

/** A pasted question is gone to; lines of a pasted rule become alternatives. @param {ClipboardEvent} event */
function paste(event) {
  const pasted = event.clipboardData?.getData("text") ?? "";
  const asked = question(pasted);
  if (asked) {
    event.preventDefault();
    state.draft = null;
    go(asked);
    return;
  }
  const heapsOfContest = contestHeaps(pasted);
  if (heapsOfContest !== null) {
    event.preventDefault();
    state.draft = null;
    say(`the heaps of the contest's first case: ${heapsOfContest}`);
    go({ game: place().game || "nim", position: heapsOfContest, line: [], view: "explore" });
    return;
  }
  if (!/\n/.test(pasted.trim())) return;
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (event.target);
  const joined = pasted.trim().split(/\s*\r?\n\s*/).join(isSequence(pasted.replace(/\s+/g, " ")) ? " " : " ; ");
  field.setRangeText(joined, field.selectionStart ?? 0, field.selectionEnd ?? 0, "end");
  type(field.value);
}

/** The whole text with what is wrong underlined, laid under the field. @param {string} whole @param {Diagnostic[]} wrong */
function underlay(whole, wrong) {
  const characters = [...whole];
  const pieces = [];
  let done = 0;
  for (const { start, end } of spans(wrong, characters.length)) {
    if (start < done) continue;
    pieces.push(characters.slice(done, start).join(""), html`<mark>${characters.slice(start, end).join("") || " "}</mark>`);
    done = end;
  }
  pieces.push(characters.slice(done).join(""));
  return pieces;
}

/** @param {Diagnostic[]} wrong @param {number} length */
const spans = (wrong, length) => wrong
  .filter((one) => typeof one.start === "number" || typeof one.column === "number")
  .map((one) => {
    const start = Math.min(one.start ?? (one.column ? one.column - 1 : 0), length);
    return { start, end: Math.max(one.end ?? start + 1, start + 1) };
  })
  .sort((a, b) => a.start - b.start);

/** @param {Diagnostic} wrong */
function repair(wrong) {
  const fix = wrong.fix;
  if (!fix) return nothing;
  const run = () => {
    const characters = [...text()];
    characters.splice(fix.start, fix.end - fix.start, ...fix.text);
    type(characters.join(""));
    clearTimeout(state.timer);
    state.settled = state.draft ?? "";
    document.getElementById("box")?.focus();
    redraw();
  };
  return html`<button class="fix" @click=${run}>${fix.text === "" ? "remove it" : (fix.label ?? `change to ${fix.text}`).replaceAll("`", "")}</button>`;
}

/** A field's text scrolls; what lies under it follows. @param {Event} event */
function follow(event) {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const under = field.parentElement?.querySelector(".under");
  if (under) under.scrollLeft = field.scrollLeft;
}

/** Games of the catalogue that match; rules and codes are no names. @param {string} draft @returns {{name: string, about: string}[]} */
function offered(draft) {
  if (draft.trim() === "" || meaning(draft).game !== draft.trim() || isSequence(draft) || /->|\{|^\d*\./.test(draft)) return [];
  const { data, waiting } = ask("found", "/api/games", { q: draft.trim() });
  const typed = draft.trim().toLowerCase();
  const nearness = (/** @type {{name: string}} */ game) => (game.name === typed ? 0 : game.name.startsWith(typed) ? 1 : game.name.includes(typed) ? 2 : 3);
  return waiting ? [] : [...(data?.games ?? [])].sort((a, b) => nearness(a) - nearness(b)).slice(0, SHOWN);
}

/** The box and what it says. */
export function box() {
  const draft = state.draft;
  const asking = draft === null ? place().game : state.settled;
  const answer = asking.trim() === "" ? null : ask("box", "/api/rule", { game: meaning(asking).game });
  const fresh = answer !== null && !answer.waiting && (draft === null || draft === asking);
  const found = state.open && draft !== null && draft === state.settled ? offered(draft) : [];
  // As long as something is offered, nothing is wrong yet; an unknown position is the board's to say.
  const wrong = !fresh || found.length > 0 ? [] : answer.error ? [answer.error] : problems(answer.data);
  const rule = fresh && answer.data?.ok ? answer.data : null;
  if (draft !== null && rule) queueMicrotask(() => (state.taking ? choose(draft.trim(), rule) : follows(draft.trim(), rule)));
  else if (state.taking && fresh && found.length > 0) queueMicrotask(() => choose(found[0].name, null));
  const listed = found.length > 0 && !(rule && meaning(draft ?? "").position !== undefined);
  // Nothing in the header moves: what is told floats below it, and only while it says something that the page does not.
  const quiet = listed || (wrong.length === 0 && !(fresh && answer?.data?.sequence) && !(draft !== null && rule && place().view === "home"));
  return html`<div class="box">
    <label class="hidden" for="box">Game: a name, a code, a rule or a sequence of values</label>
    <div class="field ${wrong.length > 0 ? "wrong" : ""}">
      <div class="under" aria-hidden="true">${underlay(text(), wrong)}</div>
      <input id="box" type="text" autocomplete="off" autocapitalize="off" spellcheck="false" role="combobox"
        placeholder="kayles · 0.77 · take{1,3,4} · n -> a, b where a + b = n - 1 · 0 1 2 3 1 4 3 2"
        aria-expanded=${listed ? "true" : "false"} aria-controls="found" aria-autocomplete="list" aria-describedby="told"
        aria-activedescendant=${state.chosen >= 0 ? `found-${state.chosen}` : ""} aria-invalid=${wrong.length > 0 ? "true" : "false"}
        .value=${text()} @input=${(/** @type {InputEvent} */ e) => { type(/** @type {HTMLInputElement} */ (e.target).value); follow(e); }}
        @scroll=${follow} @paste=${paste} @keydown=${(/** @type {KeyboardEvent} */ e) => key(e, found, rule)}
        @blur=${() => setTimeout(() => { state.open = false; state.live = false; if (state.draft?.trim() === place().game) state.draft = null; redraw(); }, 150)}>
      <kbd class="hint" aria-hidden="true">/</kbd>
    </div>
    <div id="told" class="told" ?hidden=${quiet}>${told(draft, answer, fresh, wrong, rule)}</div>
    <ul id="found" role="listbox" aria-label="Games of the catalogue" ?hidden=${!listed}>${found.map((game, i) => html`
      <li id="found-${i}" role="option" aria-selected=${i === state.chosen ? "true" : "false"} @pointerdown=${(/** @type {Event} */ e) => { e.preventDefault(); choose(game.name, null); }}>
        <b>${game.name}</b> <span>${game.about}</span></li>`)}</ul>
  </div>`;
}

/** What stands under the box. @param {string|null} draft @param {any} answer @param {boolean} fresh @param {Diagnostic[]} wrong @param {Rule|null} rule */
function told(draft, answer, fresh, wrong, rule) {
  if (wrong.length > 0) {
    return wrong.map((one) => html`<p class="error" role="alert">${one.code ? html`<b>${one.code}</b> ` : nothing}${prose(one.message)}
      ${one.hint ? html`<span class="hint">${prose(one.hint)}</span>` : nothing} ${repair(one)}</p>`);
  }
  if (fresh && answer?.data?.sequence) return sequenceFound(answer.data.sequence.games);
  if (draft !== null && rule) {
    return html`<p class="rule"><b>${rule.title ?? rule.game}</b> ${rule.about ?? rule.words?.[0] ?? rule.rule}
      <span class="fine">${[rule.class, rule.engine && `engine ${rule.engine}`].filter(Boolean).join(" · ")}</span>
      ${place().game === text().trim() ? nothing : html`<button @click=${() => choose(text().trim(), rule)}>Look at it <kbd>Enter</kbd></button>`}</p>`;
  }
  return nothing;
}

/** @param {{name: string, title?: string, oeis?: string}[]} games */
const sequenceFound = (games) => games.length === 0 ? html`<p>No game of the catalogue begins with these values.</p>`
  : html`<p>These values begin ${games.map((game) => html`<button @click=${() => choose(game.name, null)}>${game.title ?? game.name}</button> `)}</p>`;
