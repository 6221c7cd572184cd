// The catalogue by kind of game: where it is played and what a move does there, each with a small drawing.

import { html, svg } from "./vendor/lit-html.js";

/** @typedef {{rule: string, type: string|null, positions: string[]}} Known */

const stone = (/** @type {number} */ x, /** @type {number} */ y) => svg`<circle cx=${x} cy=${y} r="4"></circle>`;

/** The first that fits is the kind. @type {{name: string, fits: (game: Known) => boolean, drawing: unknown}[]} */
const KINDS = [
  { name: "Graphs and orders", fits: ({ rule, type }) => /\bon (graph|poset)\b/.test(rule) || /^(arc-kayles|geography|hackenbush|node-kayles)$/.test(type ?? ""), drawing: svg`<path d="M8,24L20,8L32,24Z"></path>${stone(8, 24)}${stone(20, 8)}${stone(32, 24)}` },
  { name: "For points", fits: ({ rule, type }) => /^\s*points\b/.test(rule) || /^stone-/.test(type ?? ""), drawing: svg`<rect x="5" y="8" width="13" height="16" rx="2"></rect><rect x="22" y="8" width="13" height="16" rx="2"></rect><text x="11.5" y="20">3</text><text x="28.5" y="20">7</text>` },
  { name: "Boards", fits: ({ rule, positions }) => /\bon (board|torus|cylinder)\b/.test(rule) || /^(\d+x\d+|[^"\s]*\/.*)$/.test(positions[0] ?? ""), drawing: svg`<path d="M8,4h24v24h-24ZM8,12h24M8,20h24M16,4v24M24,4v24"></path>` },
  { name: "Rows, rings and strips", fits: ({ rule, type }) => /"/.test(rule) || /^(palindromes|strip|welter|staircase|treblecross-strip|coins)$/.test(type ?? ""), drawing: svg`<path d="M3,11h34v10h-34ZM11.5,11v10M20,11v10M28.5,11v10"></path>${stone(15.7, 16)}` },
  { name: "Pairs of numbers", fits: ({ rule, positions }) => /^\s*\(/.test(rule) || /^\d+,\d+/.test(positions[0] ?? ""), drawing: svg`<path d="M8,4v24h26M8,28L30,6"></path>${stone(24, 12)}` },
  { name: "Heaps of several kinds", fits: ({ rule }) => /^\s*\w+\(\w+\)\s*->/.test(rule), drawing: svg`${stone(10, 24)}${stone(10, 14)}<rect x="24" y="20" width="8" height="8"></rect><rect x="24" y="10" width="8" height="8"></rect>` },
  { name: "Heaps that split", fits: ({ rule }) => /->\s*(each\b|\w+ of\b|\w+\s*,)/.test(rule), drawing: svg`${stone(6, 24)}${stone(16, 24)}<path d="M20,6v22"></path>${stone(25, 24)}${stone(35, 24)}` },
  { name: "Heaps from which tokens are taken", fits: () => true, drawing: svg`${stone(12, 26)}${stone(12, 16)}${stone(12, 6)}${stone(28, 26)}${stone(28, 16)}` },
];
const ORDER = [7, 6, 4, 5, 3, 2, 0, 1];

/** The games of each kind, simple ones first. @template {Known} T @param {T[]} games @returns {{name: string, drawing: unknown, games: T[]}[]} */
export function grouped(games) {
  const kindOf = (/** @type {T} */ game) => KINDS.findIndex((kind) => kind.fits(game));
  const groups = ORDER.map((kind) => ({ ...KINDS[kind], games: games.filter((game) => kindOf(game) === kind) }));
  return groups.filter((group) => group.games.length > 0);
}

/** @param {unknown} drawing */
export const small = (drawing) => html`<svg class="small-drawing" viewBox="0 0 40 32" width="40" height="32" aria-hidden="true">${drawing}</svg>`;
