// The panels beside the board: verdict, moves, nim-sum, options with mex, the worked argument, and copying.

import { html, nothing } from "./vendor/lit-html.js";
import { ask, url } from "./ask.js";
import { badge, outcomeMark, outcomeWords, winMark } from "./draw/marks.js";
import { nimSum, valueText } from "./notation.js";
import { redraw } from "./redraw.js";
import { address, place } from "./place.js";
import { say } from "./say.js";

/** @typedef {import("./types.js").Moves} Moves */
/** @typedef {import("./draw/scene.js").Scene} Scene */

/** Who wins, and on what that rests. @param {Moves} answer @param {{engine?: string, reason?: string, proved?: boolean}|null} evidence */
export function verdict(answer, evidence) {
  if (answer.outcome === null) return undecided(answer);
  const winning = answer.moves.filter((move) => move.winning).length;
  const count = winning === 1 ? "1 winning move" : `${winning} winning moves`;
  const value = answer.grundy === null || answer.grundy === undefined ? "" : `, value ${valueText(answer.grundy)}`;
  say(`${answer.position || "the empty position"}: ${outcomeWords(answer.outcome)}${value}, ${count} of ${answer.total ?? "many"}`);
  return html`<section class="card verdict ${answer.outcome}" data-outcome=${answer.outcome}>
    <h2>${outcomeMark(answer.outcome)} ${capital(outcomeWords(answer.outcome))}</h2>
    <p>${answer.grundy === null || answer.grundy === undefined ? nothing : html`value ${badge(answer.grundy)} · `}
      ${answer.score ? html`best play gives ${answer.score.first} to ${answer.score.second} · ` : nothing}
      ${answer.total === 0 ? "no move is left" : winning > 0 ? html`${count} of ${answer.total ?? "many"}` : `${answer.total ?? "many"} ${answer.total === 1 ? "move" : "moves"}, none wins`}
      ${typeof answer.remoteness === "number" ? html` · over after ${answer.remoteness} ${answer.remoteness === 1 ? "move" : "moves"} of best play` : nothing}</p>
    ${evidence?.engine ? html`<p class="fine">${evidence.proved === false ? "observed" : "proved"} by ${evidence.engine}${evidence.reason ? `: ${evidence.reason}` : ""}</p>` : nothing}
  </section>`;
}

