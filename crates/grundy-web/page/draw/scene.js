// What every drawing is handed: the position, its parts and legal moves, and what to do when one is touched.

/** @typedef {import("../types.js").Moves} Moves */
/** @typedef {import("../types.js").Move} Move */

/**
 * @typedef {object} Scene
 * @property {string} game
 * @property {string} kind
 * @property {Moves} answer
 * @property {number} hot                 index of the move that is lit up, or -1
 * @property {(move: number) => void} light
 * @property {(move: number) => void} play
 * @property {boolean} values             whether values may be seen
 * @property {boolean} locked             whether the board can be touched
 * @property {Heat} [heat]                what is known of the other squares of a board
 */

/** @typedef {((a: number, b: number) => {lost: boolean, text: string}|null) & {values?: boolean}} Heat */

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

/** The moves of one part, with their indices. @param {Scene} scene @param {number} part */
export function movesOf(scene, part) {
  return scene.answer.moves.map((move, index) => ({ move, index })).filter(({ move }) => move.part === part);
}
