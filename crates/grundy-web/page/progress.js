// Which puzzles of a series were solved, remembered in this browser and nowhere else.

const NAME = "solved";

/** @returns {Record<string, string[]>} */
function all() {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? "{}");
  } catch {
    return {};
  }
}

/** How many puzzles of a series were solved. @param {string} series */
export const solvedOf = (series) => all()[series]?.length ?? 0;

/** Remembers a solved puzzle, once. @param {string} series @param {string} position */
export function record(series, position) {
  const known = all();
  if (known[series]?.includes(position)) return;
  try {
    localStorage.setItem(NAME, JSON.stringify({ ...known, [series]: [...(known[series] ?? []), position].slice(-500) }));
  } catch {
    // Without storage a series starts anew with each visit.
  }
}
