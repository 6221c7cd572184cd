// The first screen: three ways in, and the catalogue.

import { html } from "../vendor/lit-html.js";
import { link } from "../place.js";
import { ask } from "../ask.js";
import { redraw } from "../redraw.js";
import { offer } from "../keys.js";
import { grouped, small } from "../groups.js";

/** @typedef {import("../types.js").Place} Place */

const WAYS = [
  { who: "Learn", what: "See why a position is won, and which moves win it.", steps: [
    ["Nim with 3, 4 and 5", { view: "explore", game: "nim", position: "3 4 5" }],
    ["Wythoff's queen and its two rays", { view: "explore", game: "wythoff", position: "6,8" }],
    ["Play Kayles against the computer", { view: "play", game: "kayles", position: "9 4" }],
  ] },
  { who: "Teach", what: "Puzzles with exactly one winning move, as links and as worksheets.", steps: [
    ["A puzzle in Nim", { view: "teach", game: "nim", level: "medium" }],
    ["A puzzle in Kayles", { view: "teach", game: "kayles", level: "easy" }],
    ["Coins on a staircase", { view: "explore", game: "staircase", position: "0 2 1 3" }],
  ] },
  { who: "Investigate", what: "Long sequences, proved periods, rules and graphs of your own.", steps: [
    ["The period of Kayles", { view: "sequence", game: "kayles", n: 200 }],
    ["A table of Wythoff's game", { view: "table", game: "wythoff" }],
    ["The atlas of octal codes", { view: "atlas", show: "" }],
    ["Break a polynomial hash", { view: "hash", base: "31", modulus: "1e9+9", order: "high", map: "letters" }],
    ["A rule of your own", { view: "explore", game: "n -> n - k where k prime", position: "20" }],
    ["Draw a graph, with cycles if you like", { view: "graph", show: "own", graph: "a b;b c;c a;c d;d e;f d;g f;g a" }],
  ] },
];

let words = "";

/** @param {[string, Partial<Place>]} step */
function way([text, change]) {
  const to = link({ line: [], ...change });
  return html`<li><a href=${to.href} @click=${to.go}>${text}</a></li>`;
}

/** @param {any} game */
function card(game) {
  const to = link({ view: "explore", game: game.name, position: game.positions[0] ?? "", line: [] });
  return html`<a class="game" href=${to.href} @click=${to.go}><b>${game.title}</b><code>${game.name}</code><span>${game.about}</span></a>`;
}

export function draw() {
  offer([]);
  const { data, error } = ask("catalogue", "/api/games", { q: words });
  return html`
    <section class="hero">
      <h1>Who wins, by which move, and why?</h1>
      <p>Impartial games, solved and explained. Type a game above, or start here.</p>
    </section>
    <section class="ways">${WAYS.map((group) => html`<div class="card"><h2>${group.who}</h2><p>${group.what}</p>
      <ul>${group.steps.map((step) => way(/** @type {[string, Partial<Place>]} */ (step)))}</ul></div>`)}</section>
    <section class="catalogue">
      <h2><label for="words">The catalogue</label></h2>
      <input id="words" type="search" placeholder="search: take, split, board, A002186 …" .value=${words}
        @input=${(/** @type {InputEvent} */ e) => { words = /** @type {HTMLInputElement} */ (e.target).value; redraw(); }}>
      ${error ? html`<p class="error">${error.message}</p>` : grouped(data?.games ?? []).map((group) => html`<section class="group"><h3>${small(group.drawing)} ${group.name}</h3>
        <div class="games">${group.games.map(card)}</div></section>`)}
    </section>`;
}
