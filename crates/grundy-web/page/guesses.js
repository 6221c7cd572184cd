// What numbers look like: periods, recurrences, formulas and games that fit, always observed and never proved.

import { html, nothing } from "./vendor/lit-html.js";
import { ask } from "./ask.js";

const SHOWN = 8;

/** @param {unknown[]} values @param {string} [of] */
export function guesses(values, of = "these values") {
  const numbers = values.filter((value) => typeof value === "number");
  if (numbers.length < 6 || numbers.length < values.length) return nothing;
  const { data, error } = ask(`guess ${of}`, "/api/guess", { numbers: numbers.slice(0, 1000).join(" ") });
  if (error || !data) return nothing;
  return html`<section class="card guesses"><h2>What ${of} look${of.startsWith("the") && of !== "these values" ? "s" : ""} like</h2>
    ${data.guesses.length === 0 ? html`<p>Nothing fits these ${data.terms} terms.</p>` : html`<ul>${data.guesses.slice(0, SHOWN).map((/** @type {any} */ one) => html`<li><b>${one.kind}</b> <code>${one.formula}</code> <span class="fine">fitted on ${one.fitted}, predicted ${one.predicted}</span></li>`)}</ul>`}
    <p class="fine">Observed in ${data.terms} terms, not proved.</p></section>`;
}
