// The URL is the document: this module reads and writes it, and every change of place is one step of the browser's history.

/** @typedef {import("./types.js").Place} Place */

/** @type {Place} */
const START = {
  view: "", game: "", position: "", misere: false, line: [], first: "me", level: "", seed: 1, n: 200, from: 0, graph: "", show: "",
  base: "", modulus: "", order: "", map: "", code: "", needle: "", text: "",
};

export const VIEWS = ["explore", "play", "teach", "sequence", "table", "graph", "atlas", "hash", "tablebase"];

/** The views that say something without a game. */
export const WITHOUT_GAME = ["teach", "graph", "atlas", "hash", "tablebase"];

/** Reads a place from the query of an address. @param {string} query @returns {Place} */
export function read(query) {
  const given = new URLSearchParams(query);
  const text = (/** @type {string} */ key) => given.get(key) ?? "";
  const count = (/** @type {string} */ key, /** @type {number} */ otherwise) => {
    const value = Number(given.get(key));
    return given.has(key) && Number.isSafeInteger(value) && value >= 0 ? value : otherwise;
  };
  const view = VIEWS.includes(text("view")) ? text("view") : text("game") ? "explore" : "home";
  return {
    view,
    game: text("game"),
    position: text("position"),
    misere: text("misere") === "true",
    line: given.has("line") ? text("line").split(";").map((position) => position.trim()) : [],
    first: text("first") === "computer" ? "computer" : "me",
    level: text("level"),
    seed: count("seed", START.seed),
    n: Math.max(1, count("n", START.n)),
    from: count("from", START.from),
    graph: text("graph"),
    show: text("show"),
    base: text("base"),
    modulus: text("modulus"),
    order: text("order"),
    map: text("map"),
    code: text("code"),
    needle: text("needle"),
    text: text("text"),
  };
}

/** Writes a place as a query, leaving out what is as at the start. @param {Place} place */
export function write(place) {
  const pairs = [];
  for (const key of /** @type {(keyof Place)[]} */ (Object.keys(START))) {
    const value = place[key];
    if (key === "view" && (value === "home" || (value === "explore" && place.game))) continue;
    if (key === "line") {
      if (place.line.length > 0) pairs.push(`line=${escape(place.line.join(";"))}`);
    } else if (value !== START[key]) {
      pairs.push(`${key}=${escape(String(value))}`);
    }
  }
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}

/** Percent-encodes what must be, and leaves a query that people can read. @param {string} text */
function escape(text) {
  return encodeURIComponent(text)
    .replace(/%(2C|3A|3B|40|2F|3E|7B|7D|28|29)/g, (code) => decodeURIComponent(code))
    .replace(/%20/g, "+");
}

/** @type {Place} */
let here = read(location.search);
/** @type {(() => void)[]} */
const listeners = [];
/** @type {(() => void)[]} */
const walkers = [];
/** @type {number} */
let depth = history.state?.depth ?? 0;

/** The place shown now. */
export const place = () => here;

/** How many steps of this visit `back` can undo. */
export const steps = () => depth;

/** Calls `listener` after every change of place. @param {() => void} listener */
export const onChange = (listener) => void listeners.push(listener);

/** Calls `listener` when the reader goes back or forward, before the page is drawn again. @param {() => void} listener */
export const onWalk = (listener) => void walkers.push(listener);

/** The address of a place reached from here. @param {Partial<Place>} change */
export const address = (change) => location.pathname + write({ ...here, ...change });

/** Goes to a place; `replace` corrects the current step instead of making a new one. @param {Partial<Place>} change */
export function go(change, { replace = false } = {}) {
  const next = { ...here, ...change };
  const same = write(next) === write(here);
  here = next;
  if (!same) {
    if (!replace) depth += 1;
    const url = location.pathname + write(next);
    if (replace) history.replaceState({ depth }, "", url);
    else history.pushState({ depth }, "", url);
  }
  for (const listener of listeners) listener();
}

/** A link's address and its handler: a plain click stays on the page, any other click does what the browser does. @param {Partial<Place>} change */
export function link(change) {
  return {
    href: address(change),
    go: (/** @type {MouseEvent} */ event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      go(change);
    },
  };
}

addEventListener("popstate", (event) => {
  depth = event.state?.depth ?? 0;
  here = read(location.search);
  for (const listener of [...walkers, ...listeners]) listener();
});
