import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { HELD, STILL, browserName, holding, launch, open, states, wake } from "../harness/browser.mjs";
import { dist } from "../harness/engine.mjs";
import { serve } from "../harness/serve.mjs";

describe("islands before, during and without hydration", () => {
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
  const done = (page) => page.context().close();

  test("no island's code runs for a page that is only looked at; a pointer over it, a scroll or what the address asks wakes it", async () => {
    for (const path of ["/", "/projects", "/contact", "/blog"]) {
      const page = await open(browser, site.url + path);
      await page.waitForTimeout(1200);
      assert.deepEqual([...new Set(Object.values(await states(page)))], ["waiting"], path);
      await page.context().close();
    }
    const page = await open(browser, `${site.url}/projects`);
    await page.locator(".filters .chip").first().hover();
    await page.locator("site-island[data-state=hydrated]").waitFor({ state: "attached" });
    // Wherever it stands.
    await page.goto(`${site.url}/projects?type=SaaS`);
    await page.locator("site-island[data-state=hydrated]").waitFor({ state: "attached" });
    await page.goto(`${site.url}/blog`);
    await page.mouse.wheel(0, 200);
    await page.locator("site-island[name=ListFilter][data-state=hydrated]").waitFor({ state: "attached" });
    await page.context().close();
  });

  test("nothing of React is loaded before an island is near", async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 700 } });
    const page = await context.newPage();
    const scripts = [];
    page.on("request", (request) => request.url().endsWith(".js") && scripts.push(request.url().split("/").pop()));
    await page.goto(site.url);
    await page.waitForTimeout(800);
    assert.deepEqual(scripts.map((name) => name.split(".")[0]).sort(), ["page", "runtime"]);
    await context.close();
    const about = await visit("/about");
    assert.equal(await about.locator("site-island").count(), 0);
    assert.equal(await about.locator("script[src*=runtime]").count(), 0);
    await done(about);
  });

  test("clicks, typed text and focus before hydration are kept and done again", async () => {
    const page = await visit("/about");
    const release = await holding(page);
    await page.goto(`${site.url}/projects`, HELD);
    await page.getByRole("searchbox").pressSequentially("e", { delay: 20 });
    await page.getByRole("button", { name: "SaaS", exact: true }).click();
    await page.getByLabel("Trier par").selectOption("titre");
    await page.getByRole("searchbox").focus();
    assert.deepEqual(await states(page), { ListFilter: "loading" });
    release();
    await page.locator("site-island[data-state=hydrated]").waitFor({ state: "attached" });
    await page.waitForFunction(() => location.search === "?q=e&tri=titre&type=SaaS" || location.search === "?tri=titre&q=e&type=SaaS" || location.search.includes("type=SaaS"));
    const query = new URL(page.url()).searchParams;
    assert.deepEqual(Object.fromEntries(query), { q: "e", tri: "titre", type: "SaaS" });
    assert.equal(await page.getByRole("searchbox").inputValue(), "e");
    assert.ok(await page.getByRole("searchbox").evaluate((field) => field === document.activeElement));
    assert.deepEqual(page.faults, []);
    await done(page);
  });

  test("a form filled before hydration keeps everything", async () => {
    const page = await visit("/about");
    const release = await holding(page);
    await page.goto(`${site.url}/contact`, HELD);
    await page.getByRole("radio", { name: /Web et mobile/ }).click();
    await page.locator("input[name=email]").evaluate((field) => {
      field.value = "ada@exemple.re";
    });
    release();
    await page.getByText("2/5 : Qualifiez votre projet").or(page.getByText(/2\/5/)).first().waitFor();
    assert.equal(await page.locator("input[name=email]").inputValue(), "ada@exemple.re");
    assert.deepEqual(page.faults, []);
    await done(page);
  });

  test("an arrow key chooses before hydration as after it, and does not go on", async (t) => {
    const page = await visit("/about");
    const release = await holding(page);
    await page.goto(`${site.url}/contact`, HELD);
    await page.bringToFront();
    await page.getByRole("radio").first().focus();
    // A window that has not the screen's focus shows none, in some engines.
    if (!(await page.evaluate(() => document.hasFocus()))) {
      release();
      await done(page);
      return t.skip("no focus shows in this window");
    }
    await page.keyboard.press("ArrowDown");
    release();
    await page.locator("site-island[name=ContactWizard][data-state=hydrated]").waitFor();
    // Longer than a choice waits before it goes on.
    await page.waitForTimeout(900);
    await page.getByText(/1\/5/).first().waitFor();
    assert.ok(await page.getByRole("radio").nth(1).isChecked());
    assert.deepEqual(page.faults, []);
    await done(page);
  });

  test("the questions: one open, the first at first, a click closes it, before and after", async () => {
    const page = await visit("/about");
    const release = await holding(page);
    await page.goto(`${site.url}/`, HELD);
    const open = () => page.$$eval(".accordion details", (all) => all.flatMap((one, index) => (one.open ? [index] : [])));
    assert.deepEqual(await open(), [0]);
    await page.locator(".accordion summary").nth(2).click();
    assert.deepEqual(await open(), [2]);
    release();
    await page.locator("site-island[name=Faq][data-state=hydrated]").waitFor({ state: "attached" });
    assert.deepEqual(await open(), [2]);
    await page.locator(".accordion summary").nth(1).press("Enter");
    assert.deepEqual(await open(), [1]);
    await page.locator(".accordion summary").nth(1).click();
    assert.deepEqual(await open(), []);
    assert.deepEqual(page.faults, []);
    await done(page);
  });

  test("the method by arrow keys, the first of them before hydration", async () => {
    const page = await visit("/about");
    const release = await holding(page);
    await page.goto(`${site.url}/`, HELD);
    await page.getByRole("tab").first().focus();
    await page.keyboard.press("ArrowRight");
    release();
    await page.locator('[role=tab][aria-selected=true]:has-text("2")').waitFor();
    await page.keyboard.press("End");
    // Not `:focus`: a window that has not the screen's focus has none in some engines.
    await page.waitForFunction(() => /5/.test(document.activeElement.innerText));
    assert.equal(await page.locator("site-island[name=MethodSelector] [data-done]").count(), 5);
    assert.equal(await page.locator(".method-panel:visible").count(), 1);
    await done(page);
  });

  test("without JavaScript every page is whole", async () => {
    const page = await visit("/", { javaScriptEnabled: false });
    assert.equal(await page.locator(".method-panel:visible").count(), 5);
    assert.equal(await page.locator(".needs-js:visible").count(), 0);
    await page.locator(".accordion summary").nth(1).click(STILL);
    assert.equal(await page.locator(".accordion details[open]").count(), 1);
    assert.equal(await page.locator("form [data-step]:visible").count(), 6);
    await page.goto(`${site.url}/projects`);
    assert.ok((await page.locator('[data-list="projects"] > li:visible').count()) >= 20);
    await page.goto(`${site.url}/kap-numerik`);
    assert.equal(await page.locator("form [data-step]:visible").count(), 2);
    assert.ok((await page.locator("form input[type=radio]:visible").count()) >= 12);
    await done(page);
  });

  test("a chunk that fails says so and leaves usable HTML", async () => {
    const page = await visit("/about", { blocked: /assets\/chunk\./ });
    await page.addInitScript(() => {
      window.heard = [];
      addEventListener("site:preload-error", (event) => window.heard.push(event.detail.island));
    });
    await page.goto(`${site.url}/`);
    await wake(page);
    const all = await states(page);
    assert.deepEqual([...new Set(Object.values(all))], ["failed"]);
    assert.deepEqual(await page.evaluate(() => window.heard.sort()), Object.keys(all).sort());
    assert.equal(await page.locator("form [data-step]:visible").count(), 6);
    assert.equal(await page.locator(".method-panel:visible").count(), 5);
    await page.locator(".accordion summary").nth(1).click();
    assert.equal(await page.locator(".accordion details[open]").count(), 1);
    await done(page);
  });

  test("a chunk that never comes is given up, and what comes late disturbs nobody", async () => {
    const page = await visit("/about");
    const release = await holding(page);
    await page.addInitScript(() => {
      window.heard = [];
      addEventListener("site:preload-error", (event) => window.heard.push(event.detail.island));
    });
    await page.clock.install();
    await page.goto(`${site.url}/`, HELD);
    const [form, questions] = ["ContactWizard", "Faq"].map((name) => page.locator(`site-island[name=${name}]`));
    for (const island of [questions, form]) {
      await island.locator(":scope > *").first().scrollIntoViewIfNeeded();
      await island.and(page.locator("[data-state=loading]")).waitFor({ state: "attached" });
    }
    assert.equal(await page.locator("form [data-step]:visible").count(), 1);
    await page.clock.runFor(11_000);
    await form.and(page.locator("[data-state=failed]")).waitFor({ state: "attached" });
    assert.equal(await page.locator("form [data-step]:visible").count(), 6);
    assert.ok((await page.evaluate(() => window.heard)).includes("ContactWizard"));
    await page.locator("input[name=email]").fill("ada@exemple.re");
    release();
    // Nobody has touched the questions meanwhile: they wake after all. The form stays as it is being filled.
    await questions.and(page.locator("[data-state=hydrated]")).waitFor({ state: "attached" });
    assert.equal((await states(page)).ContactWizard, "failed");
    assert.equal(await page.locator("input[name=email]").inputValue(), "ada@exemple.re");
    assert.equal(await page.locator("form [data-step]:visible").count(), 6);
    await done(page);
  });

  test("what was lost without a network is asked for again once it is back", async (t) => {
    if (browserName !== "chromium") return t.skip("only Chromium can be told that it is offline");
    const page = await visit("/");
    await page.waitForLoadState("networkidle");
    await page.context().setOffline(true);
    const form = page.locator("site-island[name=ContactWizard]");
    await form.locator(":scope > *").first().scrollIntoViewIfNeeded();
    await form.and(page.locator("[data-state=failed]")).waitFor({ state: "attached" });
    await page.context().setOffline(false);
    await form.and(page.locator("[data-state=hydrated]")).waitFor({ state: "attached" });
    assert.equal(await page.locator("form [data-step]:visible").count(), 1);
    await done(page);
  });

  test("an island that left the page before its code came is not woken", async () => {
    const page = await visit("/about");
    const release = await holding(page);
    await page.goto(`${site.url}/blog`, HELD);
    const newsletter = page.locator("site-island[name=Newsletter]");
    await newsletter.locator("input[type=email]").focus();
    await newsletter.and(page.locator("[data-state=loading]")).waitFor({ state: "attached" });
    const gone = await newsletter.evaluateHandle((island) => {
      island.remove();
      return island;
    });
    release();
    await wake(page);
    await page.waitForTimeout(500);
    assert.equal(await gone.evaluate((island) => island.dataset.state), "loading");
    assert.deepEqual(page.faults, []);
    await done(page);
  });

  test("an island that is awake keeps its buttons when another script is missing", async () => {
    const page = await visit("/kap-numerik", { blocked: /assets\/page\./ });
    await wake(page);
    await page.getByRole("radio", { name: "Auto-entrepreneur" }).click();
    await page.getByRole("radio", { name: "Services" }).click();
    await page.getByRole("button", { name: "Continuer" }).click({ timeout: 5000 });
    await page.locator('[data-step="1"]:visible').waitFor();
    await done(page);
  });

  for (const script of ["page", "runtime"]) {
    test(`a missing ${script}.js hides nothing`, async () => {
      const page = await visit("/", { blocked: new RegExp(`assets/${script}\\.`) });
      await page.waitForFunction(() => !document.documentElement.classList.contains("js"));
      assert.equal(await page.locator("form [data-step]:visible").count(), 6);
      const hidden = await page.$$eval("[data-reveal]", (all) => all.filter((one) => getComputedStyle(one).opacity === "0").length);
      assert.equal(hidden, 0);
      await done(page);
    });
  }
});
