// What the page says when things are not simple: no time, no game, no clipboard, many jobs, a class, two players, no mouse.

import { test } from "node:test";
import assert from "node:assert/strict";
import { stage } from "./harness.js";

const server = stage();
const { visit } = server;
const query = (page) => new URL(page.url()).searchParams;

const paste = (page, text) => page.evaluate((pasted) => {
  const data = new DataTransfer();
  data.setData("text", pasted);
  document.getElementById("box").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
}, text);

/** The page with answers about moves that are changed on their way. */
const changed = (path, change, steps, options) => visit("/", async (page) => {
  await page.route("**/api/moves*", async (route) => {
    try {
      const response = await route.fetch();
      await route.fulfill({ response, json: change(await response.json()) });
    } catch {
      // The page has gone on and wants the answer no longer.
    }
  });
  await page.goto(server.base + path);
  await steps(page);
  await page.unrouteAll({ behavior: "ignoreErrors" });
}, options);

test("what is not decided is said, and nothing is said to lose", async () => {
  const undecided = (answer) => ({ ...answer, outcome: null, grundy: null, moves: answer.moves.map((move) => ({ ...move, outcome: null, grundy: null, winning: false })) });
  await changed("/?game=nim&position=3+4+5", undecided, async (page) => {
    await page.locator(".verdict[data-outcome='?']").waitFor();
    const words = await page.locator("main").innerText();
    assert.match(words, /no winning move found yet/);
    assert.doesNotMatch(words, /none wins|loses/);
    await page.getByRole("button", { name: "Solve it with more time" }).waitFor();
  });
});

test("the verdict carries its outcome, and misère play has no values", async () => {
  await visit("/?game=nim&position=3+4+5", (page) => page.locator(".verdict[data-outcome=N]").waitFor());
  await visit("/?game=nim&position=1+1&misere=true", async (page) => {
    await page.locator(".verdict[data-outcome=N]").waitFor();
    assert.doesNotMatch(await page.locator(".verdict, .moves").allInnerTexts().then((all) => all.join(" ")), /value|nim-sum/i);
  });
});

test("a wait has words, seconds and two ways out, and the board is there at once", async () => {
  await visit("/", async (page) => {
    let asked = 0;
    await page.route("**/api/moves*", async (route) => { asked += 1; await new Promise((done) => setTimeout(done, 4000)); await route.continue().catch(() => {}); });
    await page.goto(`${server.base}/?game=nim&position=3+4+5`);
    await page.locator(".stage .stone").nth(11).waitFor({ timeout: 2000 });
    await page.locator(".waiting").getByText(/Working it out: [1-3] s/).waitFor();
    assert.equal(await page.locator(".waiting").count(), 1);
    await page.getByRole("button", { name: "Run as a job" }).waitFor();
    await page.locator(".waiting").getByRole("button", { name: "Stop" }).click();
    await page.getByText("Stopped before it was answered").waitFor();
    assert.equal(asked, 1);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.getByRole("button", { name: "Ask again" }).click();
    await page.locator(".verdict[data-outcome=N]").waitFor();
  });
});

test("a page with eight jobs still answers, over one stream", { timeout: 60_000 }, async () => {
  await visit("/?view=sequence&game=0.007", async (page) => {
    const streams = [];
    page.on("request", (request) => { if (request.url().includes("events")) streams.push(request.url()); });
    const start = page.getByRole("button", { name: "Seek the period up to 10,000,000" });
    for (let i = 1; i <= 8; i += 1) {
      await start.click();
      await page.locator(".job.running, .job.queued").nth(i - 1).waitFor();
    }
    await page.locator("#box").fill("nim 3 4 5");
    await page.keyboard.press("Enter");
    await page.locator(".verdict[data-outcome=N]").waitFor({ timeout: 10_000 });
    assert.deepEqual(streams.map((address) => new URL(address).pathname), ["/api/events"]);
    for (const { id } of (await (await fetch(`${server.base}/api/jobs`)).json()).jobs) await fetch(`${server.base}/api/jobs/${id}`, { method: "DELETE" });
  });
});

test("a bad link says what was wrong and what to try", async () => {
  for (const view of ["explore", "play", "teach"]) {
    await visit(`/?view=${view}&game=kaylse&position=7`, async (page) => {
      await page.locator(".bad-link .error").waitFor();
      await page.locator(".bad-link").getByRole("link", { name: "kayles", exact: true }).click();
      await page.locator(".stage").waitFor();
      assert.equal(query(page).get("game"), "kayles");
    });
  }
});

