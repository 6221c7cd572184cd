// The move the space bar plays.

/** The best move: a winning one that ends soonest; when lost, one that lasts longest; -1 when there is none. @param {import("./types.js").Moves} answer */
export function best(answer) {
  const far = (/** @type {number} */ i) => answer.moves[i].remoteness ?? 0;
  const all = answer.moves.map((_, i) => i);
  const winning = all.filter((i) => answer.moves[i].winning);
  if (winning.length > 0) return winning.reduce((a, b) => (far(b) < far(a) ? b : a));
  return all.length > 0 ? all.reduce((a, b) => (far(b) > far(a) ? b : a)) : -1;
}
