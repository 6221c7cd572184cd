// One quiet voice for screen readers: results are said when they change, never twice in a row.

let last = "";

/** @param {string} words */
export function say(words) {
  if (words === last) return;
  last = words;
  const element = document.getElementById("said");
  if (element) element.textContent = words;
}
