// Heaps as stones. In games that only take, a heap is a pile and a stone takes itself and all above it; in games that split, a heap
// is a row, where a stone is knocked out alone and a joint stands for the two stones beside it, or for the cut between them.

import { html, svg, nothing } from "../vendor/lit-html.js";
import { after, heaps } from "../notation.js";
import { classes, label, movesOf, touch } from "./scene.js";
import { badge } from "./marks.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {{index: number, left: number[]}} Option  a move of one heap and the heaps it leaves */

const STEP = 34;
const MANY = 72;
const PILE = 8;
const ROW = 12;

/** Whether this drawing can show the position. @param {Scene} scene */
export const fits = (scene) => heaps(scene.answer.position) !== null && scene.answer.parts.every((part) => heaps(part.text)?.length === 1);

/** @param {Scene} scene */
export function draw(scene) {
  const parts = scene.answer.parts.map((part, index) => ({ n: Number(part.text), grundy: part.grundy, options: options(scene, index) }));
  const splits = scene.answer.moves.some((move) => (after(move.text)?.filter((heap) => heap > 0).length ?? 0) > 1);
  if (parts.length === 0) return html`<p class="nothing">No heaps are left.</p>`;
  return html`<div class="heaps ${splits ? "rows" : "piles"}">
    ${parts.map((part, index) => html`<figure class="heap">
      ${part.n > MANY ? bar(scene, part.n, part.options) : stones(scene, part.n, part.options, splits)}
      <figcaption><b>${part.n}</b>${scene.values ? badge(part.grundy, `value of heap ${index + 1}`) : nothing}</figcaption>
    </figure>`)}
  </div>`;
}

/** @param {Scene} scene @param {number} part @returns {Option[]} */
function options(scene, part) {
  return movesOf(scene, part).flatMap(({ move, index }) => {
    const left = after(move.text)?.filter((heap) => heap > 0);
    return left ? [{ index, left }] : [];
  });
}

/** The option that leaves these heaps. @param {Option[]} options @param {number[]} left */
export function leaving(options, left) {
  const wanted = left.filter((heap) => heap > 0).sort((a, b) => a - b).join();
  return options.find((option) => [...option.left].sort((a, b) => a - b).join() === wanted)?.index ?? -1;
}

/** What one stone plays: in a pile all from it upwards, in a row itself. @param {Option[]} options @param {number} n @param {number} i @param {boolean} splits */
const byStone = (options, n, i, splits) => leaving(options, splits ? [i, n - 1 - i] : [i]);

/** What a joint plays: the cut after stone i, or the two stones beside it. @param {Option[]} options @param {number} n @param {number} i */
function byJoint(options, n, i) {
  const cut = leaving(options, [i + 1, n - i - 1]);
  return cut >= 0 ? cut : leaving(options, [i, n - i - 2]);
}

/** The stones that a lit move takes away or cuts apart: those from `first` up to `end`. @param {Option|undefined} option @param {number} n */
function span(option, n) {
  if (!option || option.left.length > 2) return null;
  const [a = 0, b = 0] = option.left;
  return a + b <= n ? { first: a, end: n - b } : null;
}

/** @param {Scene} scene @param {number} n @param {Option[]} options @param {boolean} splits */
function stones(scene, n, options, splits) {
  const columns = splits ? Math.min(n, ROW) : Math.ceil(n / PILE);
  const lines = splits ? Math.ceil(n / ROW) : Math.min(n, PILE);
  const at = (/** @type {number} */ i) => splits
    ? { x: (i % ROW) * STEP + STEP / 2, y: Math.floor(i / ROW) * STEP + STEP / 2 }
    : { x: Math.floor(i / PILE) * STEP + STEP / 2, y: (lines - 1 - (i % PILE)) * STEP + STEP / 2 };
  const lit = span(options.find((option) => option.index === scene.hot), n);
  const width = Math.max(1, columns) * STEP;
  const height = Math.max(1, lines) * STEP;
  const gone = (/** @type {number} */ i) => lit !== null && i >= lit.first && i < lit.end;
  const drag = dragging(scene, n, options, splits);
  return html`<svg class="stones" viewBox="0 0 ${width} ${height}" width=${width} height=${height} aria-hidden="true"
      @pointerdown=${drag.down} @pointermove=${drag.move} @pointerup=${drag.up}>
    ${n === 0 ? svg`<line class="ground" x1="4" x2=${width - 4} y1=${height - 2} y2=${height - 2}></line>` : nothing}
    ${Array.from({ length: n }, (_, i) => stone(scene, byStone(options, n, i, splits), i, at(i), gone(i)))}
    ${splits ? Array.from({ length: Math.max(0, n - 1) }, (_, i) => joint(scene, byJoint(options, n, i), i, at(i), at(i + 1))) : nothing}
  </svg>`;
}

