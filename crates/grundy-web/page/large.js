// State that is too large for an address lives in this browser, under a name that the address carries.

const MOST = 4000;
const PREFIX = "stored:";
/** Where the browser has no room, it lasts as long as the page. @type {Map<string, string>} */
const here = new Map();

/** A name for a text, by its content (FNV-1a). @param {string} text */
function named(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return `${PREFIX}${(hash >>> 0).toString(36)}-${text.length}`;
}

/** What stands in the address for a text. @param {string} text */
export function stow(text) {
  if (text.length <= MOST) return text;
  const name = named(text);
  here.set(name, text);
  try {
    localStorage.setItem(name, text);
  } catch {
    // Too large for the browser's storage too: it stays in memory.
  }
  return name;
}

/** Whether an address has a name only. @param {string} stored */
export const isStowed = (stored) => stored.startsWith(PREFIX);

/** The text behind what stands in an address; null when it is on another computer. @param {string} stored @returns {string|null} */
export function unstow(stored) {
  if (!isStowed(stored)) return stored;
  try {
    return here.get(stored) ?? localStorage.getItem(stored);
  } catch {
    return here.get(stored) ?? null;
  }
}
