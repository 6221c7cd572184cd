// Starts `grundy serve` and a browser, and watches every page for console errors and for requests that leave the origin.

import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, "../../..");
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");

/** The binary under test: `GRUNDY`, or the newest build there is. */
export function binary() {
  if (process.env.GRUNDY) return process.env.GRUNDY;
  const built = ["release/grundy", "debug/grundy"].map((path) => join(target, path)).filter(existsSync);
  assert.ok(built.length > 0, "build the binary first: cargo build");
  return built.reduce((a, b) => (statSync(b).mtimeMs > statSync(a).mtimeMs ? b : a));
}

/** Starts the server on a free port and returns its address and how to end it. */
async function startServer(options) {
  // GRUNDY_PAGE serves the page from a folder, so that it can be worked on without building.
  const page = process.env.GRUNDY_PAGE ? ["--page", process.env.GRUNDY_PAGE] : [];
  const server = spawn(binary(), ["serve", "--port", "0", ...page, ...options()], { stdio: ["ignore", "pipe", "inherit"] });
  const base = await new Promise((resolve, reject) => {
    let text = "";
    server.stdout.on("data", (chunk) => {
      text += chunk;
      const address = /listening on (http:\/\/\S+)/.exec(text);
      if (address) resolve(address[1]);
    });
    server.on("exit", (code) => reject(new Error(`grundy serve ended with ${code}`)));
  });
  return { base, stop: () => server.kill("SIGINT") };
}

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

const startBrowser = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });

/** A server with these options and a browser for the tests of one file: `GRUNDY_URL` names a server that runs already. */
export function stage(options = () => []) {
  const at = { base: "", visit };
  let server;
  let browser;
  before(async () => {
    server = process.env.GRUNDY_URL ? { base: process.env.GRUNDY_URL, stop: () => {} } : await startServer(options);
    at.base = server.base;
    browser = await startBrowser();
  });
  after(async () => {
    await browser?.close();
    server?.stop();
  });
  /** Opens a path, runs the steps, and checks that nothing forbidden happened on the way. */
  async function visit(path, steps, options) {
    const { page, close } = await openPage(browser, at.base, path, options);
    await steps(page);
    await close();
  }
  return at;
}

/**
 * Opens a page that notes what must never happen: console errors, failed scripts, requests to other hosts.
 * `tolerated` names refusals that a test provokes on purpose, which Chromium reports in the console.
 */
async function openPage(browser, base, path, { tolerated = [], ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const wrong = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !tolerated.some((part) => message.location().url.includes(part))) wrong.push(`console: ${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => wrong.push(`script: ${error.stack}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol !== "data:" && url.protocol !== "blob:" && url.origin !== base) wrong.push(`foreign request: ${url}`);
  });
  await page.goto(base + path);
  return {
    page,
    close: async () => {
      assert.deepEqual(wrong, []);
      await context.close();
    },
  };
}
