// Rows of stones that are worth points: the stones that the lit move takes are marked.

import { html, nothing } from "../vendor/lit-html.js";
import { classes, touch } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */

/** @param {Scene} scene */
export const fits = (scene) => /^stone-/.test(scene.game) && scene.answer.position.trim() !== "";

/** How a move touches the row: from the left, from the right, or one stone. @param {string} text @param {string[]} stones */
function taken(text, stones) {
  const many = /^(?:take|merge) (\d+) for/.exec(text);
  if (many) return { first: 0, end: Number(many[1]) };
  if (/on the right/.test(text)) return { first: stones.length - 1, end: stones.length };
  if (/on the left/.test(text)) return { first: 0, end: 1 };
  const one = /^take (\S+,\S+) for/.exec(text);
  const at = one ? stones.indexOf(one[1]) : -1;
  return at >= 0 ? { first: at, end: at + 1 } : null;
}

/** @param {Scene} scene */
export function draw(scene) {
  const words = scene.answer.position.trim().split(/\s+/);
  const stones = words.filter((word) => !word.includes("="));
  const spans = scene.answer.moves.map((move) => taken(move.text, stones));
  const hot = scene.hot >= 0 ? spans[scene.hot] : null;
  return html`<div class="points">${stones.map((stone, i) => {
    const move = spans.findIndex((span) => span !== null && (span.first === 0 && span.end === stones.length ? i === stones.length - 1 : i === (span.first === 0 ? span.end - 1 : span.first)));
    const on = touch(scene, move);
    return html`<span class="letter-box ${classes(scene, move)} ${hot && i >= hot.first && i < hot.end ? "gone" : ""}" @pointerenter=${on.enter} @pointerleave=${on.leave} @click=${on.click}>${stone}</span>`;
  })}${words.filter((word) => word.includes("=")).map((word) => html`<span class="badge">${word}</span>`) ?? nothing}</div>`;
}
