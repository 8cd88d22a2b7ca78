import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { chromium } from "playwright-core";
import { browserName, chromiumProgram, launch, open, wake } from "../harness/browser.mjs";
import { dist } from "../harness/engine.mjs";
import { kinds } from "../harness/kinds.mjs";
import { serve } from "../harness/serve.mjs";
import { still } from "../harness/settle.mjs";

const WIDE = { width: 1280, height: 1024 };
/** What is left of it at 400 %. */
const ZOOMED = { width: 320, height: 256 };
/** The most of the screen's height that what does not scroll may take. */
const MOST_COVERED = 1 / 3;
/** What a reader may set for the space between letters, words and lines: WCAG 2.2, 1.4.12. */
const SPACED = "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }";
/** Small phones, and a usual one. */
const PHONES = [320, 390];

/** Runs in the page: every text that can be seen. */
function texts() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = new Set();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const isSeen = node.parentElement.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (isSeen && !node.parentElement.closest("[aria-hidden=true], svg, script")) found.add(node.data.trim());
  }
  return [...found].filter(Boolean);
}

/** Runs in the page, scrolled: the share of the screen's height under what stays while the page scrolls. */
function covered() {
  const stays = [...document.body.querySelectorAll("*")].filter((element) => {
    const { position, pointerEvents } = getComputedStyle(element);
    return ["fixed", "sticky"].includes(position) && pointerEvents !== "none" && element.checkVisibility({ visibilityProperty: true });
  });
  const heights = stays.map((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
  });
  return Math.max(0, ...heights) / innerHeight;
}

describe("at 400 %, and spaced out", { concurrency: 3 }, () => {
  let site;
  let browser;
  before(async () => {
    site = await serve(dist, { stays: true });
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });

  for (const { name, path } of kinds) {
    test(`${name} loses nothing, and hides little behind what stays`, async () => {
      const page = await open(browser, site.url + path, { viewport: WIDE, reducedMotion: "reduce" });
      await wake(page);
      const wide = await page.evaluate(texts);
      await page.setViewportSize(ZOOMED);
      await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: "instant" }));
      await page.waitForFunction(() => scrollY > 0 && new Promise((next) => requestAnimationFrame(() => next(true))));
      assert.ok((await page.evaluate(covered)) <= MOST_COVERED, "what stays covers too much");
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), ZOOMED.width);
      const zoomed = await page.evaluate(texts);
      const menu = page.locator("[data-menu-toggle]");
      if (await menu.isVisible()) {
        await menu.click();
        await still(page);
        zoomed.push(...(await page.evaluate(texts)));
      }
      const filters = page.getByRole("button", { name: /^Filtrer/ });
      if (await filters.isVisible()) {
        await page.keyboard.press("Escape");
        await filters.click();
        zoomed.push(...(await page.evaluate(texts)));
      }
      assert.deepEqual(wide.filter((text) => !zoomed.includes(text)), [], "lost");
      await page.context().close();
    });
  }

  for (const { name, path } of kinds) {
    test(`${name} is as wide as a phone with words spaced out`, async () => {
      const page = await open(browser, site.url + path, { viewport: { width: PHONES[0], height: 800 }, reducedMotion: "reduce" });
      await wake(page);
      // A sheet that is made by a script stands under no policy, as a reader's own.
      await page.evaluate((rules) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(rules);
        document.adoptedStyleSheets.push(sheet);
      }, SPACED);
      for (const width of PHONES) {
        await page.setViewportSize({ width, height: 800 });
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
      }
      await page.context().close();
    });
  }
});

// What a reader sets for all pages is known to media queries too, so that no sheet of a test stands for it.
describe("with text at 200 % on a phone", { concurrency: 3, skip: browserName !== "chromium" && "its size is Chromium's own setting" }, () => {
  let site;
  let browser;
  before(async () => {
    site = await serve(dist, { stays: true });
    browser = await chromium.launch({
      executablePath: join(import.meta.dirname, "../chromium/browser"),
      args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none", "--blink-settings=defaultFontSize=32"],
      env: { ...process.env, CHROMIUM: chromiumProgram() },
    });
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });

  for (const { name, path } of kinds) {
    test(`${name} is no wider, and its header has all of its buttons`, async () => {
      const viewport = { width: PHONES[1], height: 800 };
      const page = await open(browser, site.url + path, { viewport, reducedMotion: "reduce" });
      await wake(page);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width);
      for (const button of await page.locator(".site-header button:visible").all()) {
        const { x, width } = await button.boundingBox();
        assert.ok(x >= 0 && x + width <= viewport.width, await button.getAttribute("aria-label"));
      }
      await page.context().close();
    });
  }

  test("no words of the home page's head lie over each other", async () => {
    const page = await open(browser, `${site.url}/`, { viewport: { width: PHONES[1], height: 800 }, reducedMotion: "reduce" });
    const boxes = await page.locator(".hero :is(.label, h1, .lead)").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom]));
    boxes.sort(([a], [b]) => a - b);
    for (const [index, [top]] of boxes.slice(1).entries()) assert.ok(top >= boxes[index][1], JSON.stringify(boxes));
    await page.context().close();
  });
});
