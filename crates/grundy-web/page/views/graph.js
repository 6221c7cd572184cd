// Graph: a graph of your own, drawn, pasted or uploaded, with win, lose or draw for every vertex; or the game graph of a small
// position, laid out by rank, where a click goes to the position.

import { html, svg, nothing } from "../vendor/lit-html.js";
import { isStowed, stow, unstow } from "../large.js";
import { ask } from "../ask.js";
import { go, link, place } from "../place.js";
import { offer } from "../keys.js";
import { redraw } from "../redraw.js";
import { say } from "../say.js";
import { badge, outcomeMark, outcomeShape } from "../draw/marks.js";
import { head } from "../draw/graphs.js";
import { ranked, remembered, springs } from "../layout.js";
import { positionField } from "./explore.js";
import { ruleCard } from "../rulecard.js";
import { valueText } from "../notation.js";
import { readGraph, writeGraph } from "../graphtext.js";

/** @typedef {import("../types.js").Rule} Rule */
/** @typedef {import("../types.js").Vertex} Vertex */
/** @typedef {import("../layout.js").Spot} Spot */

const FRAME = { width: 760, height: 480 };
const DRAWN = 160;
const SAMPLE = "a b\nb c\nc a\nc d\nd e\nf d\ng f\ng a";
const state = {
  tool: "draw",
  /** @type {Map<string, Spot>} places chosen by hand */ spots: new Map(),
  /** @type {string|null} */ from: null,
  /** @type {Spot|null} */ pointer: null,
  hot: "",
  most: 120,
};

/** The text of the own graph: in the address, line breaks are semicolons. */
const text = () => {
  const graph = unstow(place().graph) ?? "";
  return graph.includes("{") ? graph : graph.replaceAll(";", "\n");
};

/** @param {string} next @param {boolean} [replace] */
const set = (next, replace = false) => go({ graph: stow(next.includes("{") ? next : next.trim().replace(/\s*\n\s*/g, ";")), show: "own" }, { replace });

/** @param {Rule|null} rule */
export function draw(rule) {
  const own = place().show === "own" || place().game === "" || (place().show === "" && place().graph !== "");
  const to = (/** @type {string} */ show) => link({ show });
  return html`<nav class="switch" aria-label="Which graph">
      <a href=${to("own").href} @click=${to("own").go} aria-current=${own ? "page" : "false"}>A graph of your own</a>
      ${place().game !== "" ? html`<a href=${to("position").href} @click=${to("position").go} aria-current=${own ? "false" : "page"}>The game graph of a position</a>` : nothing}</nav>
    ${own ? ownGraph() : gameGraph(rule)}`;
}

function ownGraph() {
  offer([
    { key: "d", what: "draw: click for a vertex, drag for an edge", run: () => tool("draw") },
    { key: "m", what: "move vertices", run: () => tool("move") },
    { key: "x", what: "erase", run: () => tool("erase") },
  ]);
  const source = text();
  const { data, error, waiting } = source.trim() === "" ? { data: null, error: null, waiting: false } : ask("graph", "/api/graph", {}, source);
  const graph = readGraph(source);
  /** @type {Map<string, Vertex>} */
  const solved = new Map((waiting ? [] : data?.vertices ?? []).map((/** @type {Vertex} */ vertex) => [vertex.vertex, vertex]));
  if (data && !waiting) say(`${data.vertices.length} vertices solved`);
  return html`<div class="explore graphs">
    <div class="left">
      <section class="card board">
        <h1>Your graph</h1>
        ${unstow(place().graph) === null ? html`<p class="error" role="alert">This graph was too large for a link and is kept on the computer where it was made; send it as a file.</p>`
          : isStowed(place().graph) ? html`<p class="fine too-large">Too large for a link: it is kept in this browser. Send it as a file.</p>` : nothing}
        <p class="fine">A token moves along the arrows; whoever cannot move loses. Cycles are welcome: then some vertices are draws.</p>
        <div class="actions">${[["draw", "Draw"], ["move", "Move"], ["erase", "Erase"]].map(([name, words]) => html`<button aria-pressed=${state.tool === name ? "true" : "false"} @click=${() => tool(name)}>${words}</button>`)}
          <button @click=${() => { state.spots.clear(); redraw(); }}>Tidy up</button>
          <button @click=${() => { state.spots.clear(); set(""); }}>Clear</button>
          ${source.trim() === "" ? html`<button class="main" @click=${() => set(SAMPLE)}>An example</button>` : nothing}</div>
        ${graph.vertices.length <= DRAWN ? canvas(graph, solved) : html`<p>${graph.vertices.length} vertices are too many for a picture; the table has them all.</p>`}
        <p class="fine">${state.tool === "draw" ? "Click for a new vertex; drag from one vertex to another for an arrow." : state.tool === "move" ? "Drag vertices." : "Click a vertex or an arrow to remove it."}</p>
      </section>
      <section class="card"><h2><label for="edges">Edges, DOT or JSON</label></h2>
        <textarea id="edges" rows="7" spellcheck="false" .value=${source} placeholder="a b&#10;b c" @change=${(/** @type {Event} */ e) => set(/** @type {HTMLTextAreaElement} */ (e.target).value)}></textarea>
        ${error ? html`<p class="error" role="alert">${error.line ? `line ${error.line}: ` : ""}${error.message}${error.hint ? html` <span class="fine">${error.hint}</span>` : nothing}</p>` : nothing}
        <div class="actions"><label class="button">Upload a file <input class="hidden" type="file" @change=${upload}></label>
          <button @click=${() => save("graph.dot", dot(graph, solved))} ?disabled=${graph.vertices.length === 0}>Download DOT</button>
          <button @click=${() => save("graph.json", JSON.stringify(data, null, 1))} ?disabled=${!data}>Download JSON</button></div></section>
    </div>
    <div class="right">${data && !waiting ? vertexTable(data.vertices) : nothing}</div></div>`;
}

