// What the game is: its title, the rule in words and in signs, its class, engine and source.

import { html, nothing } from "./vendor/lit-html.js";
import { go, place } from "./place.js";
import { baseName } from "./notation.js";

/** Words between backticks are code. @param {string} text */
export const prose = (text) => text.split("`").map((piece, i) => (i % 2 === 1 ? html`<code>${piece}</code>` : piece));

/** The parameters of a game with their values: the given ones, else the defaults. @param {string} game @param {string[]} defaults */
function parameters(game, defaults) {
  const given = new Map(game.split(":").slice(1).join(":").split(",").filter(Boolean).map((pair) => /** @type {[string, string]} */ (pair.split("=").map((word) => word.trim()))));
  return defaults.map((pair) => {
    const [name, value] = pair.split("=");
    return { name, value: given.get(name) ?? value };
  });
}

/** Fields for the parameters. @param {string[]} defaults */
function fields(defaults) {
  const list = parameters(place().game, defaults);
  const set = (/** @type {string} */ name, /** @type {string} */ value) =>
    go({ game: `${baseName(place().game)}:${list.map((one) => `${one.name}=${one.name === name ? value : one.value}`).join(",")}`, line: [] });
  return html`<div class="settings">${list.map(({ name, value }) => html`<label>${name} ${/^(true|false)$/.test(value)
    ? html`<input type="checkbox" .checked=${value === "true"} @change=${(/** @type {Event} */ e) => set(name, String(/** @type {HTMLInputElement} */ (e.target).checked))}>`
    : html`<input class="short" type="text" .value=${value} @change=${(/** @type {Event} */ e) => set(name, /** @type {HTMLInputElement} */ (e.target).value.trim())}>`}</label>`)}</div>`;
}

/** @param {import("./types.js").Rule|null} rule */
export function ruleCard(rule) {
  if (!rule) return nothing;
  const name = rule.title ?? place().game;
  return html`<section class="rulecard">
    <h1>${name}</h1>
    ${rule.about ? html`<p>${prose(rule.about)}</p>` : (rule.words ?? []).map((line) => html`<p>${prose(line)}</p>`)}
    ${rule.parameters?.length ? fields(rule.parameters) : nothing}
    <details><summary>Rule, class and source</summary><dl>
      ${rule.rule ? html`<dt>rule</dt><dd><code class="lines">${rule.rule}</code></dd>` : nothing}
      ${rule.words && rule.about ? html`<dt>in words</dt><dd>${rule.words.join("; ")}</dd>` : nothing}
      ${rule.class ? html`<dt>class</dt><dd>${rule.class}</dd>` : nothing}
      ${rule.engine ? html`<dt>engine</dt><dd>${rule.engine}</dd>` : nothing}
      ${rule.oeis ? html`<dt>OEIS</dt><dd>${rule.oeis.split(/[\s,]+/).map((number) => /^A\d{6}$/.test(number) ? html`<a href="https://oeis.org/${number}" rel="noreferrer">${number}</a> ` : `${number} `)}</dd>` : nothing}
      ${rule.source ? html`<dt>source</dt><dd>${rule.source}</dd>` : nothing}
      ${rule.positions?.length ? html`<dt>examples</dt><dd>${rule.positions.map((example) => html`<button @click=${() => go({ position: example, line: [] })}>${example}</button> `)}</dd>` : nothing}
    </dl></details>
  </section>`;
}
