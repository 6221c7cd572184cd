// Heaps of several kinds, `row(7) ring(5)`: each is a row of stones with the name of its kind, a ring where it is called one. A stone
// begins the moves that take it away; where it cannot be told which ones go, every stone of the heap begins the move.

import { html, svg, nothing } from "../vendor/lit-html.js";
import { begins, optionsOf } from "./scene.js";
import { Chooser } from "./choose.js";
import { badge, STAR } from "./marks.js";

/** @typedef {import("./scene.js").Scene} Scene */

const STEP = 34;
const WIDE = 14;
const MOST = 200;

/** `row(7)` as its kind and size. @param {string} text */
function heapOf(text) {
  const found = /^(\p{L}[\p{L}\d_]*)\((\d+)\)$/u.exec(text.trim());
  return found ? { kind: found[1], n: Number(found[2]) } : null;
}

/** @param {Scene} scene */
export const fits = (scene) => scene.answer.parts.length > 0 && scene.answer.parts.every((part) => (heapOf(part.text)?.n ?? MOST + 1) <= MOST);

/** The ways to choose a move: what it leaves stands at both ends, either way round, and the stones between go. @param {Scene} scene @param {number} part @param {number} n */
function waysOf(scene, part, n) {
  return optionsOf(scene, part).flatMap(({ index, added }) => {
    const left = added.trim() === "" ? [] : added.trim().split(/\s+/).map((word) => heapOf(word)?.n ?? n + 1);
    const [a = 0, b = 0] = left;
    const told = left.length <= 2 && a + b < n;
    const ranges = told ? [[a, n - b], [b, n - a]] : [[0, Math.max(1, n)]];
    return ranges.map(([from, to]) => ({ index, first: "", rest: Array.from({ length: to - from }, (_, i) => `${part}:${from + i}`) }));
  });
}

/** @param {Scene} scene */
export function draw(scene) {
  const heaps = scene.answer.parts.map((part) => heapOf(part.text) ?? { kind: "", n: 0 });
  const chooser = new Chooser(scene, heaps.flatMap(({ n }, part) => waysOf(scene, part, n)));
  return html`<div class="heaps boards kinds">${heaps.map(({ kind, n }, part) => html`<figure class="heap" data-part=${part}>
    ${picture(scene, chooser, part, kind, n)}
    <figcaption><code>${kind}</code> <b>${n}</b>${scene.values ? badge(scene.answer.parts[part].grundy) : nothing}</figcaption></figure>`)}</div>`;
}

/** @param {Scene} scene @param {Chooser} chooser @param {number} part @param {string} kind @param {number} n */
function picture(scene, chooser, part, kind, n) {
  const count = Math.max(1, n);
  const ring = /ring|circle|cycle/.test(kind) && n > 2;
  const radius = Math.max(34, (count * STEP) / (2 * Math.PI));
  const wide = Math.min(count, WIDE);
  const [width, height] = ring ? [2 * radius + STEP, 2 * radius + STEP] : [wide * STEP, Math.ceil(count / WIDE) * STEP];
  const at = (/** @type {number} */ i) => {
    if (!ring) return { x: (i % WIDE + 0.5) * STEP, y: (Math.floor(i / WIDE) + 0.5) * STEP };
    const angle = (2 * Math.PI * i) / count - Math.PI / 2;
    return { x: width / 2 + radius * Math.cos(angle), y: height / 2 + radius * Math.sin(angle) };
  };
  return html`<svg class="stones" viewBox="0 0 ${width} ${height}" width=${width} height=${height} aria-hidden="true">
    ${ring ? svg`<circle class="rim" cx=${width / 2} cy=${height / 2} r=${radius}></circle>` : nothing}
    ${Array.from({ length: count }, (_, i) => {
      const on = chooser.at(`${part}:${i}`);
      const made = begins(scene, on.moves);
      return svg`<g class="stone ${on.looks} ${n === 0 ? "ghost" : ""}" data-stone=${i} data-move=${made.moves} ?data-winning=${made.winning} transform="translate(${at(i).x} ${at(i).y})"
          @pointerenter=${on.enter} @pointerleave=${on.leave} @click=${on.click}><circle r="14"></circle>${made.winning ? svg`<path class="star" transform="scale(0.8)" d=${STAR}></path>` : nothing}</g>`;
    })}</svg>`;
}
