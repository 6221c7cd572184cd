// What is beside the games: the atlas of octal codes, hashing, tablebases.

import { after, test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { binary, root, stage } from "./harness.js";

const folder = mkdtempSync(join(tmpdir(), "grundy-tools-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Tablebases are built before the server is started. */
const { visit } = stage(() => [["cram", "3x4"], ["nim", "3 4 5"]].flatMap(([game, position]) => {
  const directory = join(folder, `${game}.tb`);
  execFileSync(binary(), ["tablebase", "build", game, position, "--out", directory], { stdio: "ignore" });
  return ["--tablebase", directory];
}));

const query = (page) => new URL(page.url()).searchParams;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const shots = process.env.SCREENSHOTS ?? join(root, "target/screenshots");
mkdirSync(shots, { recursive: true });

const PROGRAM = `#include <string>
const unsigned long long M = 1000000007, B = 131;
unsigned long long f(std::string s) { unsigned long long h = 0; for (char c : s) h = (h * B + c - 'a' + 1) % M; return h; }`;

/** The hash of the program, by its own loop. */
const hashed = (text) => [...text].reduce((h, c) => (h * 131n + BigInt(c.charCodeAt(0) - 96)) % 1000000007n, 0n);

test("a pasted program is read, and the texts that are shown collide in it", async () => {
  await visit("/?view=hash", async (page) => {
    await page.locator("#program").fill(PROGRAM);
    await page.locator("#program").blur();
    await page.locator("[data-verdict=broken]").waitFor();
    assert.deepEqual([query(page).get("base"), query(page).get("modulus"), query(page).get("order"), query(page).get("map")], ["131", "1000000007", "high", "letters"]);
    assert.match(await page.locator(".read-function").innerText(), /base 131 line 2/);
    const [first, second] = await page.locator(".collision code").allInnerTexts();
    assert.notEqual(first, second);
    assert.equal(hashed(first), hashed(second));
    await page.reload();
    await page.locator("[data-verdict=broken]").waitFor();
    assert.equal(await page.locator("#program").inputValue(), PROGRAM);
  });
});

test("examples go from broken to safe, and a wrong parameter says why", async () => {
  await visit("/?view=hash", async (page) => {
    await page.getByRole("link", { name: "two moduli" }).click();
    await page.locator("[data-verdict=broken]").waitFor();
    await page.getByRole("link", { name: "what 64 bits do by themselves" }).click();
    await page.waitForURL(/modulus=2%5E64/);
    await page.locator("[data-verdict=broken]").waitFor();
    await page.getByRole("link", { name: "a random base" }).click();
    await page.locator("[data-verdict='not proved safe']").waitFor();
    await page.getByRole("link", { name: "two random bases" }).click();
    await page.locator("[data-verdict=safe]").waitFor();
    await page.getByRole("button", { name: "Python" }).click();
    await page.locator(".snippet pre").getByText("import secrets").waitFor();
    await page.getByLabel("modulus").fill("1e9*7");
    await page.getByLabel("modulus").blur();
    await page.getByText("not a whole number").waitFor();
  }, { tolerated: ["/api/hash/audit"] });
});

test("all matches are marked, overlapping ones too", async () => {
  await visit("/?view=hash&needle=aba&text=xabababay", async (page) => {
    await page.getByText("3 matches, at 1, 3, 5").waitFor();
    assert.deepEqual(await page.locator(".found-in mark").allInnerTexts(), ["abababa"]);
  });
});

test("the atlas has every code, its list narrows down, and a code leads to its sequence", async () => {
  await visit("/?view=atlas", async (page) => {
    await page.locator(".atlas-map .heat-cell").nth(510).waitFor();
    assert.equal(await page.locator(".atlas-list tbody tr").count(), 511);
    const open = await page.locator(".atlas-map .open").count();
    await page.getByRole("button", { name: "open", exact: true }).click();
    await page.waitForURL(/show=open/);
    assert.equal(await page.locator(".atlas-list tbody tr").count(), open);
    await page.getByLabel("beginning with").fill("0.77");
    await page.getByLabel("beginning with").blur();
    await page.waitForURL(/show=0\.77/);
    assert.match(await page.locator(".atlas-list tbody tr").first().innerText(), /0\.77\s+proved\s+12\s+71/);
    await page.locator("[data-code='0.77']").hover();
    assert.match(await page.locator(".reading").innerText(), /0\.77 period 12, from heap 71 on/);
    await page.locator("[data-code='0.77']").click();
    await page.locator(".claim").getByText("Period 12").waitFor();
    assert.equal(query(page).get("game"), "0.77");
  });
});

test("a tablebase is chosen and browsed: board, list, keys, back", async () => {
  await visit("/?view=tablebase", async (page) => {
    await page.getByRole("link", { name: /nim\.tb/ }).click();
    await page.locator(".verdict[data-outcome=N]").waitFor();
    assert.match(await page.locator(".verdict").innerText(), /value\s+2 · 1 winning move of 12/);
    assert.match(await page.locator(".stats").innerText(), /positions/);
    assert.equal(await page.locator(".stage [data-winning=true], .stage .winning").count() > 0, true);
    await page.locator("tr.winning button").first().click();
    await page.locator(".verdict[data-outcome=P]").waitFor();
    assert.equal(query(page).get("position"), "1 4 5");
    await page.goBack();
    await page.locator(".verdict[data-outcome=N]").waitFor();
    await page.locator(".stage").focus();
    await page.keyboard.press("Space");
    await page.locator(".verdict[data-outcome=P]").waitFor();
    await page.locator("#position").fill("9");
    await page.locator("#position").press("Enter");
    await page.getByText("`9` cannot be reached from `3 4 5`").waitFor();
    await page.getByRole("link", { name: "Start", exact: true }).click();
    await page.locator(".verdict[data-outcome=N]").waitFor();
  }, { tolerated: ["/api/tablebase"] });
});

test("every line of best play ends, on the board of the tablebase", async () => {
  await visit("/?view=tablebase&show=cram.tb", async (page) => {
    for (let left = 20; left > 0; left -= 1) {
      await page.locator(".verdict[data-outcome]").waitFor();
      if (await page.getByText("No move is left").count() > 0) return;
      const before = query(page).get("position");
      await page.locator(".stage").focus();
      await page.keyboard.press("Space");
      await page.waitForFunction((old) => new URL(location.href).searchParams.get("position") !== old, before);
      await page.waitForLoadState("networkidle");
    }
    assert.fail("it goes on");
  });
});

test("two games are compared: both plots, the first difference, the difference below", async () => {
  await visit("/?view=sequence&game=kayles&n=80", async (page) => {
    await page.getByLabel("compared with").fill("0.137");
    await page.getByLabel("compared with").blur();
    await page.waitForURL(/show=0\.137/);
    const [one, two] = await Promise.all(["kayles", "0.137"].map(async (game) => (await page.request.get(new URL(`/api/seq?game=${game}&n=80`, page.url()).href)).json()));
    const apart = one.values.filter((value, i) => value !== two.values[i]).length;
    const first = one.values.findIndex((value, i) => value !== two.values[i]);
    await page.getByText(`Different on ${apart} of 80 heaps, first on heap ${first}`).waitFor();
    assert.equal(await page.locator(".comparison").count(), 2);
    await page.getByLabel("compared with").fill("0.77");
    await page.getByLabel("compared with").blur();
    await page.getByText("The same values on all 80 heaps.").waitFor();
    assert.equal(await page.locator(".comparison").count(), 1);
  });
});

test("a sequence is zoomed by a stroke over it, by buttons and by keys, and back undoes it", async () => {
  await visit("/?view=sequence&game=kayles&n=200", async (page) => {
    await page.locator(".overlay .period").first().waitFor();
    const box = await page.locator(".overlay").boundingBox();
    await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2, { steps: 6 });
    await page.locator(".overlay .marked").waitFor();
    await page.mouse.up();
    await page.waitForURL(/from=\d+/);
    const [from, n] = [Number(query(page).get("from")), Number(query(page).get("n"))];
    assert.ok(from > 50 && from < 90 && n > 30 && n < 60, `${n} values from heap ${from}`);
    assert.equal(query(page).get("view"), "sequence");
    await page.goBack();
    await page.waitForFunction(() => !location.search.includes("from="));
    await page.getByRole("button", { name: "zoom in" }).click();
    await page.waitForURL(/n=100/);
    await page.keyboard.press("Escape");
    await page.locator("main").focus();
    await page.keyboard.press("-");
    await page.waitForFunction(() => !location.search.includes("n=100"));
  });
});

test("the first screen has the games by kind, every one of them once", async () => {
  await visit("/", async (page) => {
    await page.locator("a.game").nth(100).waitFor();
    const kinds = await page.locator(".group h3").allInnerTexts();
    assert.ok(kinds.length >= 6, kinds.join());
    const { games } = await (await page.request.get(new URL("/api/games", page.url()).href)).json();
    assert.equal(await page.locator("a.game").count(), games.length);
    const inGroup = (kind) => page.locator(".group").filter({ hasText: kind }).locator("code").allInnerTexts();
    assert.ok((await inGroup("Heaps that split")).includes("kayles"));
    assert.ok((await inGroup("Graphs and orders")).includes("node-kayles"));
    assert.ok((await inGroup("Boards")).includes("cram"));
    assert.ok((await inGroup("Heaps from which")).includes("nim"));
    await page.locator("#words").fill("wythoff");
    await page.waitForFunction(() => document.querySelectorAll("a.game").length < 5);
  });
});

test("a move is animated for 150 ms, and not where motion is unwelcome", async () => {
  const running = (page) => page.evaluate(() => {
    const started = [];
    document.addEventListener("animationstart", (event) => started.push([event.animationName, event.target.getAnimations()[0]?.effect.getTiming().duration]));
    globalThis.started = started;
  });
  for (const [reducedMotion, expected] of [["no-preference", true], ["reduce", false]]) {
    await visit("/?game=nim&position=3+4+5", async (page) => {
      await page.locator(".verdict[data-outcome=N]").waitFor();
      await running(page);
      await page.locator(".stage").focus();
      await page.keyboard.press("Space");
      await page.locator(".verdict[data-outcome=P]").waitFor();
      const made = (await page.evaluate(() => globalThis.started)).filter(([name]) => name.startsWith("made-"));
      assert.equal(made.length > 0, expected, reducedMotion);
      if (expected) assert.equal(made[0][1], 150);
    }, { reducedMotion });
  }
});

const VIEWS = {
  home: "/", compared: "/?view=sequence&game=kayles&n=80&show=0.137",
  atlas: "/?view=atlas", hash: "/?view=hash&base=31&modulus=1e9%2B9&order=high&needle=aba&text=abababa", hashing: "/?view=hash",
  tablebases: "/?view=tablebase", tablebase: "/?view=tablebase&show=cram.tb",
};

for (const [name, path] of Object.entries(VIEWS)) {
  for (const colorScheme of ["light", "dark"]) {
    test(`axe finds nothing in ${name}, ${colorScheme}`, async () => {
      await visit(path, async (page) => {
        await page.locator("main .card, main .game").first().waitFor();
        await page.waitForLoadState("networkidle");
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => globalThis.axe.run(document, { rules: { "target-size": { enabled: true } } }));
        assert.deepEqual(violations.map((one) => `${one.impact} ${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`), []);
      }, { colorScheme });
    });
  }
  for (const width of [360, 768, 1280, 1920]) {
    test(`${name} fits into ${width} pixels`, async () => {
      await visit(path, async (page) => {
        await page.locator("main .card, main .game").first().waitFor();
        await page.waitForLoadState("networkidle");
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        await page.screenshot({ path: join(shots, `${name}-${width}.png`), fullPage: width === 360 });
        assert.ok(wide <= width, `${wide} pixels wide`);
      }, { viewport: { width, height: 900 } });
    });
  }
}