/** Time or memory did not suffice: nothing is claimed. @param {Moves} answer */
function undecided(answer) {
  const found = answer.moves.filter((move) => move.winning).length;
  const words = `Not decided within the limits of one question; ${found > 0 ? `${found} winning found so far` : "no winning move found yet"}`;
  say(`${answer.position}: ${words}`);
  return html`<section class="card verdict" data-outcome="?"><h2>${outcomeMark(null)} ${words}</h2>
    <p>${answer.total ?? "many"} ${answer.total === 1 ? "move" : "moves"}; which of them win is not known. A job has more time.</p></section>`;
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Every legal move with the value it leads to. @param {Scene} scene @param {number} chosen the row the arrow keys are on */
export function movesPanel(scene, chosen) {
  const { answer } = scene;
  const rows = answer.moves;
  // Misère play has no values of this kind.
  const misere = answer.convention === "misere";
  const lasts = rows.some((move) => typeof move.remoteness === "number");
  return html`<section class="card moves">
    <h2>Moves</h2>
    ${rows.length === 0 ? html`<p>No move is left: ${answer.convention === "misere" ? "the player to move wins" : "the player to move loses"}.</p>` : html`
    <div class="scroll"><table>
      <thead><tr><th scope="col">move</th><th scope="col">leaves</th>${scene.values ? html`${misere ? nothing : html`<th scope="col">value</th>`}<th scope="col"><span class="hidden">verdict</span></th>${lasts ? html`<th scope="col">moves left</th>` : nothing}` : nothing}</tr></thead>
      <tbody>${rows.map((move, index) => html`<tr class="${scene.hot === index ? "hot" : ""} ${scene.values && move.winning ? "winning" : ""}"
          data-move=${index} @pointerenter=${() => scene.light(index)} @pointerleave=${() => scene.light(-1)} @click=${() => !scene.locked && scene.play(index)}>
        <td><button class="plain" ?disabled=${scene.locked} aria-current=${chosen === index ? "true" : "false"} @focus=${() => scene.light(index)}
          @click=${(/** @type {Event} */ e) => { e.stopPropagation(); scene.play(index); }}>${arrow(move.text)}</button></td>
        <td>${move.result === "" ? "nothing" : move.result}</td>
        ${scene.values ? html`${misere ? nothing : html`<td>${move.gain === undefined ? badge(move.grundy) : badge(move.gain, "gain")}</td>`}<td>${winMark(move.winning)}</td>${lasts ? html`<td class="fine" title="moves to the end under best play">${move.remoteness ?? "–"}</td>` : nothing}` : nothing}
      </tr>`)}</tbody></table></div>`}
    ${answer.total === null || answer.total > rows.length ? html`<p class="fine">${rows.length} of ${answer.total ?? "many"} moves are listed, all that are known to win among them.</p>` : nothing}
  </section>`;
}

/** @param {string} text */
export const arrow = (text) => text.replaceAll("->", "→");

/** The nim-sum in binary columns; a lit move shows the column it changes. @param {Scene} scene */
export function nimSumPanel(scene) {
  const { answer, hot } = scene;
  if (answer.parts.length < 2 || !answer.parts.every((part) => typeof part.grundy === "number")) return nothing;
  const values = answer.parts.map((part) => /** @type {number} */ (part.grundy));
  const total = nimSum(values);
  if (answer.convention !== "normal" || total !== answer.grundy) return nothing;
  const move = hot >= 0 ? answer.moves[hot] : null;
  // A move changes one part; the new value of that part is what the rest needs to reach the whole.
  const part = move && typeof move.grundy === "number" && move.part < values.length ? move.part : -1;
  const changed = part >= 0 && move ? nimSum([/** @type {number} */ (move.grundy), total, values[part]]) : 0;
  const width = Math.max(1, ...[...values, changed].map((value) => value.toString(2).length));
  const digits = (/** @type {number} */ value, /** @type {number} */ mark) => [...value.toString(2).padStart(width, "0")].map((bit, i) =>
    html`<td class="bit ${bit === "1" ? "one" : ""} ${(BigInt(mark) >> BigInt(width - 1 - i)) & 1n ? "odd" : ""}">${bit}</td>`);
  return html`<section class="card nimsum"><h2>Nim-sum</h2>
    <table><caption class="hidden">The values of the parts in binary; a column with an odd number of ones gives one</caption>
      <thead class="hidden"><tr><th scope="col">part</th><th scope="col">value</th><th colspan=${width} scope="colgroup">binary</th></tr></thead>
      <tbody>${answer.parts.map((one, i) => html`<tr class=${part === i ? "was" : ""}><th scope="row">${one.text || "empty"}</th><td class="value">${values[i]}</td>${digits(values[i], total)}</tr>
        ${part === i ? html`<tr class="becomes"><th scope="row">becomes</th><td class="value">${changed}</td>${digits(changed, 0)}</tr>` : nothing}`)}</tbody>
      <tfoot><tr><th scope="row">nim-sum</th><td class="value">${part >= 0 && move ? valueText(move.grundy) : total}</td>${digits(part >= 0 && move ? /** @type {number} */ (move.grundy) : total, 0)}</tr></tfoot>
    </table>
    <p class="fine">A column with an odd number of ones gives a one${total === 0 ? ": here every column is even." : "; the winning moves make every column even."}</p></section>`;
}

/** The options of each part by value, and the least value that is missing. @param {Scene} scene */
export function mexPanel(scene) {
  const { answer } = scene;
  if (answer.total === null || answer.total > answer.moves.length || !answer.parts.every((part) => typeof part.grundy === "number")) return nothing;
  const values = answer.parts.map((part) => /** @type {number} */ (part.grundy));
  const total = nimSum(values);
  if (answer.moves.some((move) => typeof move.grundy !== "number") || answer.parts.length === 0) return nothing;
  if (answer.convention !== "normal" || total !== answer.grundy) return nothing;
  return html`<section class="card mex"><h2>Options and mex</h2>${answer.parts.map((part, i) => {
    /** @type {Map<number, {text: string, index: number}[]>} */
    const by = new Map();
    answer.moves.forEach((move, index) => {
      if (move.part !== i) return;
      const value = nimSum([/** @type {number} */ (move.grundy), total, values[i]]);
      by.set(value, [...(by.get(value) ?? []), { text: move.move.added, index }]);
    });
    const rows = [...by.keys()].sort((a, b) => a - b);
    return html`<details ?open=${answer.parts.length <= 3 && rows.length <= 12}><summary><b>${part.text}</b> <span>mex {${rows.slice(0, 12).join(", ")}${rows.length > 12 ? ", …" : ""}} = </span>${badge(part.grundy)}</summary>
      <table><tbody>${rows.map((value) => html`<tr><th scope="row">${badge(value)}</th><td>${by.get(value)?.map((option) => html`<span class="option ${scene.hot === option.index ? "hot" : ""}"
        @pointerenter=${() => scene.light(option.index)} @pointerleave=${() => scene.light(-1)}>${option.text || "0"}</span> `)}</td></tr>`)}
        <tr class="missing"><th scope="row">${badge(part.grundy)}</th><td>is the least value missing</td></tr></tbody></table></details>`;
  })}</section>`;
}

/** The worked argument of `grundy explain`. @param {string} game @param {string} position @param {boolean} misere */
export function explainPanel(game, position, misere) {
  const { data, waiting, error } = ask("explain", "/api/explain", { game, position, misere });
  return html`<section class="card explain" aria-busy=${waiting ? "true" : "false"}><h2>Why</h2>
    ${error ? html`<p class="error">${error.message}</p>` : (data?.sections ?? []).map((/** @type {import("./types.js").Section} */ section) => html`
      <h3>${section.title}</h3>${plainLines(section) ? section.lines.map((line) => html`<p>${arrow(line)}</p>`) : html`<pre tabindex="0">${section.lines.map(arrow).join("\n")}</pre>`}`)}
  </section>`;
}

/** Lines that line up in columns are kept as they are. @param {import("./types.js").Section} section */
const plainLines = (section) => !section.lines.some((line) => /^\s|\s{2,}/.test(line));

let lately = "";
/** What could not be copied, shown to be selected by hand. */
let failed = "";

/** Copies; without a secure context, as a page of the local network has none, by the older way. @param {string} text */
async function written(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

/** @param {string} name @param {string} text */
async function copy(name, text) {
  const done = await written(text);
  failed = done ? "" : text;
  lately = done ? name : "";
  say(done ? `${name} copied` : `${name} could not be copied; it is shown for you to select`);
  redraw();
  setTimeout(() => { if (lately === name) { lately = ""; redraw(); } }, 2500);
}

/** Quotes a word for the shell where it must be. @param {string} word */
const quoted = (word) => /^[\w.:,=+@%/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** The command that says the same in the terminal. @param {string} verb @param {string} game @param {string} position @param {boolean} misere */
export function command(verb, game, position, misere) {
  const dashed = /^-/.test(game) || /^-/.test(position) ? "-- " : "";
  return `grundy ${verb} ${misere ? "--misere " : ""}${dashed}${quoted(game)}${position ? ` ${/^[\d\s]+$/.test(position) ? position : quoted(position)}` : ""}`;
}

/** The position and its argument for a paper. @param {Moves} answer */
export function latex(answer) {
  const values = answer.parts.map((part) => part.grundy);
  const plain = values.every((value) => typeof value === "number");
  const sum = plain && values.length > 1 ? `$${values.join(" \\oplus ")} = ${valueText(answer.grundy)}$` : `value $${valueText(answer.grundy)}$`;
  const rows = answer.moves.filter((move) => move.winning).map((move) => `  ${escaped(move.text)} & ${escaped(move.result)} \\\\`);
  const table = rows.length > 0 ? `\n\\begin{tabular}{ll}\n  winning move & leaves \\\\ \\hline\n${rows.join("\n")}\n\\end{tabular}` : "";
  return `\\textsc{${escaped(answer.game)}}, position ${escaped(answer.position)}: ${sum}, ${answer.outcome}-position.${table}`;
}

/** @param {string} text */
const escaped = (text) => text.replace(/[\\{}_&%#$^~]/g, (sign) => (/[\\^~]/.test(sign) ? `\\char\`\\${sign} ` : `\\${sign}`)).replaceAll("->", "$\\to$");

/** Buttons that copy texts. @param {[string, () => string|Promise<string>][]} items */
export const copied = (items) => items.map(([name, text]) =>
  html`<button @click=${async () => copy(name, await text())}>${lately === name ? "✓ " : ""}${name}</button>`);

/** The link that others can open: of the class where one is served, and without an attempt. */
export function shared() {
  const { data } = ask("class", "/api/class", {});
  const path = place().view === "teach" ? address({ line: [] }) : location.pathname + location.search;
  return (data?.address ?? location.origin) + path + (place().view === "teach" ? "" : location.hash);
}

/** What is said of a link that only this machine understands. */
function linkNote() {
  const { data } = ask("class", "/api/class", {});
  const local = /^(localhost|127\.|\[::1\])/.test(location.host) && data && !data.address;
  return local ? html`<span class="fine local-link">The link opens on this computer only; <code>grundy serve --class</code> makes links for a class.</span>` : nothing;
}

/** Copy buttons: link, command, JSON, LaTeX. @param {Moves|null} answer @param {string} verb */
export function copyPanel(answer, verb) {
  const { game, position, misere } = place();
  const at = answer?.position ?? position;
  const json = async () => (await (await fetch(url("/api/solve", { game, position: at, misere }))).text()).trim();
  return html`<div class="copy" role="group" aria-label="Copy as"><span>Copy as</span>
    ${copied([["link", shared], ["command", () => command(verb, game, at, misere)], ["JSON", json]])}
    ${answer ? copied([["LaTeX", () => latex(answer)]]) : nothing}
    <code>${command(verb, game, at, misere)}</code>
    ${failed ? html`<p class="error" role="alert">Copying is not allowed here; select it: <input class="mono" readonly .value=${failed} aria-label="What could not be copied" @focus=${(/** @type {Event} */ e) => /** @type {HTMLInputElement} */ (e.target).select()}></p>` : nothing}
    ${linkNote()}</div>`;
}