/** @param {string} name */
function tool(name) {
  state.tool = name;
  state.from = null;
  redraw();
}

/** @param {Event} event */
async function upload(event) {
  const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
  if (file) set(await file.text());
}

/** @param {string} name @param {string} content */
function save(name, content) {
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(new Blob([content], { type: "text/plain" }));
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
}

/** @param {import("../graphtext.js").Graph} graph @param {Map<string, Vertex>} solved */
const dot = (graph, solved) => `digraph {\n${graph.vertices.map((name) => {
  const known = solved.get(name);
  return `  "${name}"${known ? ` [label="${name}: ${known.outcome} ${valueText(known.grundy)}"]` : ""};\n`;
}).join("")}${graph.edges.map(([a, b]) => `  "${a}" -> "${b}";\n`).join("")}}\n`;

/** @param {PointerEvent} event @returns {Spot} */
function spotOf(event) {
  const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
  return { x: ((event.clientX - box.left) / box.width) * FRAME.width, y: ((event.clientY - box.top) / box.height) * FRAME.height };
}

/** @param {PointerEvent} event */
const vertexUnder = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-vertex]")?.getAttribute("data-vertex") ?? null;

/** A name that is not in use. @param {string[]} taken */
function fresh(taken) {
  for (let i = 0; ; i += 1) {
    const name = i < 26 ? String.fromCharCode(97 + i) : `v${i - 25}`;
    if (!taken.includes(name)) return name;
  }
}

/** @param {import("../graphtext.js").Graph} graph @param {Map<string, Vertex>} solved */
function canvas(graph, solved) {
  const auto = remembered(`own ${writeGraph(graph)}`, () => ({ layout: springs(graph.vertices, graph.edges, FRAME), ...FRAME })).layout;
  const spot = (/** @type {string} */ name) => state.spots.get(name) ?? auto.get(name) ?? { x: 0, y: 0 };
  const keep = () => graph.vertices.forEach((name) => state.spots.set(name, spot(name)));
  const down = (/** @type {PointerEvent} */ event) => {
    state.from = state.tool === "erase" ? null : vertexUnder(event);
    state.pointer = spotOf(event);
    /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
  };
  const move = (/** @type {PointerEvent} */ event) => {
    if (state.from === null) return;
    state.pointer = spotOf(event);
    if (state.tool === "move") { keep(); state.spots.set(state.from, state.pointer); }
    redraw();
  };
  const up = (/** @type {PointerEvent} */ event) => {
    const [from, to, at] = [state.from, vertexUnder(event), spotOf(event)];
    Object.assign(state, { from: null, pointer: null });
    if (state.tool === "draw") { keep(); drawn(graph, from, to, at); }
    if (state.tool === "erase" && to !== null) { keep(); set(writeGraph({ vertices: graph.vertices.filter((name) => name !== to), edges: graph.edges.filter(([a, b]) => a !== to && b !== to) })); }
    redraw();
  };
  const erase = (/** @type {number} */ i) => () => { if (state.tool === "erase") { keep(); set(writeGraph({ vertices: graph.vertices, edges: graph.edges.filter((_, j) => j !== i) })); } };
  return html`<svg class="net canvas ${state.tool}" viewBox="0 0 ${FRAME.width} ${FRAME.height}" role="img" aria-label="The graph; the table lists its vertices, the text its edges" @pointerdown=${down} @pointermove=${move} @pointerup=${up}>
    ${graph.edges.map(([a, b], i) => arc(spot(a), spot(b), a === b, graph.edges.some(([c, d]) => c === b && d === a && a !== b), solved.get(a)?.best === b, erase(i)))}
    ${state.tool === "draw" && state.from !== null && state.pointer ? svg`<line class="rubber" x1=${spot(state.from).x} y1=${spot(state.from).y} x2=${state.pointer.x} y2=${state.pointer.y}></line>` : nothing}
    ${graph.vertices.map((name) => node(name, spot(name), solved.get(name)))}</svg>`;
}

