// Chooses the drawing of a position: by the game's name where the game has a board of its own, else by the kind of its positions.

import { html } from "../vendor/lit-html.js";
import { baseName } from "../notation.js";
import * as heaps from "./heaps.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {{fits: (scene: Scene) => boolean, draw: (scene: Scene) => unknown}} Drawing */

/** @type {Record<string, Drawing>} */
const byName = {};
/** @type {Drawing[]} */
const inTurn = [heaps];

/** @param {Scene} scene */
export function drawing(scene) {
  const own = byName[baseName(scene.game)];
  const found = own?.fits(scene) ? own : inTurn.find((drawing) => drawing.fits(scene));
  return found ? found.draw(scene) : html`<p class="text-position">${scene.answer.position || "nothing"}</p>`;
}
