// Editing a position with the mouse: heaps grow and shrink, come and go.

import { html } from "../vendor/lit-html.js";
import { heaps } from "../notation.js";

/** @param {import("../types.js").Rule|null} rule @param {string} position @param {(next: string) => void} set */
export function editor(rule, position, set) {
  const numbers = heaps(position);
  if (numbers === null) return html`<p>This position is edited as text, in the field above.</p>`;
  const change = (/** @type {number} */ i, /** @type {number} */ by) => set(numbers.map((n, j) => (j === i ? Math.max(0, n + by) : n)).join(" "));
  return html`<div class="editor">${numbers.map((n, i) => html`<div class="heap-edit">
      <button aria-label="one more in heap ${i + 1}" @click=${() => change(i, 1)}>+</button>
      <b>${n}</b>
      <button aria-label="one less in heap ${i + 1}" ?disabled=${n === 0} @click=${() => change(i, -1)}>−</button>
      <button class="plain" aria-label="remove heap ${i + 1}" @click=${() => set(numbers.filter((_, j) => j !== i).join(" "))}>×</button></div>`)}
    <button @click=${() => set([...numbers, 1].join(" "))}>add a heap</button></div>`;
}
