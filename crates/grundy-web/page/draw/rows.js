// Positions that are one list of numbers whose places matter, or a list with a tail such as `bank=5`: each number is a pile.

import { html, nothing } from "../vendor/lit-html.js";
import { stones } from "./stones.js";
import { badge } from "./marks.js";

/** @typedef {import("./scene.js").Scene} Scene */

/** The numbers in front, and the rest as it stands. @param {string} text */
export function split(text) {
  const words = text.trim() === "" ? [] : text.trim().split(/\s+/);
  const end = words.findIndex((word) => !/^\d+$/.test(word));
  const numbers = (end < 0 ? words : words.slice(0, end)).map(Number);
  return { numbers, tail: end < 0 ? "" : words.slice(end).join(" ") };
}

/** @param {Scene} scene */
export const fits = (scene) => /^\s*\d+(\s+\d+)*(\s+[a-z]+=\S+)*\s*$/.test(scene.answer.position);

/** Tuples of more or fewer than two numbers are piles too. @param {Scene} scene */
export function draw(scene) {
  const { numbers, tail } = split(scene.answer.position);
  const results = scene.answer.moves.map((move) => split(move.result));
  // Where a tail changes with the piles, the first such move is meant; where empty piles are dropped, order does not matter.
  /** @type {Map<string, number>} */
  const known = new Map();
  results.forEach((result, index) => {
    const key = result.numbers.length === numbers.length ? result.numbers.join() : sorted(result.numbers);
    if (!known.has(key)) known.set(key, index);
  });
  const to = (/** @type {number} */ pile, /** @type {number} */ n) => {
    const next = numbers.map((x, i) => (i === pile ? n : x));
    return known.get(next.join()) ?? known.get(sorted(next)) ?? -1;
  };
  const hot = scene.hot >= 0 ? results[scene.hot]?.numbers : undefined;
  const aligned = hot?.length === numbers.length ? hot : undefined;
  return html`<div class="heaps piles">${numbers.map((n, pile) => html`<figure class="heap">
      ${stones(scene, { n, row: false, stone: (i) => to(pile, i), drag: (low) => to(pile, low), lit: aligned && aligned[pile] < n ? { first: aligned[pile], end: n } : null })}
      <figcaption><b>${n}</b>${aligned && aligned[pile] !== n ? html`<span class="becomes">→ ${aligned[pile]}</span>` : nothing}</figcaption></figure>`)}
    ${tail ? html`<p class="tail">${tail.split(" ").map((word) => html`<span class="badge">${word}</span> `)}</p>` : nothing}
    ${scene.values && scene.answer.parts.length === 1 ? html`<p class="tail">value ${badge(scene.answer.grundy)}</p>` : nothing}</div>`;
}

/** @param {number[]} numbers */
const sorted = (numbers) => numbers.filter((n) => n > 0).sort((a, b) => a - b).join();
