// Walking through the list of moves with the arrow keys.

/** The row after or before another, round and round. @param {number} at -1 when none is lit @param {number} step 1 or -1 @param {number} count */
export function around(at, step, count) {
  if (count === 0) return -1;
  if (at < 0) return step > 0 ? 0 : count - 1;
  return (at + step + count) % count;
}

/** Brings a row of the list into sight once it is drawn. @param {number} row */
export const reveal = (row) => void setTimeout(() => document.querySelector(`[data-move="${row}"]`)?.scrollIntoView({ block: "nearest" }), 0);
