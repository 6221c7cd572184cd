// Long work: a job runs in the server, streams its progress, can be stopped, and survives the tab.

import { html } from "./vendor/lit-html.js";

/** @param {string} _game */
export function jobPanel(_game) {
  return html``;
}
