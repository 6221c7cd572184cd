// The value history of a game: one row per ply with who was winning and by which nim-sum, so that a blunder is seen at once.

import { html, nothing } from "./vendor/lit-html.js";
import { ask } from "./ask.js";
import { link, place } from "./place.js";
import { badge, outcomeMark } from "./draw/marks.js";
import { arrow } from "./panels.js";
import { nimSum, valueText } from "./notation.js";

/** @typedef {import("./types.js").Moves} Moves */
/** @typedef {import("./types.js").Move} Move */

const SHOWN = 6;

/** @typedef {{ply: number, before: string, after: string, answer: Moves|null}} Ply */

/** The plies of the game so far, with what is known of the positions before them. @returns {Ply[]} */
function played() {
  const { game, position, line, misere } = place();
  return line.map((after, ply) => {
    const before = ply === 0 ? position : line[ply - 1];
    const { data, waiting } = ask(`ply ${ply}`, "/api/moves", { game, position: before, misere });
    return { ply, before, after, answer: waiting ? null : /** @type {Moves|null} */ (data) };
  });
}

/** What both players have gained in a game for points, or null while that is not known. @param {(ply: number) => boolean} mine */
export function points(mine) {
  const sums = { mine: 0, theirs: 0 };
  for (const { ply, after, answer } of played()) {
    const gain = made(answer, after)?.gain;
    if (gain === undefined) return null;
    sums[mine(ply) ? "mine" : "theirs"] += gain;
  }
  return sums;
}

/** @param {(ply: number) => boolean} mine whether a ply is the reader's own */
export function historyPanel(mine) {
  const plies = played();
  return html`<section class="card history"><h2>Value history</h2>
    ${curve(plies)}
    <p class="fine">Above the line the first player was winning, below it the second; a frame marks a blunder.</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Value history"><table>
      <thead><tr><th scope="col">ply</th><th scope="col">who</th><th scope="col">position</th><th scope="col">before</th><th scope="col">nim-sum</th><th scope="col">left</th><th scope="col">move</th><th scope="col">verdict</th><th scope="col">not taken</th></tr></thead>
      <tbody>${plies.map((one) => row(one, mine(one.ply)))}</tbody></table></div></section>`;
}

/** The move that was made. @param {Moves|null} answer @param {string} after */
const made = (answer, after) => answer?.moves.find((move) => same(move.result, after)) ?? null;

/** Positions as people may write them: spaces do not matter. @param {string} a @param {string} b */
const same = (a, b) => a.replace(/\s+/g, " ").trim() === b.replace(/\s+/g, " ").trim();

/** @param {Moves|null} answer @param {Move|null} move */
const isBlunder = (answer, move) => answer !== null && answer.outcome === "N" && move !== null && !move.winning;

/** @param {Ply} one @param {boolean} own */
function row({ ply, before, after, answer }, own) {
  const move = made(answer, after);
  const blunder = isBlunder(answer, move);
  const missed = [...new Map((answer?.moves ?? []).filter((other) => other.winning && other !== move).map((other) => [other.text, other])).values()];
  const look = link({ view: "explore", position: before, line: [] });
  const retry = link({ view: "play", position: before, line: [], first: "me" });
  return html`<tr class=${blunder ? "blunder" : ""}>
    <td>${ply + 1}</td><td>${place().level === "two" ? `player ${(ply % 2) + 1}` : own ? "you" : "computer"}</td><td class="mono"><a href=${look.href} @click=${look.go} title="explore this position">${before || "nothing"}</a></td>
    <td>${answer ? outcomeMark(answer.outcome) : "…"}</td><td>${answer ? sum(answer) : ""}</td><td title="moves to the end under best play">${answer?.remoteness ?? "–"}</td>
    <td class="mono move">${move ? arrow(move.text) : `→ ${after}`}</td>
    <td>${answer === null ? "…" : blunder ? html`<b class="bad">✗ ${answer.score ? "not the best" : "blunder"}</b>${own ? html` <a href=${retry.href} @click=${retry.go}>try again</a>` : nothing}` : answer.outcome === "N" ? html`<span class="good">✓ keeps the win</span>` : "was lost"}</td>
    <td class="mono">${missed.slice(0, SHOWN).map((other) => html`<span class="option">★ ${arrow(other.text)}</span> `)}${missed.length > SHOWN ? html`<span class="fine">and ${missed.length - SHOWN} more</span>` : nothing}</td></tr>`;
}

/** The values of the parts and their nim-sum, where it is one. @param {Moves} answer */
function sum(answer) {
  const values = answer.parts.map((part) => part.grundy);
  const numbers = values.every((value) => typeof value === "number") ? /** @type {number[]} */ (values) : null;
  const shown = numbers && numbers.length > 1 && nimSum(numbers) === answer.grundy;
  return html`${shown ? html`<span class="fine">${numbers.join(" ⊕ ")} = </span>` : nothing}${badge(answer.grundy, "nim-sum")}<span class="hidden">${valueText(answer.grundy)}</span>`;
}

/** Who was winning, ply by ply, at a glance. @param {Ply[]} plies */
function curve(plies) {
  return html`<ol class="curve" aria-hidden="true">${plies.map(({ ply, after, answer }) => {
    const starter = answer === null || answer.outcome === "D" ? "even" : (answer.outcome === "N") === (ply % 2 === 0) ? "up" : "down";
    return html`<li class="${starter} ${isBlunder(answer, made(answer, after)) ? "blunder" : ""}"></li>`;
  })}</ol>`;
}
