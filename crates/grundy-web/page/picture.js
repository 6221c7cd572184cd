// Pictures drawn by the server, put into the page so that they follow its colours. Their own style sheet is left out: the page has one.

import { redraw } from "./redraw.js";

/** @type {Map<string, Element|null>} */
const known = new Map();
/** @type {Element|null} */
let last = null;

/** The picture at an address, or the one shown before until it is there. @param {string} address */
export function picture(address) {
  if (!known.has(address)) {
    if (known.size > 20) known.clear();
    known.set(address, null);
    void load(address);
  }
  last = known.get(address) ?? last;
  return last;
}

/** @param {string} address */
async function load(address) {
  const response = await fetch(address);
  if (!response.ok) return;
  // Before parsing: the security policy would complain about a style sheet even in a document that is never shown.
  const text = (await response.text()).replace(/<style>[^]*?<\/style>/g, "");
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  if (parsed.querySelector("parsererror")) return;
  known.set(address, document.importNode(parsed.documentElement, true));
  redraw();
}
