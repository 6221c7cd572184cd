// Rows of stones that are worth points: the last stone that a move touches plays it, and those of the lit move are marked.

import { html, nothing } from "../vendor/lit-html.js";
import { begins, byPlace, classes, litPlaces, named, options, touch } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */

/** @param {Scene} scene */
export const fits = (scene) => /^-?\d/.test(scene.answer.position.trim()) && scene.answer.moves.some((move) => move.gain !== undefined);

/** @param {Scene} scene */
export function draw(scene) {
  const words = scene.answer.position.trim().split(/\s+/);
  const stones = words.filter((word) => !word.includes("="));
  const plays = byPlace(options(scene), (places) => places.at(-1));
  const gone = litPlaces(scene);
  return html`<div class="points" data-part="0">${stones.map((stone, i) => {
    const move = plays.get(named(i)) ?? -1;
    const on = touch(scene, move);
    const made = begins(scene, move);
    return html`<span class="letter-box ${classes(scene, move)} ${gone.includes(named(i)) ? "gone" : ""}" data-place=${i} data-move=${made.moves} ?data-winning=${made.winning} @pointerenter=${on.enter} @pointerleave=${on.leave} @click=${on.click}>${stone}${made.winning ? html`<small>★</small>` : nothing}</span>`;
  })}${words.filter((word) => word.includes("=")).map((word) => html`<span class="badge">${word}</span>`)}</div>`;
}
