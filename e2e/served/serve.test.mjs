import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { describe, test } from "node:test";
import { watched } from "../harness/watched.mjs";

describe("an open page while its site is edited", () => {
  const { edited, visit, leave, address } = watched();

  test("a text changes under what is typed, focused, selected, scrolled and awake", async () => {
    const page = await visit("/blog");
    const island = page.locator("site-island[name=Newsletter]");
    await island.evaluate((island) => {
      island.mark = "the same";
      island.firstElementChild.mark = "the same";
    });
    const field = island.locator("input:visible").first();
    await field.scrollIntoViewIfNeeded();
    await field.focus();
    await page.keyboard.type("elodie");
    await page.keyboard.press("Shift+ArrowLeft");
    // As a visitor opens what is closed, on an element that no script made.
    await page.locator("footer").evaluate((footer) => footer.setAttribute("data-open", ""));
    const state = () =>
      page.evaluate(() => ({
        // What stands above may be shorter now: what is seen stays where it is.
        scroll: scrollY > 0,
        top: Math.round(document.activeElement.getBoundingClientRect().top),
        active: document.activeElement.outerHTML,
        value: document.activeElement.value,
        selection: getSelection().toString(),
        open: document.querySelector("footer").hasAttribute("data-open"),
        island: document.querySelector("site-island[name=Newsletter]").mark,
        inside: document.querySelector("site-island[name=Newsletter]").firstElementChild.mark,
        revealed: document.querySelectorAll("[data-revealed]").length,
        dark: document.documentElement.className,
      }));
    const before = await state();
    assert.ok(before.scroll, JSON.stringify(before));
    await edited("content/pages/blog.yaml", "Pour les entrepreneurs qui", "Pour toutes celles et tous ceux qui", async () => {
      await page.getByText("Pour toutes celles et tous ceux qui").first().waitFor({ state: "attached" });
      assert.deepEqual(await state(), before);
    });
    await page.getByText("Pour les entrepreneurs qui").first().waitFor({ state: "attached" });
    assert.deepEqual(await state(), before);
    await leave(page);
  });

  test("a style is swapped without a load, and a class comes with its rule", async () => {
    const page = await visit("/blog");
    const size = () => page.locator("h1").evaluate((title) => getComputedStyle(title).letterSpacing);
    const usual = await size();
    const sheets = () => page.$$eval("link[rel=stylesheet][href*=styles]", (all) => all.map((one) => one.href));
    const [sheet] = await sheets();
    await edited("islands/styles/base.css", "h1 {", "h1 {\n  letter-spacing: 3px !important;", async () => {
      await page.waitForFunction(() => getComputedStyle(document.querySelector("h1")).letterSpacing === "3px");
      const now = await sheets();
      assert.equal(now.length, 1);
      assert.notEqual(now[0], sheet);
    });
    await page.waitForFunction((usual) => getComputedStyle(document.querySelector("h1")).letterSpacing === usual, usual);
    await leave(page);
  });

  test("what a filter hides stays hidden while its list changes", async () => {
    const page = await visit("/blog");
    await page.getByRole("button", { name: /Méthodes/ }).click();
    const shown = () => page.$$eval("[data-list=articles] > li:not([hidden])", (all) => all.map((one) => one.dataset.id));
    const chosen = await shown();
    await edited("templates/components/article-card.html", "<h", "<p>Une ligne de plus</p><h", async () => {
      await page.getByText("Une ligne de plus").first().waitFor({ state: "attached" });
      assert.deepEqual(await shown(), chosen);
      assert.equal(await page.locator("[data-list=articles] > li[data-reveal]:visible:not([data-revealed])").count(), 0);
    });
    await leave(page);
  });

  test("an island's code is swapped by mounting that island again, with what was typed in it", async () => {
    const page = await visit("/blog");
    const field = page.getByRole("textbox", { name: /mail/i });
    await field.scrollIntoViewIfNeeded();
    await field.fill("elodie@exemple.re");
    const standing = () =>
      page.evaluate(async () => {
        for (let last; last !== scrollY; await new Promise((next) => setTimeout(next, 100))) last = scrollY;
        return scrollY;
      });
    const scroll = await standing();
    await edited("islands/Newsletter/Newsletter.tsx", "return <", 'console.log("the new code");\n  return <', async () => {
      await page.waitForEvent("console", (message) => message.text() === "the new code");
      await page.locator("site-island[name=Newsletter][data-state=hydrated]").waitFor();
      assert.equal(await field.inputValue(), "elodie@exemple.re");
      assert.equal(await page.evaluate(() => document.activeElement.type), "email");
      assert.equal(await standing(), scroll);
    });
    await leave(page);
  });

  test("an island whose code is the same stays mounted while another is swapped", async () => {
    const page = await visit("/blog");
    const other = page.locator("site-island[name=ListFilter]");
    await other.evaluate((island) => {
      island.mark = "the same";
    });
    await edited("islands/Newsletter/Newsletter.tsx", "return <", 'console.log("other code");\n  return <', async () => {
      await page.waitForEvent("console", (message) => message.text() === "other code");
      assert.equal(await other.evaluate((island) => island.mark), "the same");
    });
    await leave(page);
  });

  test("a page that nobody looked at for several builds is brought up to date without a load", async () => {
    const page = await visit("/blog");
    const look = (hidden) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    await look(true);
    // As with open developer tools, nothing comes from the cache: a page that may be routed has none.
    await page.route("**/nothing", (route) => route.continue());
    const islands = page.locator("site-island");
    for (const island of await islands.all()) await island.evaluate((one) => (one.mark = "the same"));
    const table = async () => (await (await fetch(`${address()}/blog`)).text()).match(/"modules":"([^"]+)"/)[1];
    const build = (number, work) =>
      table().then((last) =>
        edited("islands/Newsletter/Newsletter.tsx", "return <", `console.log("build ${number}");\n  return <`, async () => {
          for (let tries = 0; tries < 400 && (await table()) === last; tries++) await page.waitForTimeout(50);
          await work();
        }),
      );
    const seen = () => Promise.all([page.waitForEvent("console", (message) => message.text() === "build 3"), look(false)]);
    const first = await table();
    await build(1, () => build(2, () => build(3, seen)));
    assert.equal((await fetch(new URL(first, address()))).status, 200, "what a page was built with is there for some builds more");
    const marked = await islands.evaluateAll((all) => all.map((one) => [one.getAttribute("name"), one.mark]));
    assert.deepEqual(Object.fromEntries(marked), { ListFilter: "the same", Newsletter: undefined, Search: "the same" });
    await leave(page);
  });

  test("mistakes lie over the last good page until they are mended", async () => {
    const page = await visit("/blog");
    const overlay = page.locator("dialog.site-mistakes[open]");
    await edited("templates/blog.html", "{% block main %}", "{% block main %}{{ nothing }}", async () => {
      await overlay.waitFor();
      const told = await overlay.innerText();
      assert.match(told, /templates\/blog\.html:\d+:20/);
      assert.match(told, /`nothing` is not defined/);
      mkdirSync("shots", { recursive: true });
      await page.screenshot({ path: "shots/serve-mistake.png" });
    });
    await overlay.waitFor({ state: "detached" });
    await leave(page);
  });

  test("warnings are a badge in the corner that opens their list, until they are mended", async () => {
    const page = await visit("/blog");
    const badge = page.locator(".site-warnings details");
    assert.equal(await badge.isVisible(), false);
    await edited("templates/blog.html", "{% block main %}", "{% macro idle() %}{% endmacro %}{% block main %}", async () => {
      await badge.waitFor();
      assert.equal(await page.getByRole("status").filter({ hasText: "1 warning" }).count(), 1);
      const summary = badge.locator("summary");
      assert.equal(await summary.innerText(), "1 warning");
      await summary.focus();
      await page.keyboard.press("Enter");
      const list = page.getByRole("region", { name: "Warnings of the last build" });
      assert.match(await list.innerText(), /templates\/blog\.html:\d+:\d+/);
      await page.screenshot({ path: "shots/serve-warning.png" });
      await page.keyboard.press("Escape");
      assert.equal(await list.isVisible(), false);
      assert.equal(await summary.evaluate((summary) => summary === document.activeElement), true);
    });
    await badge.waitFor({ state: "hidden" });
    await leave(page);
  });

  test("what an island throws is told with its component, its page and where it is mounted", async () => {
    const page = await visit("/blog");
    const overlay = page.locator("dialog.site-mistakes[open]");
    const broken = 'if (typeof window !== "undefined") throw new Error("thrown here");\n  return <';
    await edited("islands/Newsletter/Newsletter.tsx", "return <", broken, async () => {
      await overlay.waitFor();
      const told = await overlay.innerText();
      assert.match(told, /island `Newsletter` on \/blog: threw/);
      assert.match(told, /Error: thrown here/);
      assert.match(told, /mounted at templates\/[\w/-]+\.html:\d+:\d+/);
      await page.screenshot({ path: "shots/serve-thrown.png" });
      page.faults.length = 0;
    });
    await overlay.waitFor({ state: "detached" });
    await page.locator("site-island[name=Newsletter][data-state=hydrated]").waitFor({ state: "attached" });
    await leave(page);
  });
});
