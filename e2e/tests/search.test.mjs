import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, open, wake } from "../harness/browser.mjs";
import { entries } from "../harness/content.mjs";
import { dist } from "../harness/engine.mjs";
import { serve } from "../harness/serve.mjs";

describe("the search in the texts of articles", () => {
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

  const results = (page) => page.locator(".site-search li a");
  const told = (page) => page.locator(".site-search [role=status]");
  const ask = async (page, words) => {
    const before = await told(page).textContent();
    await page.getByRole("searchbox").fill(words);
    await page.waitForFunction(
      (before) => document.querySelector(".site-search [role=status]").textContent !== before,
      before,
    );
    return (await results(page).all()).length;
  };

  test("nothing of it is asked for before somebody turns to it, and little then", async () => {
    const page = await open(browser, `${site.url}/blog`);
    const asked = [];
    page.on("request", (request) => request.url().includes("/_search/") && asked.push(new URL(request.url()).pathname));
    await wake(page);
    assert.deepEqual(asked, []);
    await page.getByRole("searchbox").focus();
    await told(page).waitFor({ state: "attached" });
    assert.deepEqual(asked, ["/_search/search.js"]);
    assert.ok((await ask(page, "abonnement")) > 0);
    assert.equal(asked[1], "/_search/fr.json");
    assert.ok(asked.length < 16, asked.join(" "));
    await page.context().close();
  });

  test("what was found in another way than it was asked is said so", async () => {
    const page = await open(browser, `${site.url}/blog`);
    await wake(page);
    await page.getByRole("searchbox").focus();
    await told(page).waitFor({ state: "attached" });
    for (const [words, said] of [
      ["laravle", /^\d+\u00a0résultats? pour des mots proches de «\u00a0laravle\u00a0»$/],
      ["abonnement xyzzyplugh", /^\d+\u00a0résultats?, sans tous ces mots$/],
      ["abonemment $& xyzzyplugh", /^\d+\u00a0résultats? pour des mots proches de «\u00a0abonemment \$& xyzzyplugh\u00a0», sans tous ces mots$/],
      ["laravel", /^\d+\u00a0résultats?$/],
      ["larav", /^\d+\u00a0résultats?$/],
    ]) {
      // What is told next may read like what was told before.
      await ask(page, "xyzzyplugh");
      await ask(page, words);
      assert.match(await told(page).textContent(), said);
    }
    await page.context().close();
  });

  test("words are found without accents, in another form, with a slip and while they are typed", async () => {
    const page = await open(browser, `${site.url}/blog`);
    await wake(page);
    await page.getByRole("searchbox").focus();
    await told(page).waitFor({ state: "attached" });
    const addresses = () => results(page).evaluateAll((all) => all.map((one) => one.pathname));
    await ask(page, "abonnement");
    const exact = await addresses();
    assert.ok(exact.length > 1);
    assert.equal(await told(page).textContent(), `${exact.length}\u00a0résultats`);
    assert.deepEqual([...new Set(await page.locator(".site-search mark").allTextContents())].filter((word) => !/^abonn/i.test(word)), []);
    for (const other of ["ABONNEMENTS", "abonemment", "abonnem", "abonnementt"]) {
      await ask(page, "xyzzyplugh");
      await ask(page, other);
      assert.deepEqual((await addresses()).sort(), [...exact].sort(), other);
    }
    assert.ok((await ask(page, "xyzzyplugh")) === 0);
    assert.match(await told(page).textContent(), /^Aucun résultat pour «\u00a0xyzzyplugh\u00a0»$/);
    assert.equal(await results(page).count(), 0);
    await page.context().close();
  });

  test("a word with signs in it is found with and without them, and marked as a whole", async () => {
    const page = await open(browser, `${site.url}/blog`);
    await wake(page);
    await page.getByRole("searchbox").focus();
    await told(page).waitFor({ state: "attached" });
    const addresses = () => results(page).evaluateAll((all) => all.map((one) => one.pathname));
    const marks = () => page.locator(".site-search mark").allTextContents();
    for (const [plain, signed, mark] of [
      ["FAST", "F.A.S.T.", /^F\.A\.S\.T$/],
      ["98400", "98\u202f400", /^98.400$/],
    ]) {
      await ask(page, "xyzzyplugh");
      assert.ok((await ask(page, plain)) > 0, plain);
      const found = await addresses();
      assert.ok((await marks()).some((one) => mark.test(one)), `${plain}: ${await marks()}`);
      await ask(page, "xyzzyplugh");
      await ask(page, signed);
      // While the last word is typed, longer ones are found too.
      assert.deepEqual(await addresses(), found, signed);
    }
    await page.context().close();
  });

  test("swapped letters are one slip, and signs alone are told to find nothing", async () => {
    const page = await open(browser, `${site.url}/blog`);
    await wake(page);
    await page.getByRole("searchbox").focus();
    await told(page).waitFor({ state: "attached" });
    assert.ok((await ask(page, "raect")) > 0);
    assert.ok((await page.locator(".site-search mark").allTextContents()).some((one) => /^react$/i.test(one)));
    for (const sign of ['"', "*", "😀"]) {
      assert.equal(await ask(page, sign), 0);
      assert.equal(await told(page).textContent(), `Aucun résultat pour «\u00a0${sign}\u00a0»`);
    }
    await page.context().close();
  });

  test("whatever a title names is found, be it in every article", async () => {
    const page = await open(browser, `${site.url}/blog`);
    await wake(page);
    await page.getByRole("searchbox").focus();
    await told(page).waitFor({ state: "attached" });
    const titles = entries("articles").filter(({ fields }) => !fields.draft).map(({ fields }) => String(fields.title));
    const words = new Set(titles.flatMap((title) => title.match(/[\p{L}]{5,}/gu) ?? []));
    assert.ok(words.size > 0);
    for (const word of ["laravel", "budget", ...words]) {
      await ask(page, "xyzzyplugh");
      assert.ok((await ask(page, word)) > 0, word);
    }
    await page.context().close();
  });

  test("the address follows what is typed, is read on Back, and forgets what was emptied", async () => {
    const page = await open(browser, `${site.url}/blog?utm_source=x`);
    await wake(page);
    const box = page.getByRole("searchbox");
    await box.focus();
    await told(page).waitFor({ state: "attached" });
    const until = (query) => page.waitForFunction((wanted) => location.search === wanted, query);
    await ask(page, "laravel");
    await until("?utm_source=x&q=laravel");
    await page.locator("site-island[name=ListFilter] .chip").nth(1).click();
    await ask(page, "abonnement");
    await page.waitForFunction(() => location.search.includes("q=abonnement"));
    await page.goBack();
    await until("?utm_source=x&q=laravel");
    await page.waitForFunction(() => document.querySelector("[type=search]").value === "laravel");
    await results(page).first().click();
    await page.waitForURL((url) => url.pathname !== "/blog");
    await page.goBack();
    await page.waitForURL((url) => url.pathname === "/blog");
    await wake(page);
    await results(page).first().waitFor();
    assert.equal(await box.inputValue(), "laravel");
    await ask(page, "");
    await until("?utm_source=x");
    await page.context().close();
  });

  test("by the keyboard alone: Enter goes to the first, arrows from one to the next, the address keeps the words", async () => {
    const page = await open(browser, `${site.url}/blog`);
    await wake(page);
    await page.getByRole("searchbox").focus();
    await told(page).waitFor({ state: "attached" });
    await ask(page, "abonnement");
    await page.keyboard.press("Enter");
    const focused = () => page.evaluate(() => [...document.querySelectorAll(".site-search li a")].indexOf(document.activeElement));
    assert.equal(await focused(), 0);
    assert.equal(new URL(page.url()).search, "?q=abonnement");
    await page.keyboard.press("ArrowDown");
    assert.equal(await focused(), Math.min(1, (await results(page).count()) - 1));
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate(() => document.activeElement.type), "search");
    assert.ok((await page.locator(".site-search mark").count()) > 0);
    const first = await results(page).first().getAttribute("href");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname === new URL(first, site.url).pathname);

    const shared = await open(browser, `${site.url}/blog?q=abonnement`);
    await wake(shared);
    await results(shared).first().waitFor();
    assert.equal(await results(shared).first().getAttribute("href"), first);
    assert.equal(await shared.getByRole("searchbox").inputValue(), "abonnement");
    await shared.context().close();
    await page.context().close();
  });
});
