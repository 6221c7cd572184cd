// The page: header with the one box, the views, and the keys. It draws from the URL and the answers; nothing else is remembered.

import { html, nothing, render } from "./vendor/lit-html.js";
import { link, onChange, place, VIEWS, WITHOUT_GAME } from "./place.js";
import { onAnswer, whileDrawing } from "./ask.js";
import { box, ruleOf } from "./box.js";
import { onKey, keysDialog } from "./keys.js";
import { nextScheme, project, projected, scheme } from "./scheme.js";
import * as classDialog from "./class.js";
import { onRedraw } from "./redraw.js";
import * as home from "./views/home.js";
import * as explore from "./views/explore.js";
import * as play from "./views/play.js";
import * as teach from "./views/teach.js";
import * as sequence from "./views/sequence.js";
import * as table from "./views/table.js";
import * as graph from "./views/graph.js";
import * as atlas from "./views/atlas.js";
import * as hash from "./views/hash.js";
import * as tablebase from "./views/tablebase.js";

/** @type {Record<string, {draw: (rule: import("./types.js").Rule|null) => unknown}>} */
const views = { home, explore, play, teach, sequence, table, graph, atlas, hash, tablebase };

const TITLES = {
  explore: "Explore", play: "Play", teach: "Teach", sequence: "Sequence", table: "Table", graph: "Graph",
  atlas: "Atlas", hash: "Hashing", tablebase: "Tablebases",
};

function tabs() {
  const { view, game } = place();
  return html`<nav class="tabs" aria-label="Views">${VIEWS.map((name) => {
    const to = link({ view: name, line: [], level: "", show: "" });
    const needsGame = !WITHOUT_GAME.includes(name) && game === "";
    if (needsGame) return html`<span class="tab off" aria-disabled="true">${TITLES[/** @type {"play"} */ (name)]}</span>`;
    return html`<a class="tab" href=${to.href} @click=${to.go} aria-current=${view === name ? "page" : "false"}>${TITLES[/** @type {"play"} */ (name)]}</a>`;
  })}</nav>`;
}

function page() {
  const start = link({ view: "home", game: "", position: "", line: [], graph: "", show: "", misere: false, level: "" });
  const rule = place().game === "" ? null : ruleOf(place().game);
  return html`
    <header class="top">
      <a class="brand" href=${start.href} @click=${start.go}><img src="icon.svg" alt="" width="32" height="32"><span>Grundy</span></a>
      ${box()}
      ${tabs()}
    </header>
    <main id="main" tabindex="-1" data-view=${place().view}>${(views[place().view] ?? home).draw(rule)}</main>
    <footer class="foot">
      <span>Grundy · impartial games, solved and explained · everything stays on this computer</span>
      <span><button class="plain" aria-pressed=${projected() ? "true" : "false"} @click=${project}>Projector <kbd>p</kbd></button>
      <button class="plain" @click=${classDialog.open}>Class</button>
      <button class="plain" @click=${nextScheme}>Colours: ${scheme()} <kbd>t</kbd></button>
      <button class="plain" @click=${() => keysDialog.open()}>Keys <kbd>?</kbd></button></span>
    </footer>
    ${keysDialog.draw() ?? nothing}${classDialog.draw()}`;
}

let asked = false;
function redraw() {
  if (asked) return;
  asked = true;
  queueMicrotask(() => {
    asked = false;
    whileDrawing(() => render(page(), /** @type {HTMLElement} */ (document.getElementById("page"))));
    const { game, view } = place();
    document.title = game ? `${game} · ${view} · Grundy` : "Grundy";
  });
}

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
root.replaceChildren();
onRedraw(redraw);
onChange(redraw);
onAnswer(redraw);
addEventListener("keydown", onKey);
redraw();