/** What a finished stroke of the pen means. @param {import("../graphtext.js").Graph} graph @param {string|null} from @param {string|null} to @param {Spot} at */
function drawn(graph, from, to, at) {
  const { vertices, edges } = graph;
  if (from === null || to === null) {
    const name = fresh(vertices);
    state.spots.set(name, at);
    set(writeGraph({ vertices: [...vertices, name], edges: from === null ? edges : [...edges, [from, name]] }));
  } else if (from !== to && !edges.some(([a, b]) => a === from && b === to)) {
    set(writeGraph({ vertices, edges: [...edges, [from, to]] }));
  }
}

/** @param {Spot} from @param {Spot} to @param {boolean} loop @param {boolean} both @param {boolean} best @param {() => void} click */
function arc(from, to, loop, both, best, click) {
  const bend = both ? 0.18 : 0;
  const middle = { x: (from.x + to.x) / 2 + bend * (to.y - from.y), y: (from.y + to.y) / 2 - bend * (to.x - from.x) };
  const path = loop ? `M${from.x - 8},${from.y - 10}c-30,-50 46,-50 16,0` : `M${from.x},${from.y}Q${middle.x},${middle.y} ${to.x},${to.y}`;
  return svg`<g class="edge ${best ? "best" : ""}" @click=${click}><path class="reach" d=${path}></path><path class="line" d=${path}></path>${loop ? nothing : head(both ? middle : from, to)}</g>`;
}

/** @param {string} name @param {Spot} at @param {Vertex|undefined} known */
function node(name, at, known) {
  return svg`<g class="vertex ${state.hot === name ? "hot" : ""}" data-vertex=${name} transform="translate(${at.x} ${at.y})" @pointerenter=${() => heat(name)} @pointerleave=${() => heat("")}>
    <g transform="scale(1.7)">${known ? outcomeShape(known.outcome) : svg`<circle class="shape" r="9"></circle>`}</g>
    <text class="letter" dy="0.36em">${known?.outcome ?? ""}</text><text class="name" y="-22">${name}</text>
    ${known ? svg`<text class="worth" y="32">${valueText(known.grundy)}</text>` : nothing}</g>`;
}

/** @param {string} name */
function heat(name) {
  if (state.hot === name || state.from !== null) return;
  state.hot = name;
  redraw();
}

/** @param {Vertex[]} vertices */
function vertexTable(vertices) {
  return html`<section class="card vertices"><h2>Vertices</h2><div class="scroll" tabindex="0" role="region" aria-label="Vertices"><table>
    <thead><tr><th scope="col">vertex</th><th scope="col">outcome</th><th scope="col">value</th><th scope="col">moves left</th><th scope="col">best</th></tr></thead>
    <tbody>${vertices.slice(0, 1000).map((one) => html`<tr class=${state.hot === one.vertex ? "hot" : ""} @pointerenter=${() => heat(one.vertex)} @pointerleave=${() => heat("")}>
      <th scope="row">${one.vertex}</th><td>${outcomeMark(one.outcome)}</td><td>${badge(one.grundy)}</td><td>${one.remoteness ?? "–"}</td><td>${one.best === null ? "–" : `→ ${one.best}`}</td></tr>`)}</tbody></table></div>
    <p class="fine">${outcomeMark("N")} wins, ${outcomeMark("P")} loses, ${outcomeMark("D")} draws for the player to move.</p></section>`;
}

