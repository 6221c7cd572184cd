// A move that touches several places is chosen place by place. It plays as soon as no other move has all that is chosen; a
// move that is whole although longer ones go on from it is offered by a button.

import { html, nothing } from "../vendor/lit-html.js";
import { redraw } from "../redraw.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** Where a move begins, if that is chosen apart, and its other places in any order. @typedef {{first: string, rest: string[]}} Chosen */
/** @typedef {Chosen & {index: number}} Way  a move and what it is chosen by */

// A choice outlives the drawing it was made in, for lighting a move draws the board again.
const state = { for: "", first: "", rest: /** @type {string[]} */ ([]) };

export class Chooser {
  /** @param {Scene} scene @param {Way[]} ways of those that are chosen alike, the first counts */
  constructor(scene, ways) {
    this.scene = scene;
    const key = (/** @type {Chosen} */ { first, rest }) => `${first}|${[...rest].sort().join(" ")}`;
    this.ways = [...new Map([...ways].reverse().map((way) => [key(way), way])).values()].reverse();
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

  /** The only move that is left, or the one that is whole, or -1. @param {Chosen} chosen */
  meant(chosen) {
    const left = this.having(chosen);
    if (left.length === 1 && chosen.rest.length > 0) return left[0].index;
    return left.find((way) => way.first === chosen.first && way.rest.length === chosen.rest.length)?.index ?? -1;
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
    const left = this.isChosen(place) || chosen.rest.length === 0 ? [] : this.having(chosen);
    Object.assign(state, left.length === 1 ? this.nothing() : chosen);
    if (left.length === 1) this.scene.play(left[0].index);
    else redraw();
  }

  /** Handlers and classes of a place. @param {string} place */
  at(place) {
    const { scene } = this;
    const move = this.move(place);
    const won = move >= 0 && scene.values && scene.answer.moves[move].winning ? " winning" : "";
    const hot = move >= 0 && scene.hot === move ? " hot" : "";
    const looks = this.isChosen(place) ? "live chosen" : this.after(place) ? `live${won}${hot}` : "idle";
    if (scene.locked) return { move, looks: "idle", enter: () => {}, leave: () => {}, click: () => {} };
    return { move, looks, enter: () => scene.light(move), leave: () => scene.light(-1), click: () => this.pick(place) };
  }

  /** Plays what is chosen, once it is a whole move; there from the start, so that nothing shifts under the pointer. */
  button() {
    const sizes = new Set(this.ways.map((way) => way.rest.length));
    if (this.scene.locked || sizes.size < 2) return nothing;
    const move = this.meant(state);
    return html`<button class="whole" ?disabled=${move < 0} @pointerenter=${() => this.scene.light(move)} @pointerleave=${() => this.scene.light(-1)}
      @click=${() => { Object.assign(state, this.nothing()); this.scene.play(move); }}>Play what is chosen</button>`;
  }
}
