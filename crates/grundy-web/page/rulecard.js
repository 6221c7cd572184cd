// What the game is: its title, the rule in words and in signs, its class, engine and source.

import { html, nothing } from "./vendor/lit-html.js";
import { go, place } from "./place.js";

/** @param {import("./types.js").Rule|null} rule */
export function ruleCard(rule) {
  if (!rule) return nothing;
  const name = rule.title ?? place().game;
  return html`<section class="rulecard">
    <h1>${name}</h1>
    <p>${rule.about ?? rule.words?.[0] ?? ""}</p>
    <details><summary>Rule, class and source</summary><dl>
      ${rule.rule ? html`<dt>rule</dt><dd><code>${rule.rule}</code></dd>` : nothing}
      ${rule.words && rule.about ? html`<dt>in words</dt><dd>${rule.words.join("; ")}</dd>` : nothing}
      ${rule.class ? html`<dt>class</dt><dd>${rule.class}</dd>` : nothing}
      ${rule.engine ? html`<dt>engine</dt><dd>${rule.engine}</dd>` : nothing}
      ${rule.oeis ? html`<dt>OEIS</dt><dd>${rule.oeis}</dd>` : nothing}
      ${rule.source ? html`<dt>source</dt><dd>${rule.source}</dd>` : nothing}
      ${rule.positions?.length ? html`<dt>examples</dt><dd>${rule.positions.map((example) => html`<button @click=${() => go({ position: example, line: [] })}>${example}</button> `)}</dd>` : nothing}
    </dl></details>
  </section>`;
}
