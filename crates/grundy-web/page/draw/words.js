// Words, letter by letter: a letter plays the split at it.

import { html, nothing } from "../vendor/lit-html.js";
import { classes, label, movesOf, touch } from "./scene.js";
import { badge } from "./marks.js";

/** @typedef {import("./scene.js").Scene} Scene */

/** @param {Scene} scene */
export const fits = (scene) => scene.answer.parts.every((part) => /^\p{L}+$/u.test(part.text) && part.text.length <= 200);

/** @param {Scene} scene */
export function draw(scene) {
  return html`<div class="words">${scene.answer.parts.map((part, index) => {
    const options = movesOf(scene, index);
    const letters = [...part.text];
    return html`<figure class="word"><div>${letters.map((letter, i) => {
      const after = [letters.slice(0, i).join(""), letter, letters.slice(i + 1).join("")].filter(Boolean).join(" ");
      const move = options.find(({ move }) => move.text.slice(move.text.indexOf("->") + 2).trim() === after)?.index ?? -1;
      const on = touch(scene, move);
      return html`<span class="letter-box ${classes(scene, move)}" @pointerenter=${on.enter} @pointerleave=${on.leave} @click=${on.click}>${letter}<small>${label(scene, move)}${
        move >= 0 && scene.values && scene.answer.moves[move].winning ? "★" : ""}</small></span>`;
    })}</div>${scene.values ? html`<figcaption>${badge(part.grundy)}</figcaption>` : nothing}</figure>`;
  })}</div>`;
}
