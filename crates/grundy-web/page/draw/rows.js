// Positions that are one list of numbers whose places matter, or a list with a tail such as `bank=5`: each number is a pile.

import { html, nothing } from "../vendor/lit-html.js";
import { stones } from "./stones.js";
import { Chooser } from "./choose.js";
import { options } from "./scene.js";
import { badge } from "./marks.js";

/** @typedef {import("./scene.js").Scene} Scene */

/** Most places above a pile for stones that can be added. */
const MOST_ABOVE = 8;

/** The numbers in front, and the rest as it stands. @param {string} text */
export function split(text) {
  const words = text.trim() === "" ? [] : text.trim().split(/\s+/);
  const end = words.findIndex((word) => !/^\d+$/.test(word));
  const numbers = (end < 0 ? words : words.slice(0, end)).map(Number);
  return { numbers, tail: end < 0 ? "" : words.slice(end).join(" ") };
}

/** @param {Scene} scene */
export const fits = (scene) => /^\s*\d+(\s+\d+)*(\s+[a-z]+=\S+)*\s*$/.test(scene.answer.position);

/** The piles that a move changes, each with what becomes of it. @param {import("./scene.js").Option} option */
function changes({ places, added }) {
  const { numbers } = split(added);
  return (places ?? []).map((pile) => ({ pile: Number(pile), to: numbers[Number(pile)] ?? 0 }));
}

/** A pile and what becomes of it. @param {number} pile @param {number} to */
const key = (pile, to) => `${pile}=${to}`;

/** @param {Scene} scene */
export function draw(scene) {
  const { numbers, tail } = split(scene.answer.position);
  const moves = options(scene).map((option) => ({ index: option.index, changed: changes(option) }));
  const chooser = new Chooser(scene, moves.map(({ index, changed }) => ({ index, first: "", rest: changed.map(({ pile, to }) => key(pile, to)) })));
  const hot = moves.find(({ index }) => index === scene.hot)?.changed ?? [];
  const most = numbers.map((n) => n);
  for (const { pile, to } of moves.flatMap(({ changed }) => changed)) most[pile] = Math.max(most[pile] ?? 0, to);
  return html`<div class="heaps piles" data-part="0">${numbers.map((n, pile) => {
    // A stone takes itself and all above it; a place above the pile is filled with all below it.
    const place = (/** @type {number} */ i) => key(pile, i < n ? i : i + 1);
    const becomes = hot.find((change) => change.pile === pile)?.to;
    return html`<figure class="heap" data-place=${pile}>
      ${stones(scene, { n, row: false, above: Math.min(MOST_ABOVE, most[pile] - n), stone: (i) => chooser.move(place(i)), drag: (low) => chooser.move(place(low)), touched: (i) => chooser.at(place(i)),
        lit: becomes !== undefined && becomes < n ? { first: becomes, end: n } : null })}
      <figcaption><b>${n}</b>${becomes === undefined ? nothing : html`<span class="becomes">→ ${becomes}</span>`}</figcaption></figure>`;
  })}
    ${tail ? html`<p class="tail">${tail.split(" ").map((word) => html`<span class="badge">${word}</span> `)}</p>` : nothing}
    <p class="tail">${scene.values && scene.answer.parts.length === 1 ? html`value ${badge(scene.answer.grundy)} ` : nothing}</p></div>`;
}
