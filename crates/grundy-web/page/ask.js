// Questions to the server. A view asks while it is drawn and gets what is known; when an answer arrives the page is drawn again.
// A request that the newest drawing no longer asks for is cancelled, so typing quickly never queues work.

/**
 * @template T
 * @typedef {object} Answer
 * @property {T|null} data       the newest answer of this slot, which may belong to an earlier question
 * @property {boolean} waiting   the answer to this very question is on its way
 * @property {number} seconds    how long it has been, in whole seconds
 * @property {() => void} stop   stops waiting for it
 * @property {import("./types.js").Diagnostic|null} error
 */

/** @typedef {{data: any, error: any, control: AbortController|null, used: number, since: number}} Entry */

/** @type {Map<string, Entry>} */
const known = new Map();
/** @type {Map<string, any>} */
const slots = new Map();
const KEPT = 200;
const RETRY = 2000;
let drawing = 0;
/** @type {() => void} */
let redraw = () => {};

/** Says how the page is drawn again. @param {() => void} how */
export const onAnswer = (how) => void (redraw = how);

/** The address of a question. @param {string} path @param {Record<string, unknown>} parameters */
export function url(path, parameters) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null && value !== false && value !== "") query.set(key, String(value));
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/**
 * Asks while drawing. `slot` names the place on the screen: until the answer is there, the slot's last answer is shown.
 * @param {string} slot @param {string} path @param {Record<string, unknown>} parameters @param {string} [body]
 * @returns {Answer<any>}
 */
export function ask(slot, path, parameters, body) {
  const key = body === undefined ? url(path, parameters) : `${url(path, parameters)}\n${body}`;
  let entry = known.get(key);
  if (!entry) {
    entry = { data: null, error: null, control: new AbortController(), used: drawing, since: performance.now() };
    known.set(key, entry);
    // A wait that is seen is counted in seconds.
    const asked = entry;
    const clock = setInterval(() => (asked.control ? redraw() : clearInterval(clock)), 1000);
    void fill(key, entry, url(path, parameters), body);
  }
  entry.used = drawing;
  if (entry.data) slots.set(slot, entry.data);
  const waiting = entry.control !== null;
  const seconds = Math.floor((performance.now() - entry.since) / 1000);
  return { data: entry.error ? null : entry.data ?? slots.get(slot) ?? null, waiting, seconds, error: entry.error, stop: () => stop(key) };
}

/** Stops waiting: the question stays unanswered until it is asked again. @param {string} key */
function stop(key) {
  const entry = known.get(key);
  if (!entry?.control) return;
  const { control } = entry;
  entry.control = null;
  entry.error = { message: "stopped before it was answered", stopped: true, again: () => { known.delete(key); redraw(); } };
  control.abort();
  redraw();
}

/** Forgets what a slot showed last. @param {string} slot */
export const forget = (slot) => void slots.delete(slot);

/** Asks outside of drawing. @param {string} path @param {Record<string, unknown>} parameters @param {RequestInit} [options] */
export async function get(path, parameters, options) {
  const response = await fetch(url(path, parameters), options);
  return unwrap(response);
}

/** @param {string} key @param {Entry} entry @param {string} address @param {string|undefined} body */
async function fill(key, entry, address, body) {
  try {
    const options = body === undefined ? {} : { method: "POST", body, headers: { "content-type": "text/plain" } };
    entry.data = await unwrap(await fetch(address, { ...options, signal: entry.control?.signal }));
  } catch (error) {
    if (entry.error?.stopped) return;
    if (entry.control?.signal.aborted) {
      known.delete(key);
      return;
    }
    entry.error = diagnostic(error);
    // A busy server, or one that is gone, is asked again after a while; a refused question is refused for good.
    if (entry.error.passing) setTimeout(() => { known.delete(key); redraw(); }, RETRY);
  }
  entry.control = null;
  redraw();
}

/** JSON whose whole numbers beyond 2^53 stay exact, as texts. @param {string} text */
export function parse(text) {
  try {
    return JSON.parse(text, /** @type {any} */ ((/** @type {string} */ _key, /** @type {unknown} */ value, /** @type {{source?: string}} */ context) =>
      typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? "") ? context.source : value));
  } catch {
    return null;
  }
}

/** @param {Response} response */
async function unwrap(response) {
  const answer = parse(await response.text());
  if (response.ok && answer) return answer;
  const problem = answer?.error ?? { message: `the server answered ${response.status}` };
  throw Object.assign(new Error(problem.message), { problem: { ...problem, passing: response.status >= 500 } });
}

/** @param {any} error */
function diagnostic(error) {
  return error?.problem ?? { message: "the server does not answer; is `grundy serve` still running?", passing: true };
}

/** Draws, then cancels what was not asked for again and forgets the oldest answers. @param {() => void} draw */
export function whileDrawing(draw) {
  drawing += 1;
  draw();
  for (const [key, entry] of known) {
    if (entry.control && entry.used < drawing) {
      entry.control.abort();
      known.delete(key);
    } else if (known.size > KEPT && !entry.control && entry.used < drawing) {
      known.delete(key);
    }
  }
}
