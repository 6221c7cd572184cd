// Hashing: paste a program or type the parameters of its polynomial hash; get two texts that break it, a verdict, and what to use instead.

import { html, nothing } from "../vendor/lit-html.js";
import { ask, get } from "../ask.js";
import { go, link, place } from "../place.js";
import { offer } from "../keys.js";
import { copied } from "../panels.js";
import { isStowed, stow, unstow } from "../large.js";
import { say } from "../say.js";
import { redraw } from "../redraw.js";

/** @typedef {import("../types.js").Place} Place */
/** @typedef {{value: string|number|null, line: number|null}} Found */
/** @typedef {{base: Found, modulus: Found, order: Found, map: Found}} Read */

const SAMPLE = "const long long M = 1000000007, B = 31;\nlong long h = 0;\nfor (char c : s) h = (h * B + c - 'a' + 1) % M;";

/** @type {[string, Partial<Place>][]} */
const EXAMPLES = [
  ["the lecture's: 31 modulo 10⁹ + 9", { base: "31", modulus: "1e9+9", order: "high", map: "letters" }],
  ["two moduli", { base: "31,37", modulus: "1e9+7,1e9+9", order: "high", map: "letters" }],
  ["what 64 bits do by themselves", { base: "131", modulus: "2^64", order: "high", map: "letters" }],
  ["a random base modulo 2⁶¹ − 1", { base: "", modulus: "2^61-1", order: "high", map: "letters" }],
  ["two random bases modulo 2⁶¹ − 1", { base: "", modulus: "2^61-1,2^61-1", order: "high", map: "letters" }],
];
const LANGUAGES = [["cpp", "C++"], ["python", "Python"], ["rust", "Rust"], ["java", "Java"]];
const WHO = [["accidents", "against accidents"], ["insiders", "against those who know the parameters"], ["outsiders", "against those who do not know the base"]];
let language = "cpp";
let wrong = "";

/** The parameters of the functions that a program uses together: those of the first one's order. @param {Read[]} functions @returns {Partial<Place>} */
function parametersOf(functions) {
  const [first] = functions;
  const together = functions.filter((each) => each.order.value === first.order.value);
  const random = together.some((each) => each.base.value === null);
  return {
    base: random ? "" : together.map((each) => each.base.value).join(","),
    modulus: together.map((each) => each.modulus.value ?? "").join(","),
    order: String(first.order.value),
    map: String(first.map.value),
  };
}

/** Reads a program, and goes to what was found in it. @param {string} code */
async function read(code) {
  wrong = "";
  if (code.trim() === "") return go({ code: "" });
  try {
    const { functions } = await get("/api/hash/read", {}, { method: "POST", body: code });
    if (functions.length === 0) wrong = "No polynomial hash was read in this program; type its parameters below.";
    say(wrong || `${functions.length} hash ${functions.length === 1 ? "function" : "functions"} read`);
    go({ code: stow(code), ...(functions.length > 0 ? parametersOf(functions) : {}) });
  } catch (error) {
    wrong = error instanceof Error ? error.message : String(error);
  }
  redraw();
}

/** @param {string} name @param {Found} found */
const one = (name, found) => html`<span>${name} <b>${found.value ?? "drawn at run time"}</b> <span class="fine">${found.line === null ? "by its type" : `line ${found.line}`}</span></span>`;

function program() {
  const code = unstow(place().code);
  const found = code ? ask("program", "/api/hash/read", {}, code) : null;
  return html`<section class="card program"><h2><label for="program">A program</label></h2>
    <textarea id="program" rows="6" spellcheck="false" placeholder=${SAMPLE} .value=${code ?? ""} @change=${(/** @type {Event} */ e) => void read(/** @type {HTMLTextAreaElement} */ (e.target).value)}></textarea>
    <div class="actions"><button @click=${() => void read(SAMPLE)}>Try the example</button><span class="fine">C++, Python, Java or Rust; it is read, not run.</span></div>
    ${wrong ? html`<p class="error" role="alert">${wrong}</p>` : nothing}
    ${code === null ? html`<p class="error">This program is too large for a link and is on another computer.</p>` : isStowed(place().code) ? html`<p class="fine">The program is too large for a link; it stays in this browser.</p>` : nothing}
    ${(found?.data?.functions ?? []).map((/** @type {Read} */ each) => html`<p class="read-function">${one("base", each.base)} ${one("modulus", each.modulus)} ${one("order", each.order)} ${one("letters", each.map)}</p>`)}
  </section>`;
}

