// One heap of stones, as a pile or as a row, and the pointer's ways with it. What a stone plays is the caller's to say.

import { html, svg, nothing } from "../vendor/lit-html.js";
import { begins, classes, label, touch } from "./scene.js";
import { STAR } from "./marks.js";

/** @typedef {import("./scene.js").Scene} Scene */

/**
 * @typedef {object} Heap
 * @property {number} n
 * @property {boolean} row                             a row that can be split, instead of a pile
 * @property {(i: number) => number} stone             the move of a stone, or -1
 * @property {(i: number) => number} [joint]           the move of the joint after a stone, or -1
 * @property {(low: number, high: number) => number} [drag]  the move of a drag over stones
 * @property {{first: number, end: number}|null} lit   the stones that the lit move takes
 * @property {(i: number, between: boolean) => void} [over]  hears which stone, or which joint after a stone, the pointer is over
 * @property {number} [above]                          places for stones that can be added
 * @property {(i: number) => Touched} [touched]        where a stone does not play at once but is chosen
 */

/** @typedef {{looks: string, moves?: number[], enter: () => void, leave: () => void, click: () => void}} Touched */

const STEP = 38;
const WIDE = 50;
const PILE = 8;
const ROW = matchMedia("(max-width: 30rem)").matches ? 6 : 12;

/** More stones than this are drawn as a bar. */
export const MANY = 72;

/** @param {Scene} scene @param {Heap} heap */
export function stones(scene, heap) {
  const { row } = heap;
  if (heap.n > MANY) return bar(scene, heap);
  const n = Math.min(MANY, heap.n + (heap.above ?? 0));
  const columns = Math.max(1, row ? Math.min(n, ROW) : Math.ceil(n / PILE));
  const lines = Math.max(1, row ? Math.ceil(n / ROW) : Math.min(n, PILE));
  const at = (/** @type {number} */ i) => row
    ? { x: (i % ROW) * WIDE + WIDE / 2, y: Math.floor(i / ROW) * STEP + STEP / 2 }
    : { x: Math.floor(i / PILE) * STEP + STEP / 2, y: (lines - 1 - (i % PILE)) * STEP + STEP / 2 };
  const gone = (/** @type {number} */ i) => heap.lit !== null && i >= heap.lit.first && i < heap.lit.end;
  const [width, height] = [columns * (row ? WIDE : STEP), lines * STEP];
  const on = dragging(scene, heap);
  return html`<svg class="stones" viewBox="0 0 ${width} ${height}" width=${width} height=${height} aria-hidden="true"
      @pointerdown=${on.down} @pointermove=${on.move} @pointerup=${on.up}>
    ${n === 0 ? svg`<line class="ground" x1="4" x2=${width - 4} y1=${height - 2} y2=${height - 2}></line>` : nothing}
    ${Array.from({ length: n }, (_, i) => stone(scene, heap.stone(i), i, at(i), i >= heap.n ? "ghost" : gone(i) ? "gone" : "", heap.touched?.(i), () => heap.over?.(i, false)))}
    ${heap.joint ? Array.from({ length: Math.max(0, n - 1) }, (_, i) => joint(scene, heap.joint?.(i) ?? -1, i, at(i), at(i + 1), () => heap.over?.(i, true))) : nothing}
  </svg>`;
}

/** @param {Scene} scene @param {number} move @param {number} i @param {{x: number, y: number}} at @param {string} extra @param {Touched|undefined} touched @param {() => void} over */
function stone(scene, move, i, at, extra, touched, over) {
  const on = touched ?? { ...touch(scene, move), looks: classes(scene, move) };
  const made = begins(scene, touched?.moves ?? move);
  return svg`<g class="stone ${on.looks} ${extra}" data-stone=${i} data-move=${made.moves} ?data-winning=${made.winning} transform="translate(${at.x} ${at.y})"
      @pointerenter=${() => { over(); on.enter(); }} @pointerleave=${on.leave} @click=${on.click}>
    <circle r="16.5"></circle><circle class="shine" cx="-5" cy="-5.5" r="5"></circle>
    ${wins(scene, move) ? svg`<path class="star" d=${STAR}></path>` : nothing}
    <text dy="0.36em">${label(scene, move)}</text>
  </g>`;
}

/** @param {Scene} scene @param {number} move */
const wins = (scene, move) => move >= 0 && scene.values && scene.answer.moves[move].winning;

/** @param {Scene} scene @param {number} move @param {number} i @param {{x: number, y: number}} a @param {{x: number, y: number}} b @param {() => void} over */
function joint(scene, move, i, a, b, over) {
  if (move < 0 || a.y !== b.y) return nothing;
  const on = touch(scene, move);
  const made = begins(scene, move);
  return svg`<g class="joint ${classes(scene, move)}" data-joint=${i} data-move=${made.moves} ?data-winning=${made.winning} transform="translate(${(a.x + b.x) / 2} ${a.y})"
      @pointerenter=${() => { over(); on.enter(); }} @pointerleave=${on.leave} @click=${on.click}>
    <circle r="9"></circle>
    ${wins(scene, move) ? svg`<path class="star" transform="scale(0.62)" d=${STAR}></path>` : nothing}
    <text dy="0.36em">${label(scene, move)}</text>
  </g>`;
}

// A drag outlives the drawing it began in, for lighting a move draws the board again.
const drag = { from: -1, move: -1 };
addEventListener("pointerup", () => { drag.from = -1; });

/** The number of the stone under the pointer, or -1. @param {PointerEvent} event */
function stoneUnder(event) {
  const hit = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-stone]");
  return hit && /** @type {Element} */ (event.currentTarget).contains(hit) ? Number(hit.getAttribute("data-stone")) : -1;
}

/** @param {Scene} scene @param {Heap} heap */
function dragging(scene, heap) {
  return {
    down: (/** @type {PointerEvent} */ event) => {
      drag.from = scene.locked || !heap.drag ? -1 : stoneUnder(event);
      drag.move = -1;
    },
    move: (/** @type {PointerEvent} */ event) => {
      const to = drag.from < 0 || event.buttons === 0 ? -1 : stoneUnder(event);
      if (to < 0 || to === drag.from) return;
      drag.move = heap.drag?.(Math.min(drag.from, to), Math.max(drag.from, to)) ?? -1;
      scene.light(drag.move);
    },
    up: () => {
      const chosen = drag.move;
      drag.move = -1;
      if (chosen >= 0) scene.play(chosen);
    },
  };
}

/** A heap too large for stones: a bar, on which the place says how much is left. @param {Scene} scene @param {Heap} heap */
function bar(scene, { n, stone, lit }) {
  const nearest = (/** @type {PointerEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const left = Math.min(n - 1, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * n)));
    for (let off = 0; off < 2000; off += 1) {
      if (left + off < n && stone(left + off) >= 0) return stone(left + off);
      if (left - off >= 0 && stone(left - off) >= 0) return stone(left - off);
    }
    return -1;
  };
  return html`<svg class="bar" viewBox="0 0 240 40" width="240" height="40" aria-hidden="true"
      @pointermove=${(/** @type {PointerEvent} */ e) => !scene.locked && scene.light(nearest(e))} @pointerleave=${() => scene.light(-1)}
      @click=${(/** @type {PointerEvent} */ e) => !scene.locked && nearest(e) >= 0 && scene.play(nearest(e))}>
    <rect class="whole" width="240" height="40" rx="8"></rect>
    ${lit ? svg`<rect class="gone" x=${(lit.first / n) * 240} width=${((lit.end - lit.first) / n) * 240} height="40"></rect>` : nothing}
  </svg>`;
}