test("the box takes a name with its position, words, and a contest's input", async () => {
  const taken = async (typed) => {
    const found = {};
    await visit("/", async (page) => {
      await page.locator("#box").fill(typed);
      await page.keyboard.press("Enter");
      await page.locator(".verdict").waitFor();
      Object.assign(found, Object.fromEntries(query(page)));
    });
    return found;
  };
  assert.deepEqual(await taken("nim 3 4 5"), { game: "nim", position: "3 4 5" });
  assert.deepEqual(await taken("nim misere 3 4 5"), { game: "nim", position: "3 4 5", misere: "true" });
  assert.equal((await taken("take 1, 3 or 4")).game, "take{1,3,4}");
  assert.equal((await taken("wyth")).game, "wythoff");
  await visit("/", async (page) => {
    await page.locator("#box").waitFor();
    await paste(page, "2\n3\n3 4 5\n2\n1 1\n");
    await page.locator(".verdict").waitFor();
    assert.equal(query(page).get("position"), "3 4 5");
  });
});

test("nothing is red while something is offered, and the header stays where it is", async () => {
  await visit("/?game=nim&position=3+4+5", async (page) => {
    await page.locator(".verdict").waitFor();
    const height = () => page.locator("header.top").evaluate((header) => header.getBoundingClientRect().height);
    const before = await height();
    await page.locator("#box").fill("kay");
    await page.locator("#found li").first().waitFor();
    assert.equal(await page.locator(".field.wrong, .told .error:visible").count(), 0);
    assert.equal(await height(), before);
    await page.locator("#box").fill("n -> n - k wher k > 0");
    await page.locator(".told .error").waitFor();
    assert.equal(await height(), before);
  });
});

test("copying that is not allowed says so and shows the text", async () => {
  await visit("/?game=nim&position=3+4+5", async (page) => {
    await page.locator(".copy").waitFor();
    await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error("no")); document.execCommand = () => false; });
    await page.locator(".copy").getByRole("button", { name: "command" }).click();
    await page.getByText("Copying is not allowed here").waitFor();
    assert.equal(await page.getByLabel("What could not be copied").inputValue(), "grundy solve nim 3 4 5");
  });
});

test("a link for a class has its address and no attempt, and a code", async () => {
  await visit("/", async (page) => {
    await page.route("**/api/class", (route) => route.fulfill({ json: { schema: 1, address: "http://192.168.1.20:7171" } }));
    await page.goto(`${server.base}/?view=teach&game=nim&position=3+4+5&line=3+4+4`);
    await page.locator(".tip.bad").waitFor();
    await page.locator(".copy").getByRole("button", { name: "link", exact: true }).click();
    await page.locator(".copy").getByRole("button", { name: "✓ link" }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "http://192.168.1.20:7171/?view=teach&game=nim&position=3+4+5");
    await page.getByRole("button", { name: "Class" }).click();
    await page.locator("dialog.class img.code").waitFor();
    assert.ok(await page.locator("dialog.class img.code").evaluate((image) => image.decode().then(() => image.naturalWidth > 0)));
    assert.match(await page.locator("dialog.class .address").innerText(), /^http:\/\/192\.168\.1\.20:7171/);
    await page.keyboard.press("Escape");
    await page.locator("dialog.class").waitFor({ state: "detached" });
    await page.unrouteAll({ behavior: "ignoreErrors" });
  }, { permissions: ["clipboard-read", "clipboard-write"] });
});

test("two players share one board", async () => {
  await visit("/?view=play&game=nim&position=1+2&level=two", async (page) => {
    await page.locator(".status").getByText("Player 1 to move.").waitFor();
    await page.locator(".stage [data-stone='1']").click();
    await page.locator(".status").getByText("Player 2 to move.").waitFor();
    await page.locator(".stage [data-stone='0']").first().click();
    await page.locator(".status").getByText("Player 1 to move.").waitFor();
    await page.locator(".stage [data-stone='0']").first().click();
    await page.locator(".status").getByText("Player 1 wins.").waitFor();
  });
});