/** @param {Scene} scene @param {number} move @param {number} i @param {{x: number, y: number}} at @param {boolean} gone */
function stone(scene, move, i, at, gone) {
  const on = touch(scene, move);
  return svg`<g class="stone ${classes(scene, move)} ${gone ? "gone" : ""}" data-stone=${i} transform="translate(${at.x} ${at.y})"
      @pointerenter=${on.enter} @pointerleave=${on.leave} @click=${on.click}>
    <circle r="14.5"></circle>
    ${move >= 0 && scene.values && scene.answer.moves[move].winning ? svg`<path class="star" d=${STAR}></path>` : nothing}
    <text dy="0.36em">${label(scene, move)}</text>
  </g>`;
}

/** @param {Scene} scene @param {number} move @param {number} i @param {{x: number, y: number}} a @param {{x: number, y: number}} b */
function joint(scene, move, i, a, b) {
  if (move < 0 || a.y !== b.y) return nothing;
  const on = touch(scene, move);
  return svg`<g class="joint ${classes(scene, move)}" data-joint=${i} transform="translate(${(a.x + b.x) / 2} ${a.y})"
      @pointerenter=${on.enter} @pointerleave=${on.leave} @click=${on.click}>
    <circle r="6.5"></circle>
    ${scene.values && scene.answer.moves[move].winning ? svg`<path class="star" transform="scale(0.55)" d=${STAR}></path>` : nothing}
    <text dy="0.36em">${label(scene, move)}</text>
  </g>`;
}

const STAR = star(14);

/** A five-pointed star around the origin. @param {number} radius */
function star(radius) {
  const corners = Array.from({ length: 10 }, (_, i) => {
    const reach = i % 2 === 0 ? radius : radius * 0.55;
    const angle = (Math.PI * i) / 5 - Math.PI / 2;
    return `${(reach * Math.cos(angle)).toFixed(2)},${(reach * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${corners.join("L")}Z`;
}

// A drag outlives the drawing it began in, for lighting a move draws the board again.
const drag = { from: -1, move: -1 };
addEventListener("pointerup", () => { drag.from = -1; });

/** The number of the stone under the pointer, or -1. @param {PointerEvent} event */
function stoneUnder(event) {
  const hit = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-stone]");
  return hit && /** @type {Element} */ (event.currentTarget).contains(hit) ? Number(hit.getAttribute("data-stone")) : -1;
}

/** Dragging over stones of a row takes exactly those; in a pile it takes from the lowest one touched. @param {Scene} scene @param {number} n @param {Option[]} options @param {boolean} splits */
function dragging(scene, n, options, splits) {
  return {
    down: (/** @type {PointerEvent} */ event) => {
      drag.from = scene.locked ? -1 : stoneUnder(event);
      drag.move = -1;
    },
    move: (/** @type {PointerEvent} */ event) => {
      const to = drag.from < 0 || event.buttons === 0 ? -1 : stoneUnder(event);
      if (to < 0 || to === drag.from) return;
      const [low, high] = [Math.min(drag.from, to), Math.max(drag.from, to)];
      drag.move = leaving(options, splits ? [low, n - 1 - high] : [low]);
      scene.light(drag.move);
    },
    up: () => {
      const chosen = drag.move;
      drag.move = -1;
      if (chosen >= 0) scene.play(chosen);
    },
  };
}

/** A heap too large for stones: a bar, on which the place says how much is left. @param {Scene} scene @param {number} n @param {Option[]} options */
function bar(scene, n, options) {
  const lit = span(options.find((option) => option.index === scene.hot), n);
  const single = options.filter((option) => option.left.length <= 1);
  const nearest = (/** @type {PointerEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const left = ((event.clientX - box.left) / box.width) * n;
    return single.reduce((best, option) => {
      const off = Math.abs((option.left[0] ?? 0) - left);
      return off < best.off ? { off, index: option.index } : best;
    }, { off: Infinity, index: -1 }).index;
  };
  return html`<svg class="bar" viewBox="0 0 240 40" width="240" height="40" aria-hidden="true"
      @pointermove=${(/** @type {PointerEvent} */ e) => !scene.locked && scene.light(nearest(e))} @pointerleave=${() => scene.light(-1)}
      @click=${(/** @type {PointerEvent} */ e) => !scene.locked && nearest(e) >= 0 && scene.play(nearest(e))}>
    <rect class="whole" width="240" height="40" rx="8"></rect>
    ${lit ? svg`<rect class="gone" x=${(lit.first / n) * 240} width=${((lit.end - lit.first) / n) * 240} height="40"></rect>` : nothing}
  </svg>`;
}
