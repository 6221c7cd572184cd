// Every drawing is played by touching the places that a move names, and by nothing else: its text for people is taken away first.

import { test } from "node:test";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isShownAsText, root, stage } from "./harness.js";

const server = stage();
const { visit } = server;

const at = (place) => `[data-place="${place}"]`;
const first = ({ places }) => [at(places[0])];
/** Either way round, for an edge is drawn as the position has it. */
const edge = ({ places: [[a, b]] }) => [`${at([a, b])}, ${at([b, a])}`];
/** The highest coin, then the others. */
const coins = ({ places }) => [...places].sort((a, b) => b - a).map(at);
const numbers = (text) => text.split(" ").filter((word) => /^\d+$/.test(word)).map(Number);
/** The stone of each pile that goes with all above it, or the last one that comes. */
const piles = ({ places, removed, added }) => places.map((pile) => {
  const [before, after] = [numbers(removed)[pile], numbers(added)[pile]];
  return `${at(pile)} [data-stone="${after < before ? after : after - 1}"]`;
});

/** What is touched to make a move, by the game. */
const TOUCHES = {
  cram: ({ places }) => [at(places.join(" "))],
  chomp: first, notakto: first, palindromes: first, "node-kayles": first,
  "treblecross-strip": ({ places }) => [at([0, places[0]])],
  tartan: ({ places }) => [...places].reverse().map(at),
  "arc-kayles": edge, hackenbush: edge, geography: edge,
  welter: coins, strip: coins, coins,
  staircase: (move) => piles({ ...move, places: [move.places[0]] }),
  moore: piles, "slow-nim": piles, "ordered-nim": piles, "monotone-nim": piles, "another-game": piles, "nim-with-bank": piles, "poker-nim": piles,
  ...Object.fromEntries(["stone-ii", "stone-iii", "stone-vi", "stone-vii", "stone-viii"].map((name) => [name, ({ places }) => [at(places.at(-1))]])),
};

/** Coins that are heaps: the move has no places, but the drawing has squares. */
const HEAPS = {
  nimble: ({ removed, added }) => [at(removed), at(added || "0")],
  "mock-turtles": ({ removed, added }) => [at(removed), ...numbers(added).filter((n) => n > 0).map(at)],
  ruler: ({ removed, added }) => [at(removed), ...numbers(added).filter((n) => n > 0).map(at)],
  "turning-corners": ({ removed, added }) => [removed, ...added.split(" ")].map((word) => at(word.replace(/[()]/g, ""))),
};

const asked = async (path, query) => (await fetch(`${server.base}${path}?${new URLSearchParams(query)}`)).json();

/** Clicks where the mouse really meets what the selector names. */
async function touch(page, selector) {
  const found = await page.evaluate((wanted) => {
    const shares = [0.5, 0.3, 0.7, 0.15, 0.85, 0.4, 0.6];
    for (const element of document.querySelectorAll(wanted)) {
      element.scrollIntoView({ block: "center", inline: "center" });
      const box = element.getBoundingClientRect();
      for (const down of shares) {
        for (const right of shares) {
          const spot = { x: box.left + box.width * right, y: box.top + box.height * down };
          if (document.elementFromPoint(spot.x, spot.y)?.closest(wanted) === element) return spot;
        }
      }
    }
    return null;
  }, selector);
  assert.ok(found, `nothing can be touched at ${selector}`);
  await page.mouse.click(found.x, found.y);
}

/** Makes a move on the drawing and returns the position that the page then shows. */
async function make(page, game, position, move, touches) {
  const shown = () => page.evaluate(() => new URLSearchParams(location.search).get("position") ?? "");
  await page.goto(`${server.base}/?${new URLSearchParams({ game, position })}`);
  await page.locator(".verdict").waitFor();
  const part = await page.locator(`[data-part="${move.component}"]`).count() > 0 ? `[data-part="${move.component}"] ` : "";
  for (const selector of touches(move)) await touch(page, selector.split(", ").map((one) => part + one).join(", "));
  if ((await shown()) === position) await page.locator("button.whole").click();
  return shown();
}

/** The page with moves that say nothing to people. */
const wordless = (steps) => visit("/", async (page) => {
  await page.route("**/api/moves*", async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, moves: answer.moves.map((move) => ({ ...move, text: "a move" })) } });
  });
  await steps(page);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("every winning move of every example that has places is made on the drawing", async () => {
  const games = await asked("/api/games", {});
  const made = new Set();
  await wordless(async (page) => {
    for (const game of games.games.filter((one) => !isShownAsText(one))) {
      const { name, positions } = game;
      for (const example of positions) {
        const { position, moves } = await asked("/api/moves", { game: name, position: example });
        const winning = moves.filter((one) => one.winning);
        for (const { move, result } of winning.length > 0 ? winning : moves.slice(0, 1)) {
          if (move.places === null) continue;
          assert.ok(TOUCHES[name], `${name} names places, and nobody said how they are touched`);
          assert.equal(await make(page, name, position, move, TOUCHES[name]), result, `${name} ${position}: ${JSON.stringify(move)}`);
          made.add(name);
        }
      }
    }
  });
  assert.deepEqual([...made].sort(), Object.keys(TOUCHES).sort());
});

test("coins that are heaps are moved and turned on their squares", async () => {
  const games = await asked("/api/games", {});
  await wordless(async (page) => {
    for (const { name, positions } of games.games.filter((game) => HEAPS[game.name])) {
      for (const example of positions) {
        const { position, moves } = await asked("/api/moves", { game: name, position: example });
        const winning = moves.find((one) => one.winning);
        if (!winning) continue;
        const after = await make(page, name, position, { ...winning.move, component: 0 }, HEAPS[name]);
        assert.equal(after, winning.result, `${name} ${position}: ${JSON.stringify(winning.move)}`);
      }
    }
  });
});

test("of two places that are alike both play the one move", async () => {
  await wordless(async (page) => {
    for (const [game, position, place, result] of [["node-kayles", "path:5", "4", "path:2"], ["node-kayles", "cycle:6", "5", "path:3"], ["arc-kayles", "path:6", "5,6", "path:4"], ["palindromes", "aaaaa", "3", "aaa a a"]]) {
      const after = await make(page, game, position, { component: 0 }, () => [at(place)]);
      assert.equal(after.split(" ").sort().join(" "), result.split(" ").sort().join(" "), `${game} ${position}`);
    }
  });
});

test("a choice can be taken back and changed", async () => {
  await wordless(async (page) => {
    const shown = () => page.evaluate(() => new URLSearchParams(location.search).get("position"));
    await page.goto(`${server.base}/?game=coins&position=3+5+8`);
    await page.locator(".verdict").waitFor();
    assert.equal(await page.locator("button.whole:enabled").count(), 0);
    await touch(page, at(5));
    await page.locator("button.whole:enabled").waitFor();
    await touch(page, at(5));
    await page.locator("button.whole:disabled").waitFor();
    await touch(page, at(5));
    // A higher coin is not turned with a lower one: it is chosen instead.
    await touch(page, at(8));
    await touch(page, at(4));
    assert.equal(await shown(), "3 4 5");
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
