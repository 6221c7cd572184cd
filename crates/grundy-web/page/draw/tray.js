// Under every drawing: the moves among which the last touch left the choice, and those that nothing on the drawing begins. So every
// move is two steps away at most, and what can only be found in the list is counted.

import { html, nothing } from "../vendor/lit-html.js";
import { begins, label, options } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */

const MOST = 48;

/** A button that plays a move, with the move in small. @param {Scene} scene @param {import("./scene.js").Option} option */
function button(scene, option) {
  const made = begins(scene, option.index);
  const value = label(scene, option.index);
  const play = () => (scene.chooser ? scene.chooser.play(option.index) : scene.play(option.index));
  return html`<button class="try ${made.winning ? "winning" : ""} ${scene.hot === option.index ? "hot" : ""}" data-move=${made.moves} ?data-winning=${made.winning}
      @pointerenter=${() => scene.light(option.index)} @pointerleave=${() => scene.light(-1)} @focus=${() => scene.light(option.index)} @click=${play}>
    ${scene.brief?.(option) ?? words(option.added)}${value ? html` <span class="badge">${value}</span>` : nothing}${made.winning ? html`<span class="win" title="wins">★</span>` : nothing}</button>`;
}

/** What a move leaves of its part. @param {string} added */
const words = (added) => (added === "" ? "nothing" : added.length > 40 ? `${added.slice(0, 37)}…` : added);

/** @param {Scene} scene with what its drawing begins noted already */
export function tray(scene) {
  if (scene.locked) return nothing;
  const all = options(scene);
  const offered = scene.chooser?.offered() ?? [];
  const others = all.filter(({ index }) => !scene.begun?.has(index)).sort((a, b) => Number(scene.answer.moves[b.index].winning) - Number(scene.answer.moves[a.index].winning));
  // While one is choosing, only what goes on from there is offered.
  const shown = offered.length > 0 ? [] : others.slice(0, MOST);
  return html`${offered.length > 0 ? html`<div class="tray" role="group" aria-label="Moves with what is chosen"><span class="fine">Go on, or play</span>
      ${offered.slice(0, MOST).map((index) => button(scene, all[index]))}<button class="plain" @click=${() => scene.chooser?.forget()}>choose again</button></div>` : nothing}
    ${shown.length > 0 ? html`<div class="tray" role="group" aria-label="Other moves"><span class="fine">Also</span>${shown.map((option) => button(scene, option))}</div>` : nothing}
    ${shown.length < others.length && offered.length === 0 ? html`<p class="fine" data-only-listed=${others.length - shown.length}>${others.length - shown.length} more moves can only be made in the list.</p>` : nothing}`;
}
