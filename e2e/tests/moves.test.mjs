/** What the pictures do: the island at its hour, the trail, plates in three states, the route of a quote. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { violations } from "../harness/axe.mjs";
import { launch, open } from "../harness/browser.mjs";
import { entries } from "../harness/content.mjs";
import { dist } from "../harness/engine.mjs";
import { pathOf } from "../harness/kinds.mjs";
import { addresses } from "../harness/pages.mjs";
import { serve } from "../harness/serve.mjs";

/** The most that the home page may be, in pixels, by width. */
const TALLEST = { 390: 12_000, 1280: 9500 };
const PHONE = { width: 390, height: 844 };

describe("pictures that move", { concurrency: 2 }, () => {
  let site;
  let browser;
  before(async () => {
    site = await serve(dist);
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });
  const visit = (path, options) => open(browser, site.url + path, options);
  /** What is below the first screen is laid out after it; until then a click may meet what moves. */
  const laidOut = (page) => page.waitForFunction(() => !document.documentElement.matches(".opening"));
  const loaded = (page, name) => page.evaluate((name) => performance.getEntriesByType("resource").some((one) => one.name.includes(name)), name);

  test("the island rises at the first scroll, and costs nothing before", async () => {
    const page = await visit("/");
    await page.waitForTimeout(2000);
    assert.equal(await loaded(page, "IslandHour."), false);
    assert.equal(await page.locator(".hero-relief").count(), 0);
    await page.mouse.wheel(0, 120);
    await page.locator("svg.hero-map[data-live]").waitFor();
    const painted = () => page.locator(".hero-relief").evaluate((canvas) => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0));
    assert.ok(await painted());
    assert.match(await page.locator("[data-stir]").textContent(), /^\d\d?\sh\s\d\d ici\. Je réponds \S+\.$/u);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await violations(page), []);
    }
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });

  test("who does not want motion keeps the map, and learns the hour", async () => {
    const page = await visit("/", { reducedMotion: "reduce" });
    await page.mouse.wheel(0, 120);
    await page.getByText(/\d\sh\s\d\d ici/u).waitFor();
    assert.equal(await page.locator(".hero-relief").count(), 0);
    assert.equal(await page.locator("svg.hero-map use.coast").isVisible(), true);
    await page.context().close();
  });

  test("the home page is no longer than a visitor has patience", async () => {
    for (const [width, most] of Object.entries(TALLEST)) {
      const page = await visit("/", { viewport: { width: Number(width), height: 900 } });
      await laidOut(page);
      const height = await page.evaluate(() => document.fonts.ready.then(() => document.documentElement.scrollHeight));
      assert.ok(height <= most, `${height} px at ${width}`);
      await page.context().close();
    }
  });

  test("each study is a stop of the trail, which shows its plate when it is pointed at", async () => {
    const page = await visit(pathOf("projects"));
    const stops = page.locator(".trail-list a");
    assert.equal(await stops.count(), entries("case-studies").length);
    const shown = () => page.locator(".trail-plate:visible").evaluateAll((all) => all.map((one) => one.closest("li").querySelector("a").getAttribute("href")));
    assert.deepEqual(await shown(), [await stops.first().getAttribute("href")]);
    await stops.nth(3).hover();
    assert.deepEqual(await shown(), [await stops.nth(3).getAttribute("href")]);
    await page.mouse.move(0, 0);
    await stops.nth(5).focus();
    assert.deepEqual(await shown(), [await stops.nth(5).getAttribute("href")]);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      assert.deepEqual(await violations(page), []);
    }
    // A mark on the island leads where its name does.
    await stops.nth(2).locator("circle").first().click();
    await page.waitForURL(`**${entries("case-studies").sort((a, b) => a.fields.year - b.fields.year).at(-3).slug}`);
    await page.context().close();
  });

  test("on a phone the trail stands on its side, a row a stop", async () => {
    const page = await visit(pathOf("projects"), { viewport: PHONE, hasTouch: true });
    const rows = await page.locator(".trail-list a").evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height)));
    assert.deepEqual(new Set(rows), new Set([44]));
    const [drawn, list] = await Promise.all([".trail-down", ".trail-list"].map((one) => page.locator(one).evaluate((element) => Math.round(element.getBoundingClientRect().height))));
    assert.ok(Math.abs(drawn - list) <= 1, `${drawn} px beside ${list} px`);
    assert.equal(await page.locator(".trail-mark:visible").count(), 0, "the marks lie on the map, which a phone does not show");
    await page.context().close();
  });

  test("on the home page a stop shows its plate when it is pointed at, and asks for it only then", async () => {
    const page = await visit("/");
    const stops = page.locator(".trail-strip a");
    assert.equal(await stops.count(), entries("case-studies").length);
    const shown = () => page.locator(".trail-strip .cover:visible").evaluateAll((all) => all.map((one) => one.closest("a").getAttribute("href")));
    await stops.last().scrollIntoViewIfNeeded();
    assert.deepEqual(await shown(), [await stops.last().getAttribute("href")]);
    assert.equal(await stops.nth(6).locator("use").getAttribute("href"), null);
    await stops.nth(6).hover();
    assert.deepEqual(await shown(), [await stops.nth(6).getAttribute("href")]);
    await stops.nth(6).locator("use[href]").waitFor({ state: "attached" });
    await page.mouse.move(0, 0);
    await stops.nth(1).focus();
    assert.deepEqual(await shown(), [await stops.nth(1).getAttribute("href")]);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      assert.deepEqual(await violations(page), []);
    }
    await page.context().close();
  });

  test("on a phone the stop in the middle of the strip shows its name and its plate", async () => {
    const page = await visit("/", { viewport: PHONE, hasTouch: true });
    const strip = page.locator(".trail-strip");
    await strip.scrollIntoViewIfNeeded();
    const seen = new Set();
    for (const left of [0, 300, 600, 5000]) {
      await strip.evaluate((element, left) => element.scrollTo({ left, behavior: "instant" }), left);
      await page.waitForTimeout(100);
      const named = await strip.locator("a").evaluateAll((all) => {
        const isShown = (one) => one.querySelector(".cover").getBoundingClientRect().width > 100;
        return all.filter((one) => getComputedStyle(one).fontSize !== "0px" && isShown(one)).map((one) => [one.textContent, one.getBoundingClientRect().x + one.clientWidth / 2]);
      });
      assert.equal(named.length, 1, `${named}`);
      assert.ok(Math.abs(named[0][1] - PHONE.width / 2) < 30, `${named}`);
      seen.add(named[0][0]);
    }
    assert.equal(seen.size, 4);
    await page.context().close();
  });

  test("a plate is stepped through without a script", async () => {
    for (const viewport of [{ width: 320, height: 700 }, { width: 1280, height: 800 }]) {
      const page = await visit(pathOf("case-study"), { viewport, javaScriptEnabled: false, reducedMotion: "reduce" });
      const state = () => page.locator(".plate").evaluate((plate) => ["--p2", "--p3", "--q1", "--q2"].map((name) => getComputedStyle(plate).getPropertyValue(name)).join(" "));
      const seen = [];
      for (const radio of await page.getByRole("radio").all()) {
        await radio.check({ force: true });
        seen.push(await state());
      }
      assert.deepEqual(seen, ["0 0 1 1", "1 0 0 1", "1 1 0 0"]);
      await page.context().close();
    }
  });

  test("a plate goes from its card to the head of its study", async () => {
    for (const viewport of [{ width: 1280, height: 900 }, PHONE]) {
      const page = await visit(pathOf("projects"), { viewport });
      await page.addInitScript(() => addEventListener("pagereveal", ({ viewTransition }) => {
        const named = () => document.getAnimations().map(({ effect }) => effect.pseudoElement);
        window.moved = viewTransition?.ready.then(named, () => undefined);
      }));
      const card = page.locator(".card:has([data-plate])").first();
      const name = await card.locator("[data-plate]").getAttribute("data-plate");
      const group = `::view-transition-group(${name})`;
      let moved;
      // The browser leaves out a transition whose page is four seconds late, or gives it up when it is half ready, as on a busy machine.
      for (let tries = 0; tries < 5 && !moved?.includes(group); tries++) {
        if (tries > 0) await page.goBack();
        await card.getByRole("link").click();
        await page.waitForURL("**/case-studies/*");
        moved = await page.evaluate(() => window.moved);
      }
      assert.ok(moved?.includes(group), `${name} among ${moved}`);
      await page.context().close();
    }
  });

  test("no words of a picture leave its sheet", async () => {
    for (const width of [320, 1280]) {
      const page = await visit("/", { viewport: { width, height: 800 }, reducedMotion: "reduce", stays: true });
      for (const path of addresses(dist)) {
        await page.goto(site.url + path);
        const cut = await page.evaluate(async () => {
          await document.fonts.ready;
          const leaves = (words) => {
            const [box, sheet] = [words, words.ownerSVGElement].map((one) => one.getBoundingClientRect());
            return box.width > 0 && (box.left < sheet.left - 1 || box.right > sheet.right + 1 || box.top < sheet.top - 1 || box.bottom > sheet.bottom + 1);
          };
          return [...document.querySelectorAll(":is(.plate-sheet, .trail) svg text")].filter(leaves).map((words) => words.textContent);
        });
        assert.deepEqual(cut, [], `${path} at ${width} px`);
      }
      await page.context().close();
    }
  });

  const ANSWERS = ["web-app", "automate", "specs", "large", "planning"];
  const route = (page) => page.locator(".way-legs").evaluate((legs) => ({ scale: getComputedStyle(legs).scale, drawn: [...legs.children].slice(1, 6).map((leg) => getComputedStyle(leg).strokeDasharray === "none") }));

  for (const javaScriptEnabled of [true, false]) {
    test(`the answers draw the route of a quote, ${javaScriptEnabled ? "step by step" : "without scripts too"}`, async () => {
      const page = await visit("/contact", { javaScriptEnabled, reducedMotion: "reduce" });
      assert.deepEqual((await route(page)).drawn, [false, false, false, false, false]);
      for (const [index, answer] of ANSWERS.entries()) {
        const choice = page.locator(`input[value="${answer}"]`);
        await choice.check({ force: true });
        assert.deepEqual((await route(page)).drawn, ANSWERS.map((_, i) => i <= index));
        if (javaScriptEnabled) await page.locator(`[data-step="${index + 1}"]:visible`).waitFor();
      }
      const { scale } = await route(page);
      if (!javaScriptEnabled) {
        await page.locator('input[value="urgent"]').check({ force: true });
        const [far, high] = (await route(page)).scale.split(" ").map(Number);
        assert.ok(far < Number.parseFloat(scale), "a shorter delay is a shorter way");
        assert.equal(high, Number(scale.split(" ")[1]));
      }
      await page.context().close();
    });
  }

  test("a form that is filled in prints as a roadmap, alone", async () => {
    for (const path of ["/", "/contact"]) {
      const page = await visit(path, { reducedMotion: "reduce" });
      await laidOut(page);
      await page.emulateMedia({ media: "print" });
      assert.equal(await page.locator(".way").isVisible(), false, "an empty form prints no route");
      await page.emulateMedia({ media: "screen" });
      for (const [index, answer] of ANSWERS.entries()) {
        await page.locator(`input[value="${answer}"]`).click({ force: true });
        await page.locator(`[data-step="${index + 1}"]:visible`).waitFor();
      }
      await page.emulateMedia({ media: "print" });
      assert.equal(await page.locator(".way-legs").isVisible(), true);
      assert.equal(await page.locator(".recap > div:visible").count(), ANSWERS.length);
      for (const hidden of [".field :is(input, textarea):visible", "main button:visible:not(.recap-line)", ".sticky:visible", "main > :visible:not(:has(.recap-panel))"]) assert.equal(await page.locator(hidden).count(), 0, hidden);
      await page.context().close();
    }
  });
});
