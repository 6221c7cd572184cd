// Keys for everything the mouse does. A view offers its actions while it is drawn; the newest offer counts.

import { html, nothing } from "./vendor/lit-html.js";
import { redraw } from "./redraw.js";
import { go, place, VIEWS } from "./place.js";
import { nextScheme } from "./scheme.js";

/** @typedef {{key: string, what: string, run: () => void}} Action */

/** @type {Action[]} */
let actions = [];

/** Says what the keys do in the view being drawn. @param {Action[]} offered */
export const offer = (offered) => void (actions = offered);

const writing = (/** @type {EventTarget|null} */ target) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** @param {KeyboardEvent} event */
export function onKey(event) {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
  if (event.key === "Escape" && keysDialog.shown) return keysDialog.close();
  if (writing(event.target)) {
    if (event.key === "Escape") /** @type {HTMLElement} */ (event.target).blur();
    return;
  }
  // A focused button or link keeps its own keys.
  const own = event.target instanceof HTMLElement && /^(BUTTON|A|SUMMARY)$/.test(event.target.tagName) && (event.key === " " || event.key === "Enter");
  const action = own ? undefined : everywhere().concat(actions).find((known) => known.key === event.key);
  if (!action) return;
  event.preventDefault();
  action.run();
}

/** @returns {Action[]} */
const everywhere = () => [
  { key: "/", what: "go to the box", run: () => { const box = /** @type {HTMLInputElement|null} */ (document.getElementById("box")); box?.focus(); box?.select(); } },
  { key: "?", what: "show these keys", run: () => keysDialog.open() },
  { key: "t", what: "light, dark, or as the system says", run: nextScheme },
  ...VIEWS.map((view, i) => ({ key: String(i + 1), what: `go to ${view}`, run: () => (place().game !== "" || view === "graph" || view === "teach") && go({ view, line: [], level: "", show: "" }) })),
];

const NAMES = { " ": "Space", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };

export const keysDialog = {
  shown: false,
  open() {
    this.shown = true;
    redraw();
    setTimeout(() => document.querySelector(/** @type {"button"} */ (".keys button"))?.focus(), 0);
  },
  close() {
    this.shown = false;
    redraw();
  },
  draw() {
    if (!this.shown) return nothing;
    return html`<div class="veil" @click=${() => this.close()}>
      <section class="keys card" role="dialog" aria-modal="true" aria-label="Keys" @click=${(/** @type {Event} */ e) => e.stopPropagation()}>
        <h2>Keys</h2>
        <dl>${everywhere().concat(actions).map((action) => html`<div><dt><kbd>${NAMES[/** @type {" "} */ (action.key)] ?? action.key}</kbd></dt><dd>${action.what}</dd></div>`)}
          <div><dt><kbd>Esc</kbd></dt><dd>leave a field, close this</dd></div>
          <div><dt><kbd>Alt</kbd> <kbd>←</kbd></dt><dd>the browser's back: undo</dd></div></dl>
        <button @click=${() => this.close()}>Close</button>
      </section></div>`;
  },
};
