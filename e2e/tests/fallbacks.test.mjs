/**
 * A browser that does not know what the styles like to use (`:has`, scroll-driven animations, transitions between pages) shows all
 * the same: each is made unknown to it, as it was to browsers of some years ago. No page rests on `<dialog>`.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { browserName, launch, open } from "../harness/browser.mjs";
import { dist } from "../harness/engine.mjs";
import { pathOf } from "../harness/kinds.mjs";
import { serve } from "../harness/serve.mjs";
import { eventually, settle } from "../harness/settle.mjs";

const NEW = [/:has(?=\()/g, /\banimation-(?=timeline|range)/g, /@view-(?=transition)/g, /\bview-(?=transition-name)/g];

/** The style sheets without what is new, and the pages without the hashes that they would not have. */
const unknown = (text) => NEW.reduce((now, feature) => now.replace(feature, ":unknown-"), text.replace(/( href="[^"]*\.css") integrity="[^"]*"/g, "$1"));

describe("a browser without what is new", () => {
  let site;
  let old;
  let browser;
  before(async () => {
    site = await serve(dist);
    old = await serve(dist, { edit: unknown });
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await site?.close();
    await old?.close();
  });
  const visit = (path, options) => open(browser, old.url + path, options);
  const done = (page) => page.context().close();

  /** How what is focused by keyboard is framed. */
  const outline = async (page, control) => {
    await page.bringToFront();
    return eventually(
      async () => {
        await page.keyboard.press("Tab");
        await control.focus();
        return control.evaluate((one) => getComputedStyle(one).outlineStyle);
      },
      (style) => style !== "none",
    );
  };

  /** The texts that can be read, in their order, where what moves with the scrolling has arrived. */
  const read = (page) =>
    page.evaluate(() => {
      for (const animation of document.getAnimations()) if (animation.timeline !== document.timeline) animation.cancel();
      const texts = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const { nodeValue, parentElement } = walker.currentNode;
        // The plate of a stop that nobody points at is one picture more, and the hour goes on.
        const isWanted = nodeValue.trim() && !parentElement.closest("script,style,.trail-plate,[data-stir]");
        if (isWanted && parentElement.checkVisibility({ opacityProperty: true, visibilityProperty: true })) texts.push(nodeValue.trim());
      }
      return texts;
    });

  for (const kind of ["home", "projects", "case-study", "article", "kap-numerik", "thanks"]) {
    test(`${kind}: what can be read is the same`, async () => {
      const texts = [];
      for (const { url } of [site, old]) {
        const page = await open(browser, url + pathOf(kind));
        await settle(page);
        texts.push(await read(page));
        assert.equal(await page.locator("dialog").count(), 0);
        assert.deepEqual(page.faults, []);
        await done(page);
      }
      assert.ok(texts[0].length > 20);
      const [shown, left] = texts;
      assert.deepEqual(left.filter((text) => !shown.includes(text)), [], "it shows more");
      assert.deepEqual(shown.filter((text) => !left.includes(text)), [], "it shows less");
      assert.equal(left.length, shown.length);
    });
  }

  test("an answer that is chosen or focused looks so", async () => {
    const page = await visit("/contact");
    const [first, second] = await page.locator(".tile input").all();
    const look = (input) => input.evaluate((one) => [getComputedStyle(one).boxShadow, getComputedStyle(one.nextElementSibling, "::after").backgroundColor].join());
    const usual = await look(first);
    assert.equal(await look(second), usual);
    assert.equal(await outline(page, second), "solid");
    await second.evaluate((one) => (one.checked = true));
    assert.notEqual(await eventually(() => look(second), (now) => now !== usual), usual);
    assert.equal(await look(first), usual);
    await done(page);
  });

  test("the answer after sending is the one that the address names", async () => {
    const page = await visit("/merci#ineligible");
    const verdict = page.getByText(/ne semble pas éligible/);
    assert.ok(await verdict.isVisible());
    for (const part of [page.locator("h1"), verdict]) {
      const { y, height } = await part.boundingBox();
      assert.ok(y > 85 && y + height < 900, `it stands at ${y}`);
    }
    assert.ok(!(await page.getByText("Félicitations").isVisible()));
    for (const form of ["newsletter", "agence"]) {
      await page.goto("about:blank");
      await page.goto(`${old.url}/merci#${form}`);
      assert.deepEqual(await page.locator("main > :visible").evaluateAll((all) => all.map(({ id }) => id)), [form]);
    }
    await done(page);
  });

  test("a plate shows its last state, each stop its plate, and a card leads to its study", async () => {
    const page = await visit(pathOf("case-study"));
    assert.deepEqual(await page.locator(".plate").evaluate((plate) => ["--p2", "--p3"].map((name) => getComputedStyle(plate).getPropertyValue(name).trim())), ["1", "1"]);
    await page.goto(old.url + pathOf("projects"));
    const stop = page.locator(".trail-list li").nth(2);
    assert.ok(!(await stop.locator(".trail-plate").isVisible()));
    const pointed = () => stop.getByRole("link").hover().then(() => stop.locator(".trail-plate").isVisible());
    assert.ok(await eventually(pointed));
    const link = page.locator(".card:has([data-plate])").first().getByRole("link");
    assert.notEqual(await outline(page, link), "none");
    await link.click();
    await page.waitForURL("**/case-studies/*");
    assert.deepEqual(page.faults, []);
    await done(page);
  });

  test("logos pass by only where they can be stopped", async () => {
    const motion = (page) => page.locator(".carousel-track").first().evaluate((track) => track.getAnimations().map(({ playState }) => playState));
    const page = await open(browser, site.url + pathOf("contact"));
    const stop = page.locator(".carousel-stop input").first();
    await stop.scrollIntoViewIfNeeded();
    assert.deepEqual(await motion(page), ["running"]);
    await stop.check({ force: true });
    await page.mouse.move(0, 0);
    assert.deepEqual(await eventually(() => motion(page), ([state]) => state === "paused"), ["paused"]);
    await page.goto(old.url + pathOf("contact"));
    assert.deepEqual(await motion(page), []);
    assert.equal(await page.locator(".carousel-stop:visible").count(), 0);
    await done(page);
  });

  test("the first sheet shows its words wherever the reader stood", { skip: browserName !== "chromium" && "only Chromium can be told that it prints" }, async () => {
    const page = await visit("/about");
    await page.evaluate(() => scrollTo(0, 900));
    await page.locator(".site-header[data-scrolled]").waitFor();
    await page.emulateMedia({ media: "print" });
    // On paper nothing is fixed: what is laid over the first sheet hides it.
    assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector(".site-header"), "::before").content), "none");
    await done(page);
  });

  test("paper has each chart and each plate once, in one of its arrangements", { skip: browserName !== "chromium" && "only Chromium can be told that it prints" }, async () => {
    for (const kind of ["service-saas", "mafate", "article", "case-study"]) {
      const page = await visit(pathOf(kind));
      await page.emulateMedia({ media: "print" });
      const drawn = await page.$$eval(".chart, .plate", (all) => all.map((one) => [...one.querySelectorAll(".plate-sheet")].filter((sheet) => sheet.checkVisibility()).length));
      assert.ok(drawn.length > 0, kind);
      assert.deepEqual(drawn, drawn.map(() => 1), kind);
      await done(page);
    }
  });

  test("paper says whose it is and where to answer, and has no menu, button or form", { skip: browserName !== "chromium" && "only Chromium can be told that it prints" }, async () => {
    const page = await visit("/contact");
    await page.emulateMedia({ media: "print" });
    for (const part of [".site-header .logo", ".site-footer [href^='mailto:']"]) assert.ok(await page.locator(part).isVisible(), part);
    for (const part of [":is(.site-header, .site-footer) :is(nav, button)", ".site-footer .legal-line", ".actions"]) assert.equal(await page.locator(`${part}:visible`).count(), 0, part);
    await done(page);
  });
});
