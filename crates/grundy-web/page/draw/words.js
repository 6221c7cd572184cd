// Words, letter by letter: a letter plays the split at it.

import { html, nothing } from "../vendor/lit-html.js";
import { begins, byPlace, classes, label, named, optionsOf, touch } from "./scene.js";
import { badge } from "./marks.js";

/** @typedef {import("./scene.js").Scene} Scene */

/** @param {Scene} scene */
export const fits = (scene) => scene.answer.parts.every((part) => /^\p{L}+$/u.test(part.text) && part.text.length <= 200);

/** Words in any order are the same words. @param {string[]} words */
const key = (words) => words.filter(Boolean).sort().join(" ");

/** @param {Scene} scene */
export function draw(scene) {
  return html`<div class="words">${scene.answer.parts.map((part, index) => {
    const letters = [...part.text];
    const options = optionsOf(scene, index);
    const centres = byPlace(options, ([centre]) => centre);
    // Of two splits that leave the same words one is listed.
    const left = new Map(options.map((option) => [key(option.added.split(/\s+/)), option.index]));
    const split = (/** @type {number} */ i) => left.get(key([letters.slice(0, i).join(""), letters[i], letters.slice(i + 1).join("")])) ?? -1;
    return html`<figure class="word" data-part=${index}><div>${letters.map((letter, i) => {
      const move = centres.get(named(i)) ?? split(i);
      const on = touch(scene, move);
      const made = begins(scene, move);
      return html`<span class="letter-box ${classes(scene, move)}" data-place=${i} data-move=${made.moves} ?data-winning=${made.winning} @pointerenter=${on.enter} @pointerleave=${on.leave} @click=${on.click}>${letter}<small>${label(scene, move)}${
        move >= 0 && scene.values && scene.answer.moves[move].winning ? "★" : ""}</small></span>`;
    })}</div>${scene.values ? html`<figcaption>${badge(part.grundy)}</figcaption>` : nothing}</figure>`;
  })}</div>`;
}
