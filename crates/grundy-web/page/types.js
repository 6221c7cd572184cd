// The shapes that travel between the server, the URL and the screen. Field names are those of the command line's JSON.

/** @typedef {import("./vendor/lit-html.js").TemplateResult} Template */

/**
 * What the URL says; everything on the screen follows from it and from the server's answers.
 * @typedef {object} Place
 * @property {string} view        home or one of VIEWS
 * @property {string} game        name, code or rule; empty on the home screen
 * @property {string} position    the position at hand; in play, the one the game began with
 * @property {boolean} misere
 * @property {string[]} line      positions: in explore those before the one at hand, in play those after the first
 * @property {string} first       play: `me` or `computer`
 * @property {string} level       play: perfect, strong, medium, easy; teach: easy, medium, hard
 * @property {number} seed        play and teach: chance is chosen by this number alone
 * @property {number} n           sequence: how many values
 * @property {number} from        sequence: the first heap
 * @property {string} graph       graph: the edges of an own graph, as text
 * @property {string} show        graph: `own` or `position`; teach: `sheet`; table: the template of its positions; atlas: which codes; tablebase: its name
 * @property {string} base        hash: bases with commas between them; none when they are drawn at random
 * @property {string} modulus     hash: moduli with commas between them
 * @property {string} order       hash: `low` or `high`
 * @property {string} map         hash: what letters stand for
 * @property {string} code        hash: a program
 * @property {string} needle      hash: what is looked for
 * @property {string} text        hash: where it is looked for
 */

/** @typedef {{start: number, end: number, text: string, label?: string}} Fix */
/** @typedef {{code?: string, message: string, hint?: string|null, line?: number|null, column?: number|null, start?: number, end?: number, fix?: Fix|null, stopped?: boolean, again?: () => void, passing?: boolean}} Diagnostic */

/**
 * @typedef {object} Rule
 * @property {string} game
 * @property {boolean} ok
 * @property {string|null} [title]
 * @property {string|null} [about]
 * @property {string} [rule]
 * @property {string[]} [words]
 * @property {string} [class]
 * @property {string} [engine]
 * @property {string|null} [oeis]
 * @property {string|null} [source]
 * @property {string} kind
 * @property {number|null} [arity]
 * @property {string[]} positions
 * @property {string[]} [parameters]
 */

/** A Grundy value; beyond 2^53 it is kept as text. @typedef {number | string | {infinity: number[]} | null} Value */
/** @typedef {{text: string, grundy: Value}} Part */
/** Where a move touches the drawing: an index in a row, row and column of a square, a vertex, or the two ends of an edge. @typedef {number | [number, number] | string | [string, string]} Spot */
/** What a move does to one component: what goes and what comes, written as positions, and where. @typedef {{component: number, removed: string, added: string, places: Spot[]|null}} Change */
/** `text` is for people; drawings go by `move`. @typedef {{part: number, text: string, result: string, move: Change, grundy: Value, outcome: string|null, winning: boolean, remoteness?: number|null, gain?: number}} Move */

/**
 * @typedef {object} Moves
 * @property {string} game
 * @property {string} position
 * @property {string} convention
 * @property {string|null} outcome    null when the limits did not suffice to know it
 * @property {Value} grundy
 * @property {Part[]} parts
 * @property {Move[]} moves
 * @property {number|null} total      null when there are more moves than were counted
 * @property {{first: number, second: number, difference: number}} [score]
 * @property {number|null} [remoteness]
 */

/** @typedef {{title: string, lines: string[]}} Section */
/** @typedef {{vertex: string, outcome: string, remoteness: number|null, grundy: Value, best: string|null}} Vertex */

export {};