/** @param {Rule|null} rule */
function gameGraph(rule) {
  const { game, position, misere } = place();
  offer([]);
  if (rule === null) return html`<p class="loading">…</p>`;
  if (position === "" && rule.positions[0]) {
    queueMicrotask(() => go({ position: rule.positions[0] }, { replace: true }));
    return nothing;
  }
  const { data, error, waiting } = ask(`net ${game}`, "/api/position-graph", { game, position, misere, max: state.most });
  return html`<div class="explore graphs"><div class="left">${ruleCard(rule)}
      <section class="card board" aria-busy=${waiting ? "true" : "false"}>${positionField(rule, error?.message, false)}
        ${data ? rankedPicture(data) : nothing}
        ${error ? html`<div class="actions">${state.most < 2000 ? html`<button @click=${() => { state.most = Math.min(2000, state.most * 4); redraw(); }}>Draw up to ${Math.min(2000, state.most * 4)} positions</button>` : nothing}</div>` : nothing}</section></div>
    <div class="right">${data ? html`<section class="card vertices"><h2>Positions</h2><div class="scroll" tabindex="0" role="region" aria-label="Positions"><table>
      <thead><tr><th scope="col">position</th><th scope="col">outcome</th><th scope="col">value</th></tr></thead>
      <tbody>${data.vertices.map((/** @type {any} */ one) => { const to = link({ view: "explore", position: one.position, line: [] });
        return html`<tr class=${state.hot === one.position ? "hot" : ""} @pointerenter=${() => heat(one.position)} @pointerleave=${() => heat("")}><th scope="row"><a href=${to.href} @click=${to.go}>${one.position || "nothing"}</a></th><td>${outcomeMark(one.outcome)}</td><td>${badge(one.grundy)}</td></tr>`; })}</tbody></table></div></section>` : nothing}</div></div>`;
}

/** @param {any} data */
function rankedPicture(data) {
  const names = data.vertices.map((/** @type {any} */ one) => String(one.position));
  /** @type {[string, string][]} */
  const edges = data.edges.map((/** @type {[number, number]} */ [a, b]) => [names[a], names[b]]);
  const rank = new Map(data.vertices.map((/** @type {any} */ one, /** @type {number} */ i) => [names[i], one.rank ?? 0]));
  const longest = Math.max(4, ...names.map((/** @type {string} */ name) => name.length));
  const { layout, width, height } = remembered(`ranks ${data.game} ${data.convention} ${data.position}`, () => ranked(names, edges, rank, { gapX: Math.max(86, Math.min(160, 30 + longest * 9)), gapY: 96 }));
  const spot = (/** @type {string} */ name) => layout.get(name) ?? { x: 0, y: 0 };
  return html`<div class="stage"><svg class="net ranks" viewBox="0 0 ${width} ${height}" width=${width} height=${height} role="img" aria-label="The game graph by rank, winning moves in bold; the table lists its positions">
    ${edges.map(([a, b], i) => {
      const [from, to] = [spot(a), spot(b)];
      // Edges that pass a rank go round what stands there.
      const over = (rank.get(a) ?? 0) - (rank.get(b) ?? 0) - 1;
      const middle = { x: (from.x + to.x) / 2 + (i % 2 === 0 ? 1 : -1) * Math.min(over, 3) * 46, y: (from.y + to.y) / 2 };
      const wins = data.vertices[data.edges[i][0]].outcome === "N" && data.vertices[data.edges[i][1]].outcome === "P";
      return svg`<g class="edge ${state.hot === a || state.hot === b ? "hot" : ""} ${wins ? "best" : ""}"><path class="line" d="M${from.x},${from.y}Q${middle.x},${middle.y} ${to.x},${to.y}"></path>${head(middle, to)}</g>`;
    })}
    ${data.vertices.map((/** @type {any} */ one, /** @type {number} */ i) => svg`<g class="vertex live ${state.hot === names[i] ? "hot" : ""}" transform="translate(${spot(names[i]).x} ${spot(names[i]).y})" @pointerenter=${() => heat(names[i])} @pointerleave=${() => heat("")}
        @click=${() => go({ view: "explore", position: names[i], line: [] })}><g transform="scale(1.7)">${outcomeShape(one.outcome)}</g><text class="letter" dy="0.36em">${one.outcome}</text>
        <text class="name" y="-22">${names[i] || "nothing"}</text><text class="worth" y="32">${valueText(one.grundy)}</text></g>`)}</svg></div>`;
}