function parameters() {
  const { base, modulus, order, map } = place();
  const set = (/** @type {string} */ key) => (/** @type {Event} */ e) => go({ [key]: /** @type {HTMLInputElement} */ (e.target).value.trim() });
  const pick = (/** @type {string} */ key, /** @type {string} */ at, /** @type {string[][]} */ all) => html`<select @change=${set(key)}>${all.map(([value, words]) => html`<option value=${value} ?selected=${value === at}>${words}</option>`)}</select>`;
  const maps = [["letters", "a = 1"], ["a=0", "a = 0"], ["bytes", "bytes"]];
  const known = maps.some(([value]) => value === map) || map === "" ? maps : [...maps, [map, map]];
  return html`<section class="card"><h2>Its parameters</h2>
    <div class="settings hash-settings">
      <label>base <input class="mono" type="text" placeholder="random, secret" .value=${base} @change=${set("base")}></label>
      <label>modulus <input class="mono" type="text" placeholder="1e9+7, 2^61-1" .value=${modulus} @change=${set("modulus")}></label>
      <label>order ${pick("order", order || "low", [["high", "h = h·B + c"], ["low", "h += c·Bⁱ"]])}</label>
      <label>letters ${pick("map", map || "letters", known)}</label></div>
    <p class="fine">Several functions that are used together have commas between them; an empty base is one that the program draws at random and keeps secret.</p>
    <ul class="examples">${EXAMPLES.map(([words, change]) => { const to = link({ code: "", ...change }); return html`<li><a href=${to.href} @click=${to.go}>${words}</a></li>`; })}</ul></section>`;
}

/** The command that says the same. @param {string} verb */
function command(verb) {
  const { base, modulus, order, map } = place();
  const moduli = modulus.split(",").map((each) => ` --mod ${each.trim()}`).join("");
  const bases = base === "" ? (verb === "audit" ? " --random-base" : "") : base.split(",").map((each) => ` --base ${each.trim()}`).join("");
  return `grundy hash ${verb}${bases}${moduli}${order ? ` --order ${order}` : ""}${map ? ` --map '${map}'` : ""}`;
}

/** Two texts, with the letters that differ marked. @param {string} first @param {string} second */
function texts(first, second) {
  const shown = (/** @type {string} */ text, /** @type {string} */ other) => html`<code>${[...text].map((letter, i) => letter === other[i] ? letter : html`<mark>${letter}</mark>`)}</code>`;
  const short = Math.max(first.length, second.length) <= 200;
  return html`<div class="collision" tabindex="0" role="region" aria-label="Two texts with one hash">${short ? html`${shown(first, second)}${shown(second, first)}` : html`<code>${first}</code><code>${second}</code>`}</div>`;
}

