// The small signs used everywhere: value badges, outcome shapes, the mark of a winning move. Each says its meaning by shape and letter too.

import { html, svg, nothing } from "../vendor/lit-html.js";
import { valueText } from "../notation.js";

/** A value in a pill. @param {import("../types.js").Value|undefined} value @param {string} [what] */
export const badge = (value, what = "value") =>
  html`<span class="badge" title=${what}><span class="hidden">${what} </span>${valueText(value)}</span>`;

const SHAPES = { N: "M0,-10L10,0L0,10L-10,0Z", P: "M-9,0a9,9 0 1 0 18,0a9,9 0 1 0 -18,0Z", D: "M-9,-6h18v12h-18Z" };
const WORDS = { N: "the player to move wins", P: "the player to move loses", D: "a draw" };

/** What an outcome means. @param {string|null} outcome */
export const outcomeWords = (outcome) => WORDS[/** @type {"N"} */ (outcome)] ?? "not known";

/** The shape of an outcome, for use inside a drawing. @param {string|null} outcome */
export const outcomeShape = (outcome) => svg`<path class="shape ${outcome}" d=${SHAPES[/** @type {"N"} */ (outcome)] ?? SHAPES.D}></path>`;

/** Diamond N, disc P or bar D, with its letter. @param {string|null} outcome */
export const outcomeMark = (outcome) => html`<svg class="outcome" viewBox="-12 -12 24 24" width="24" height="24" role="img" aria-label="${outcome ?? "?"}: ${outcomeWords(outcome)}">
  ${outcomeShape(outcome)}<text class="letter ${outcome}" dy="0.36em">${outcome ?? "?"}</text></svg>`;

/** The mark of a winning move: a star and the letter W. @param {boolean} winning */
export const winMark = (winning) => winning ? html`<span class="win" title="wins">★<span aria-hidden="true"> W</span><span class="hidden"> wins</span></span>` : nothing;

/** A five-pointed star around the origin, 14 units tall from its middle. */
export const STAR = `M${Array.from({ length: 10 }, (_, i) => {
  const reach = i % 2 === 0 ? 14 : 7.7;
  const angle = (Math.PI * i) / 5 - Math.PI / 2;
  return `${(reach * Math.cos(angle)).toFixed(2)},${(reach * Math.sin(angle)).toFixed(2)}`;
}).join("L")}Z`;
