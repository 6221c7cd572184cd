import { html } from "../vendor/lit-html.js";

/** @param {import("../types.js").Rule|null} _rule */
export function draw(_rule) {
  return html`<p>soon</p>`;
}