function judged() {
  const { base, modulus, order, map } = place();
  if (modulus === "") return html`<section class="card"><h2>Is it safe?</h2><p>Paste a program, or choose one of the examples: you get two texts that it cannot tell apart, a verdict and what to use instead.</p></section>`;
  const random = base === "";
  const { data, error, waiting } = ask("audit", "/api/hash/audit", { modulus, order, map, ...(random ? { random_base: true } : { base }) });
  if (error) return html`<section class="card"><h2>Is it safe?</h2><p class="error" role="alert">${error.message}${error.hint ? html` <span class="fine">${error.hint}</span>` : nothing}</p></section>`;
  if (!data) return html`<section class="card" aria-busy="true"><h2>Is it safe?</h2><p class="loading">…</p></section>`;
  if (!waiting) say(`the hash is ${data.verdict}`);
  return html`<section class="card judged ${data.safe ? "safe" : data.verdict === "broken" ? "broken" : ""}" aria-busy=${waiting ? "true" : "false"} data-verdict=${data.verdict}>
    <h2>${data.safe ? "✓ Safe" : data.verdict === "broken" ? "✗ Broken" : "? Not proved safe"}</h2>
    ${data.attack ? html`<p>These two texts have one hash${random ? ", whatever the base" : ""} (${data.attack.method}, ${data.attack.steps.toLocaleString("en")} steps):</p>
      ${texts(data.attack.first, data.attack.second)}
      <div class="copy"><span>Copy</span>${copied([["texts", () => `${data.attack.first}\n${data.attack.second}\n`], ["command", () => command(random ? "audit" : "break")], ["JSON", () => JSON.stringify(data)]])}</div>` : nothing}
    <dl class="against">${WHO.map(([key, words]) => html`<div><dt>${words}</dt><dd><b class=${data[key].safe ? "good" : "bad"}>${data[key].safe ? "yes" : "no"}</b> ${data[key].words}</dd></div>`)}</dl>
    ${data.weaknesses.map((/** @type {string} */ words) => html`<p>${words}</p>`)}
    ${data.hypothesis ? html`<p class="fine">Supposed: ${data.hypothesis}</p>` : nothing}
    <p class="advice">${data.advice}</p></section>`;
}

function instead() {
  const { data } = ask("snippet", "/api/hash/snippet", { language });
  return html`<section class="card snippet"><h2>Use this instead</h2>
    <div class="settings"><span class="row">${LANGUAGES.map(([name, words]) => html`<button aria-pressed=${language === name ? "true" : "false"} @click=${() => { language = name; redraw(); }}>${words}</button>`)}</span>
      ${data ? copied([["copy the class", () => data.source]]) : nothing}</div>
    ${data ? html`<pre tabindex="0" aria-label="A class with a secret base">${data.source}</pre>` : nothing}</section>`;
}

function find() {
  const { needle, text } = place();
  const set = (/** @type {string} */ key) => (/** @type {Event} */ e) => go({ [key]: /** @type {HTMLInputElement} */ (e.target).value });
  const asked = needle !== "" && text !== "" ? ask("matches", "/api/hash/find", { needle, text }) : null;
  return html`<section class="card find"><h2>Find, exactly</h2>
    <div class="settings hash-settings"><label>look for <input class="mono" type="text" placeholder="aba" .value=${needle} @change=${set("needle")}></label>
      <label>in <input class="mono wide" type="text" placeholder="abababa" .value=${text} @change=${set("text")}></label></div>
    ${asked?.error ? html`<p class="error" role="alert">${asked.error.message}</p>` : nothing}
    ${asked?.data && !asked.waiting ? matches(needle, text, asked.data) : html`<p class="fine">All matches, those that overlap too; no hash is needed for that.</p>`}</section>`;
}

/** The text with what was found marked. Positions are bytes, as everywhere in this command. @param {string} needle @param {string} text @param {{count: number, positions: number[]}} data */
function matches(needle, text, data) {
  const bytes = new TextEncoder().encode(text);
  const width = new TextEncoder().encode(needle).length;
  const inside = new Uint8Array(bytes.length);
  for (const start of data.positions) inside.fill(1, start, start + width);
  /** @type {unknown[]} */
  const pieces = [];
  for (let from = 0, to = 0; from < bytes.length; from = to) {
    while (to < bytes.length && inside[to] === inside[from]) to += 1;
    const piece = new TextDecoder().decode(bytes.slice(from, to));
    pieces.push(inside[from] ? html`<mark>${piece}</mark>` : piece);
  }
  const places = data.positions.slice(0, 50);
  return html`<p class="found-in"><code>${pieces}</code></p>
    <p><b>${data.count.toLocaleString("en")}</b> ${data.count === 1 ? "match" : "matches"}${places.length > 0 ? html`, at ${places.join(", ")}${data.count > places.length ? " …" : ""}` : nothing}</p>`;
}

export function draw() {
  offer([]);
  return html`<div class="explore hash-view"><div class="left">
    <section class="rulecard"><h1>Hashing, and how it breaks</h1><p>A polynomial hash whose base is known has texts that it cannot tell apart, and they are found in milliseconds.</p></section>
    ${program()}${parameters()}${find()}</div>
    <div class="right">${judged()}${instead()}</div></div>`;
}
