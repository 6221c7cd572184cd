// For a class: the address of this page as large as the screen, with a code that telephones read.

import { html, nothing } from "./vendor/lit-html.js";
import { ask, url } from "./ask.js";
import { shared } from "./panels.js";
import { redraw } from "./redraw.js";

let shown = false;

export function open() {
  shown = true;
  redraw();
  setTimeout(() => /** @type {HTMLDialogElement|null} */ (document.querySelector("dialog.class"))?.showModal(), 0);
}

function close() {
  shown = false;
  redraw();
}

export function draw() {
  if (!shown) return nothing;
  const { data } = ask("class", "/api/class", {});
  const address = shared();
  const code = new TextEncoder().encode(address).length <= 1000;
  return html`<dialog class="class card" aria-label="For a class" @close=${close}>
    <h2>For a class</h2>
    ${data?.address ? html`<p>Open this page on any computer or telephone of this network:</p>
      ${code ? html`<img class="code" src=${url("/api/qr.svg", { text: address })} alt="QR code of ${address}">` : html`<p class="error">The link is too large for a code.</p>`}
      <p class="mono address">${address}</p>`
    : html`<p>This page is served to this computer only. <code>grundy serve --class</code> serves it to the local network and shows its address here, as a code that telephones read.</p>`}
    <form method="dialog"><button autofocus>Close</button></form></dialog>`;
}
