// What is shown until there is an answer: the position itself, how long it has taken, and two ways out. And what is shown when a link
// names no game.

import { html, nothing } from "./vendor/lit-html.js";
import { ask } from "./ask.js";
import { link, place } from "./place.js";
import { start } from "./jobs.js";
import { heaps, tuples } from "./notation.js";
import { prose } from "./rulecard.js";

/** @typedef {import("./types.js").Moves} Moves */

/** The position without its moves, to be drawn at once. @param {string} game @param {string} position @param {boolean} misere @returns {Moves} */
export function sketch(game, position, misere) {
  const numbers = heaps(position);
  const rows = position.includes(",") ? tuples(position) : null;
  const texts = numbers ? numbers.map(String) : rows && rows.length > 1 ? rows.map((row) => row.join(",")) : position.trim() === "" ? [] : [position.trim()];
  return { game, position, convention: misere ? "misere" : "normal", outcome: null, grundy: null, parts: texts.map((text) => ({ text, grundy: null })), moves: [], total: null };
}

/** One wait for the whole view. @param {{waiting: boolean, seconds: number, stop: () => void, error: import("./types.js").Diagnostic|null}} asked @param {Record<string, string|boolean>} question */
export function waiting(asked, question) {
  const job = () => { asked.stop(); void start({ kind: "solve", ...question }); };
  if (asked.error?.stopped) return html`<div class="waiting" role="status"><span>Stopped before it was answered.</span> <button @click=${asked.error.again}>Ask again</button><button @click=${job}>Run as a job</button></div>`;
  if (!asked.waiting || asked.seconds < 1) return nothing;
  return html`<div class="waiting" role="status"><span>Working it out: ${asked.seconds} s</span> <progress aria-label="working"></progress>
    <button @click=${asked.stop}>Stop</button><button @click=${job}>Run as a job</button></div>`;
}

/** A link whose game cannot be read: what is wrong, and what may have been meant. */
export function noGame() {
  const { game } = place();
  const { data, waiting: unknown, error } = ask("bad link", "/api/rule", { game });
  if (unknown || data?.ok) return html`<p class="loading">…</p>`;
  const wrong = error ? [error] : data?.diagnostics ?? [];
  // Shown when it is whole: what one is about to press must not move away.
  const found = ask("near games", "/api/games", { q: game.split(/[\s:(]/)[0].slice(0, 4) });
  const near = found.data?.games ?? [];
  return html`<section class="card bad-link"><h1>This link names no game that can be read</h1>
    <p><code class="lines">${game}</code></p>
    ${wrong.map((/** @type {import("./types.js").Diagnostic} */ one) => html`<p class="error" role="alert">${prose(one.message)}${one.hint ? html` <span class="fine">${prose(one.hint)}</span>` : nothing}</p>`)}
    <p>Change it in the box above, or try:</p>
    ${found.waiting ? nothing : html`<ul>${[...near.slice(0, 4).map((/** @type {{name: string}} */ one) => one.name), "nim", "kayles"].filter((name, i, all) => all.indexOf(name) === i).map((name) => {
      const to = link({ game: name, position: "", line: [] });
      return html`<li><a href=${to.href} @click=${to.go}>${name}</a></li>`;
    })}</ul>`}</section>`;
}
