// Light or dark: as the system says, unless the reader chose.

import { redraw } from "./redraw.js";
import { say } from "./say.js";

const CHOICES = ["system", "light", "dark"];
let chosen = "system";
try {
  chosen = localStorage.getItem("scheme") ?? "system";
} catch {
  // Without storage the choice lasts as long as the page.
}
apply();

function apply() {
  document.documentElement.dataset.scheme = chosen;
}

export const scheme = () => chosen;

/** Goes on to the next choice. */
export function nextScheme() {
  chosen = CHOICES[(CHOICES.indexOf(chosen) + 1) % CHOICES.length];
  try {
    localStorage.setItem("scheme", chosen);
  } catch {
    // See above.
  }
  apply();
  say(`colours: ${chosen}`);
  redraw();
}

// A projector washes colours out and is read from afar: everything is larger, and lines are black.
let large = false;
try {
  large = localStorage.getItem("projector") === "on";
} catch {
  // See above.
}
document.documentElement.toggleAttribute("data-projector", large);

export const projected = () => large;

/** Makes the page large and of high contrast, or as it was. */
export function project() {
  large = !large;
  try {
    localStorage.setItem("projector", large ? "on" : "off");
  } catch {
    // See above.
  }
  document.documentElement.toggleAttribute("data-projector", large);
  say(large ? "for a projector: large, with high contrast" : "as usual");
  redraw();
}
