// Chooses the drawing of a position: by the game's name where the game has a board of its own, else by the kind of its positions.

import { html } from "../vendor/lit-html.js";
import { baseName } from "../notation.js";
import * as heaps from "./heaps.js";
import * as rows from "./rows.js";
import * as tuples from "./tuples.js";
import * as staircase from "./staircase.js";
import * as strip from "./strip.js";
import * as corners from "./corners.js";
import * as words from "./words.js";
import * as squares from "./squares.js";
import * as points from "./points.js";
import * as graphs from "./graphs.js";
import * as cells from "./cells.js";
import * as kinds from "./kinds.js";
import { tray } from "./tray.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {{fits: (scene: Scene) => boolean, draw: (scene: Scene) => unknown}} Drawing */

/** @type {Record<string, Drawing>} */
const byName = {
  staircase, strip, welter: strip, nimble: strip, coins: strip, "mock-turtles": strip, ruler: strip, tartan: corners, "turning-corners": corners, palindromes: words, chomp: squares, cram: squares, notakto: squares, "treblecross-strip": squares,
  "node-kayles": graphs, "arc-kayles": graphs, hackenbush: graphs, geography: graphs,
  };
/** @type {Drawing[]} */
const inTurn = [points, heaps, tuples, rows, kinds, cells, graphs];

/** The drawing of a position, which makes every move in one step or two. @param {Scene} scene */
export function drawing(scene) {
  scene.begun = new Set();
  const own = byName[baseName(scene.game)];
  const found = own?.fits(scene) ? own : inTurn.find((drawing) => drawing.fits(scene));
  const drawn = found ? found.draw(scene) : html`<p class="text-position">${scene.answer.position || "Nothing is left."}</p>`;
  return html`${drawn}${tray(scene)}`;
}
