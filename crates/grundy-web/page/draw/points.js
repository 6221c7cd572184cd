// Rows of stones that are worth points: the last stone that a move touches plays it, and those of the lit move are marked.

import { html } from "../vendor/lit-html.js";
import { byPlace, classes, litPlaces, named, options, touch } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */

/** @param {Scene} scene */
export const fits = (scene) => /^stone-/.test(scene.game) && scene.answer.position.trim() !== "";

/** @param {Scene} scene */
export function draw(scene) {
  const words = scene.answer.position.trim().split(/\s+/);
  const stones = words.filter((word) => !word.includes("="));
  const plays = byPlace(options(scene), (places) => places.at(-1));
  const gone = litPlaces(scene);
  return html`<div class="points" data-part="0">${stones.map((stone, i) => {
    const move = plays.get(named(i)) ?? -1;
    const on = touch(scene, move);
    return html`<span class="letter-box ${classes(scene, move)} ${gone.includes(named(i)) ? "gone" : ""}" data-place=${i} @pointerenter=${on.enter} @pointerleave=${on.leave} @click=${on.click}>${stone}</span>`;
  })}${words.filter((word) => word.includes("=")).map((word) => html`<span class="badge">${word}</span>`)}</div>`;
}
