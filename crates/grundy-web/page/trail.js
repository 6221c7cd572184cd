// The moves that led to a position, and the way back.

import { html, nothing } from "./vendor/lit-html.js";
import { go, link, place, steps } from "./place.js";

/** One move back: a step of this visit, or the last position of the line that came with the address. */
export function undo() {
  if (steps() > 0) return history.back();
  const { line } = place();
  if (line.length > 0) go({ position: line[line.length - 1], line: line.slice(0, -1) });
}

/** The positions that led here, each a link. */
export function trail() {
  const { line, position } = place();
  if (line.length === 0) return nothing;
  return html`<nav class="trail" aria-label="Moves so far"><button class="plain" @click=${undo} title="undo">↶ undo</button>
    ${line.map((before, i) => {
      const to = link({ position: before, line: line.slice(0, i) });
      return html`<a href=${to.href} @click=${to.go}>${before || "nothing"}</a><span aria-hidden="true">→</span>`;
    })}<b>${position || "nothing"}</b></nav>`;
}
