// Keys for everything the mouse does. A view offers its actions while it is drawn; the newest offer counts.

import { html, nothing } from "./vendor/lit-html.js";
import { redraw } from "./redraw.js";
import { go, place, VIEWS, WITHOUT_GAME } from "./place.js";
import { nextScheme, project } from "./scheme.js";

/** `board` is for keys that the page needs elsewhere: Space scrolls unless the board has the focus. @typedef {{key: string, what: string, board?: boolean, run: () => void}} Action */

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
  const single = event.key.length === 1 && event.key !== " ";
  if (own || (single && !shortcuts() && event.key !== "?")) return;
  const onBoard = event.target instanceof Element && event.target.closest(".stage") !== null;
  const action = everywhere().concat(actions).find((known) => known.key === event.key && (!known.board || onBoard));
  if (!action) return;
  event.preventDefault();
  action.run();
}

/** @returns {Action[]} */
const everywhere = () => [
  { key: "/", what: "go to the box", run: () => { const box = /** @type {HTMLInputElement|null} */ (document.getElementById("box")); box?.focus(); box?.select(); } },
  { key: "?", what: "show these keys", run: () => keysDialog.open() },
  { key: "t", what: "light, dark, or as the system says", run: nextScheme },
  { key: "p", what: "large and high in contrast, for a projector", run: project },
  ...VIEWS.map((view, i) => ({ key: String(i + 1), what: `go to ${view}`, run: () => (place().game !== "" || WITHOUT_GAME.includes(view)) && go({ view, line: [], level: "", show: "" }) })),
];

const NAME = "single-keys";

/** Whether keys of one letter do something; whoever speaks to the computer switches them off. */
function shortcuts() {
  try {
    return localStorage.getItem(NAME) !== "off";
  } catch {
    return true;
  }
}

/** @param {Event} event */
function switchKeys(event) {
  try {
    localStorage.setItem(NAME, /** @type {HTMLInputElement} */ (event.target).checked ? "on" : "off");
  } catch {
    // Without storage they stay on.
  }
  redraw();
}

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
        <label class="check"><input type="checkbox" .checked=${shortcuts()} @change=${switchKeys}> keys of one letter</label>
        <button @click=${() => this.close()}>Close</button>
      </section></div>`;
  },
};