test("a series remembers what was solved, and a worksheet has a header and a page of answers", async () => {
  await visit("/?view=teach&game=nim&position=3+4+5&line=1+4+5", async (page) => {
    await page.locator("[data-solved=yes]").waitFor();
    await page.goto(`${server.base}/?view=teach&game=nim&position=3+4+5`);
    await page.locator("[data-solved-count='1']").waitFor();
  });
  await visit("/?view=teach&game=nim&show=sheet&misere=true", async (page) => {
    await page.locator(".puzzles .stones").nth(5).waitFor();
    await page.getByLabel("with a page of answers").check();
    await page.locator(".key-page li").nth(5).waitFor();
    const positions = await page.locator(".puzzles li .mono").allInnerTexts();
    assert.equal(new Set(positions).size, positions.length, "no puzzle twice");
    assert.match(await page.locator(".sheet").innerText(), /misère/);
    assert.match(await page.locator(".sheet-head").innerText(), /Name.*Date/s);
    assert.equal(await page.locator(".key-page").evaluate((section) => getComputedStyle(section).breakBefore), "page");
  });
});

test("Space scrolls unless the board has the focus; keys of one letter can be switched off", async () => {
  await visit("/?game=kayles&position=9+4", async (page) => {
    await page.locator(".verdict").waitFor();
    await page.keyboard.press("Space");
    await page.waitForTimeout(300);
    assert.equal(query(page).get("position"), "9 4");
    await page.locator(".stage").focus();
    await page.keyboard.press("Space");
    await page.waitForURL((url) => url.searchParams.get("position") !== "9 4");
    await page.keyboard.press("?");
    await page.getByLabel("keys of one letter").uncheck();
    await page.keyboard.press("Escape");
    const scheme = () => page.evaluate(() => document.documentElement.dataset.scheme);
    const before = await scheme();
    await page.keyboard.press("t");
    assert.equal(await scheme(), before);
  }, { viewport: { width: 1280, height: 500 } });
});

test("a projector is large and high in contrast", async () => {
  await visit("/?game=nim&position=3+4+5", async (page) => {
    await page.locator(".verdict").waitFor();
    const size = () => page.locator(".stone").first().evaluate((stone) => stone.getBoundingClientRect().width);
    const before = await size();
    await page.getByRole("button", { name: /Projector/ }).click();
    await page.locator("html[data-projector]").waitFor();
    assert.ok((await size()) > 1.2 * before);
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)");
  });
});

test("a walk through one game by what a screen reader is told", async () => {
  await visit("/?game=nim&position=3+4+5", async (page) => {
    await page.locator(".verdict").waitFor();
    const tree = await page.locator("main").ariaSnapshot();
    for (const told of [/heading "Nim" \[level=1\]/, /textbox "Position": 3 4 5/, /"Board: 3 4 5, 12 moves; arrows light them up, Enter plays"/, /heading "N: the player to move wins The player to move wins" \[level=2\]/, /row "3 → 1 1 4 5 value 0 ★ wins.*"/]) {
      assert.match(tree, told, tree);
    }
    // Board, arrows to the winning move, Enter; then the voice says where one is.
    await page.locator(".stage").focus();
    const at = await page.locator(".moves tbody tr").evaluateAll((rows) => rows.findIndex((row) => row.classList.contains("winning")));
    for (let i = 0; i <= at; i += 1) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator("#said").getByText("1 4 5: the player to move loses, value 0, 0 winning moves of 10").waitFor({ state: "attached" });
  });
});

test("a table is a heat map whose squares lead to their positions, and the diagonal is guessed at", async () => {
  await visit("/?view=table&game=wythoff", async (page) => {
    await page.locator(".heat-cell").nth(168).waitFor();
    assert.equal(await page.locator(".heat circle").count(), 9, "the P-positions of Wythoff's game up to 12");
    await page.locator(".guesses").getByText("Observed in 13 terms, not proved.").waitFor();
    await page.locator(".heat-cell").nth(15).click();
    await page.locator(".verdict[data-outcome=P]").waitFor();
    assert.equal(query(page).get("position"), "1,2");
  });
  await visit("/?view=table&game=cram&show=2x{a}&n=8", async (page) => {
    await page.locator(".heat-cell").nth(8).waitFor();
    await page.locator(".guesses").getByText("periodic").first().waitFor();
  });
});

test("a graph too large for a link is kept in the browser, and that is said", async () => {
  await visit("/?view=graph", async (page) => {
    await page.locator("#edges").fill(Array.from({ length: 900 }, (_, i) => `v${i} v${i + 1}`).join("\n"));
    await page.locator("#edges").blur();
    await page.locator(".too-large").waitFor();
    assert.ok(page.url().length < 200, page.url());
    await page.reload();
    await page.locator(".vertices tbody tr").nth(900).waitFor();
  });
  await visit("/?view=graph&show=own&graph=stored:abc-9000", (page) => page.getByText("kept on the computer where it was made").waitFor());
});
