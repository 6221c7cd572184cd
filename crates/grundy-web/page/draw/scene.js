// What every drawing is handed: the position, its parts and legal moves, and what to do when one is touched.

import { nothing } from "../vendor/lit-html.js";

/** @typedef {import("../types.js").Moves} Moves */
/** @typedef {import("../types.js").Move} Move */

/**
 * @typedef {object} Scene
 * @property {string} game
 * @property {string} kind
 * @property {string} rule                the rule as it is written, or nothing
 * @property {Moves} answer
 * @property {number} hot                 index of the move that is lit up, or -1
 * @property {(move: number) => void} light
 * @property {(move: number) => void} play
 * @property {boolean} values             whether values may be seen
 * @property {boolean} locked             whether the board can be touched
 * @property {Heat} [heat]                what is known of the other squares of a board
 * @property {Set<number>} [begun]        the moves that something on the drawing begins, noted while it is drawn
 * @property {import("./choose.js").Chooser} [chooser]  where moves are chosen place by place
 * @property {(option: Option) => unknown} [brief]      a move in small, where one is chosen among several
 */

/** @typedef {((a: number, b: number) => {lost: boolean, text: string}|null) & {values?: boolean}} Heat */

/**
 * What an element says of the moves that it makes or begins: their numbers in the list, and whether one of them wins.
 * @param {Scene} scene @param {number|number[]} moves
 */
export function begins(scene, moves) {
  const list = (typeof moves === "number" ? [moves] : moves).filter((move) => move >= 0);
  if (scene.locked || list.length === 0) return { moves: nothing, winning: false };
  for (const move of list) scene.begun?.add(move);
  return { moves: list.join(" "), winning: scene.values && list.some((move) => scene.answer.moves[move].winning) };
}

/** Handlers that light a move up and play it. @param {Scene} scene @param {number} move */
export function touch(scene, move) {
  if (move < 0 || scene.locked) return { enter: () => {}, leave: () => {}, click: () => {} };
  return {
    enter: () => scene.light(move),
    leave: () => scene.light(-1),
    click: () => scene.play(move),
  };
}

/** The classes of something that plays a move. @param {Scene} scene @param {number} move */
export function classes(scene, move) {
  if (move < 0) return "idle";
  const hot = scene.hot === move ? " hot" : "";
  const won = scene.values && scene.answer.moves[move].winning ? " winning" : "";
  return scene.locked ? "idle" : `live${hot}${won}`;
}

/** The value a move leads to, for a label on the board. @param {Scene} scene @param {number} move */
export function label(scene, move) {
  if (!scene.values || move < 0) return "";
  const value = scene.answer.moves[move].grundy;
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? "∞" : String(value);
}

/** @typedef {import("../types.js").Change & {index: number}} Option  a move as data, and its place in the list */

/** All moves as data. @param {Scene} scene @returns {Option[]} */
export const options = (scene) => scene.answer.moves.map(({ move }, index) => ({ ...move, index }));

/** The moves of one part. @param {Scene} scene @param {number} part */
export const optionsOf = (scene, part) => options(scene).filter(({ component }) => component === part);

/** A place as a key of maps and attributes: `4`, `2,3`, `a`, `a,b`. @param {import("../types.js").Spot|string[]} place */
export const named = (place) => place.toString();

/** The places of a move by name. @param {{places: import("../types.js").Spot[]|null}|undefined} option */
export const placesOf = (option) => option?.places?.map(named) ?? [];

/** The move of a place: of those whose chosen place it is, the first. @param {Option[]} options @param {(places: import("../types.js").Spot[]) => import("../types.js").Spot|undefined} choose @returns {Map<string, number>} */
export function byPlace(options, choose) {
  const known = new Map();
  for (const { index, places } of options) {
    const place = places ? choose(places) : undefined;
    if (place !== undefined && !known.has(named(place))) known.set(named(place), index);
  }
  return known;
}

/** The places of the lit move, which the drawing marks. @param {Scene} scene */
export const litPlaces = (scene) => placesOf(scene.answer.moves[scene.hot]?.move);
