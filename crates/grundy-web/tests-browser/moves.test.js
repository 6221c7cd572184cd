// Every move is made on the drawing, in one step or two, from what the move says as data: its text for people is taken away first.

import { test } from "node:test";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, stage } from "./harness.js";

const server = stage();
const { visit } = server;

const at = (place) => `[data-place="${place}"]`;
const asked = async (path, query) => (await fetch(`${server.base}${path}?${new URLSearchParams(query)}`)).json();

/** Where the mouse really meets what the selector names, or null. */
const meet = (page, selector) => page.evaluate((wanted) => {
  const shares = [0.5, 0.3, 0.7, 0.15, 0.85, 0.4, 0.6];
  for (const element of document.querySelectorAll(wanted)) {
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = element.getBoundingClientRect();
    for (const down of shares) {
      for (const right of shares) {
        const spot = { x: box.left + box.width * right, y: box.top + box.height * down };
        if (document.elementFromPoint(spot.x, spot.y)?.closest(wanted) === element) return { ...spot, moves: element.getAttribute("data-move"), wins: element.hasAttribute("data-winning") };
      }
    }
  }
  return null;
}, selector);

/** Clicks there. */
async function touch(page, selector) {
  const found = await meet(page, selector);
  assert.ok(found, `nothing can be touched at ${selector}`);
  await page.mouse.click(found.x, found.y);
  return found;
}

const shown = (page) => page.evaluate(() => new URLSearchParams(location.search).get("position") ?? "");

async function open(page, game, position) {
  await page.goto(`${server.base}/?${new URLSearchParams({ game, position })}`);
  await page.locator(".verdict").waitFor();
}

/** Makes a move by its number: what begins it, then what makes it. */
async function make(page, move, position) {
  const first = await touch(page, `.stage [data-move~="${move}"]`);
  if (first.moves !== String(move)) await touch(page, `.stage [data-move="${move}"]`);
  assert.notEqual(await shown(page), position, `move ${move} is not made by ${JSON.stringify(first)}`);
  return first;
}

/** One step back, without loading the page again. */
async function back(page, move) {
  await page.evaluate(() => new Promise((done) => { addEventListener("popstate", () => setTimeout(done, 0), { once: true }); history.back(); }));
  await page.locator(`.stage [data-move~="${move}"]`).first().waitFor({ state: "attached" });
}

