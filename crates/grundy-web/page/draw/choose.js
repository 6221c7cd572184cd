// A move that touches several places is chosen place by place. It plays as soon as no other move has all that is chosen; until
// then all that have it are offered below the drawing, so that the second step can always be the last.

import { redraw } from "../redraw.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** Where a move begins, if that is chosen apart, and its other places in any order. @typedef {{first: string, rest: string[]}} Chosen */
/** @typedef {Chosen & {index: number}} Way  a move and what it is chosen by */

// A choice outlives the drawing it was made in, for lighting a move draws the board again.
const state = { for: "", first: "", rest: /** @type {string[]} */ ([]) };

export class Chooser {
  /** @param {Scene} scene @param {Way[]} ways */
  constructor(scene, ways) {
    this.scene = scene;
    scene.chooser = this;
    this.ways = ways;
    this.firsts = new Set(this.ways.map((way) => way.first));
    /** @type {Map<string, Way[]>} */
    this.by = new Map();
    for (const way of this.ways) for (const place of way.rest) this.by.set(place, [...(this.by.get(place) ?? []), way]);
    const name = `${scene.game} ${scene.answer.position}`;
    if (state.for !== name) Object.assign(state, { for: name, ...this.nothing() });
  }

  /** Before anything is chosen: where all moves begin alike, that is no choice. @returns {Chosen} */
  nothing() {
    return { first: this.firsts.size === 1 ? [...this.firsts][0] : "", rest: [] };
  }

  /** The moves that have all that is chosen. @param {Chosen} chosen */
  having({ first, rest }) {
    const some = rest.length > 0 ? this.by.get(rest[0]) ?? [] : this.ways;
    return some.filter((way) => (first === "" || way.first === first) && rest.every((place) => way.rest.includes(place)));
  }

  /** The moves that have all that is chosen, each once. @param {Chosen} chosen */
  left(chosen) {
    return [...new Set(this.having(chosen).map((way) => way.index))];
  }

  /** The only move that is left, or the only one that is whole, or -1. @param {Chosen} chosen */
  meant(chosen) {
    const left = this.left(chosen);
    if (left.length === 1) return left[0];
    const whole = this.having(chosen).filter((way) => way.first === chosen.first && way.rest.length === chosen.rest.length);
    return new Set(whole.map((way) => way.index)).size === 1 ? whole[0].index : -1;
  }

  /** The moves to choose from, once something is chosen. */
  offered() {
    const { first, rest } = state;
    return this.scene.locked || (rest.length === 0 && first === this.nothing().first) ? [] : this.left(state);
  }

  /** Chooses nothing, and plays. @param {number} move */
  play(move) {
    Object.assign(state, this.nothing());
    this.scene.play(move);
  }

  forget() {
    Object.assign(state, this.nothing());
    redraw();
  }

  /** What is chosen after a touch: one place more, or one instead of another; null when no move has it. @param {string} place @returns {Chosen|null} */
  after(place) {
    const { first, rest } = state;
    if (this.scene.locked) return null;
    if (place === first) return this.nothing();
    if (rest.includes(place)) return { first, rest: rest.filter((other) => other !== place) };
    const more = { first, rest: [...rest, place] };
    const instead = rest.map((gone) => ({ first, rest: more.rest.filter((other) => other !== gone) }));
    const begun = first === "" ? [{ first: place, rest }] : [];
    return [...begun, more, ...instead, { first: place, rest: [] }, { first: this.nothing().first, rest: [place] }, { first: "", rest: [place] }]
      .find((chosen) => this.having(chosen).length > 0) ?? null;
  }

  /** @param {string} place */
  isChosen(place) {
    return !this.scene.locked && (state.first === place || state.rest.includes(place));
  }

  /** The move that a touch plays or makes whole, or -1. @param {string} place */
  move(place) {
    const chosen = this.isChosen(place) ? null : this.after(place);
    return chosen ? this.meant(chosen) : -1;
  }

  /** @param {string} place */
  pick(place) {
    const chosen = this.after(place);
    if (!chosen) return;
    const left = this.isChosen(place) ? [] : this.left(chosen);
    if (left.length === 1) return this.play(left[0]);
    Object.assign(state, chosen);
    redraw();
  }

  /** Handlers and classes of a place. @param {string} place */
  at(place) {
    const { scene } = this;
    if (scene.locked) return { move: -1, moves: [], looks: "idle", enter: () => {}, leave: () => {}, click: () => {} };
    const move = this.move(place);
    const chosen = this.isChosen(place) ? null : this.after(place);
    const moves = chosen ? this.left(chosen) : [];
    const won = scene.values && moves.some((index) => scene.answer.moves[index].winning) ? " winning" : "";
    const hot = move >= 0 && scene.hot === move ? " hot" : "";
    const looks = this.isChosen(place) ? "live chosen" : chosen ? `live${won}${hot}` : "idle";
    return { move, moves, looks, enter: () => scene.light(move), leave: () => scene.light(-1), click: () => this.pick(place) };
  }
}