/** The page with moves that say nothing to people. */
const wordless = (steps) => visit("/", async (page) => {
  await page.route("**/api/moves*", async (route) => {
    try {
      let response = await route.fetch();
      // A machine that does much else may be busy for a while.
      for (let tries = 0; response.status() === 503 && tries < 5; tries += 1) response = await route.fetch();
      const answer = await response.json();
      if (!answer.moves) return await route.fulfill({ response });
      await route.fulfill({ response, json: { ...answer, moves: answer.moves.map((move) => ({ ...move, text: "a move" })) } });
    } catch {
      // The page has gone on and wants the answer no longer.
    }
  });
  // Arguments are not looked at here, and the longest to work out.
  await page.route("**/api/explain*", (route) => route.fulfill({ json: { schema: 1, sections: [] } }).catch(() => {}));
  await steps(page);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("every winning move of every example is marked and made on the drawing, in two steps at most", { timeout: 600_000 }, async () => {
  const { games } = await asked("/api/games", {});
  const undrawn = [];
  await wordless(async (page) => {
    for (const { name, positions } of games) {
      for (const example of positions) {
        const { position, moves } = await asked("/api/moves", { game: name, position: example });
        await open(page, name, position);
        if (await page.locator(".text-position").count() > 0 && moves.length > 0) undrawn.push(name);
        const winning = moves.map((move, index) => (move.winning ? index : -1)).filter((index) => index >= 0);
        for (const index of winning.length > 0 || moves.length === 0 ? winning : [0]) {
          const { wins } = await make(page, index, position);
          assert.equal(await shown(page), moves[index].result, `${name} ${position}: ${JSON.stringify(moves[index].move)}`);
          assert.equal(wins, moves[index].winning || winning.length > 0, `${name} ${position}: ${index} is marked`);
          await back(page, index);
        }
      }
    }
  });
  assert.deepEqual(undrawn, []);
});

test("every move of rules that one writes oneself is made on the drawing", async () => {
  const own = [
    ["on ring\n\"..\" -> \"xx\"", "7"], ["on board turned\n\"..\" -> \"##\"", "2x4"], ["on torus\n\"..\" -> \"##\"", "2x3"], ["\"ab\" -> \"c\"", "abab"],
    ["on graph ; remove v, N(v)", "petersen:5,2"], ["on graph ; remove u-v", "wheel:5"], ["on poset ; remove v, up(v)", "boolean:3 chain:3"],
    ["row(n) -> row(a), ring(b) where a + b = n - 1 ; ring(n) -> row(n-1)", "row(5) ring(4)"], ["(a,b,c) -> (a,b,c-1) ; (a,b,c) -> (b,a,c) where a > b", "2,1,3"],
  ];
  await wordless(async (page) => {
    for (const [game, example] of own) {
      const { position, moves, error } = await asked("/api/moves", { game, position: example });
      assert.ok(moves, `${game}: ${error?.message}`);
      await open(page, game, position);
      assert.equal(await page.locator(".text-position").count(), 0, `${game} is drawn`);
      for (let index = 0; index < moves.length; index += 1) {
        await make(page, index, position);
        assert.equal(await shown(page), moves[index].result, `${game} ${position}: ${JSON.stringify(moves[index].move)}`);
        await back(page, index);
      }
    }
  });
});

test("of two places that are alike both play the one move", async () => {
  await wordless(async (page) => {
    for (const [game, position, place, result] of [["node-kayles", "path:5", "4", "path:2"], ["node-kayles", "cycle:6", "5", "path:3"], ["arc-kayles", "path:6", "5,6", "path:4"], ["palindromes", "aaaaa", "3", "aaa a a"]]) {
      await open(page, game, position);
      await touch(page, at(place));
      const after = await shown(page);
      assert.equal(after.split(" ").sort().join(" "), result.split(" ").sort().join(" "), `${game} ${position}`);
    }
  });
});

test("a choice can be taken back and changed", async () => {
  await wordless(async (page) => {
    await open(page, "coins", "3 5 8");
    assert.equal(await page.locator(".tray").count(), 0);
    await touch(page, at(5));
    await page.locator(".tray .try").first().waitFor();
    await touch(page, at(5));
    await page.locator(".tray").waitFor({ state: "detached" });
    await touch(page, at(5));
    // A higher coin is not turned with a lower one: it is chosen instead.
    await touch(page, at(8));
    await touch(page, at(4));
    if ((await shown(page)) === "3 5 8") await touch(page, ".tray .try");
    assert.notEqual(await shown(page), "3 5 8");
  });
});

test("the pins that light up are those under the pointer", async () => {
  await visit("/?game=kayles&position=7", async (page) => {
    await page.locator(".verdict").waitFor();
    for (const pin of [0, 1, 5, 6]) {
      await page.locator(`[data-stone="${pin}"]`).hover();
      assert.deepEqual(await page.locator(".stone.gone").evaluateAll((all) => all.map((one) => one.getAttribute("data-stone"))), [String(pin)]);
    }
  });
});

test("no drawing reads the text of a move", () => {
  const folder = join(root, "crates/grundy-web/page/draw");
  const offences = readdirSync(folder).flatMap((file) => {
    const code = readFileSync(join(folder, file), "utf8").replace(/\/\*[^]*?\*\/|\/\/.*/g, "");
    // Parts and squares have texts too; those of moves are read, taken apart by their arrow, or unpacked.
    const found = code.match(/(?<!\bpart|\blost)\??\.text\b|->|\{[^{}:]*\btext\b[^{}:]*\}\s*(?:=|\)\s*=>)/g) ?? [];
    return found.map((what) => `${file}: ${what}`);
  });
  assert.deepEqual(offences, []);
});
