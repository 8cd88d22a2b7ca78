import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, open, wake } from "../harness/browser.mjs";
import { entriesWhere } from "../harness/content.mjs";
import { dist } from "../harness/engine.mjs";
import { serve } from "../harness/serve.mjs";

/** As a search reads it: without accents, in small letters. */
const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const shown = (page, list) => page.locator(`[data-list="${list}"] > li:visible`).evaluateAll((all) => all.map((one) => one.dataset.id));

describe("lists that visitors filter", () => {
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

  test("a search of one long word is no wider than a phone", async () => {
    const viewport = { width: 360, height: 740 };
    const page = await open(browser, `${site.url}/projects?q=https://www.exemple.fr/une/adresse/tres/longue`, { viewport });
    await wake(page);
    await page.getByRole("button", { name: /^Sans/ }).waitFor();
    // Scrollbars of some browsers take a part of the width.
    const past = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    assert.equal(await page.evaluate(past), 0);
    await page.context().close();
  });

  test("projects: search, type and year together, shared by address, undone by Back", async () => {
    const page = await open(browser, `${site.url}/projects`);
    await wake(page);
    const all = await shown(page, "projects");
    assert.ok(all.length >= 20, `${all.length} projects`);
    await page.getByRole("button", { name: "SaaS", exact: true }).click();
    const saas = await shown(page, "projects");
    assert.ok(saas.length > 0 && saas.length < all.length);
    await page.getByRole("button", { name: "2024", exact: true }).click();
    const both = await shown(page, "projects");
    assert.ok(both.length > 0 && both.every((id) => saas.includes(id)));
    assert.equal(new URL(page.url()).search, "?type=SaaS&annee=2024");

    const shared = await open(browser, page.url());
    await wake(shared);
    assert.deepEqual(await shown(shared, "projects"), both);
    await shared.context().close();

    await page.goBack();
    assert.deepEqual(await shown(page, "projects"), saas);
    await page.goBack();
    assert.deepEqual(await shown(page, "projects"), all);
    await page.goForward();
    assert.deepEqual(await shown(page, "projects"), saas);
    await page.context().close();
  });

  test("projects: the empty state, its texts and its button", async () => {
    const page = await open(browser, `${site.url}/projects`);
    await wake(page);
    await page.getByPlaceholder("Rechercher un projet, une technologie...").fill("zzz");
    const empty = page.locator("[data-empty]");
    await empty.getByText("Aucun projet trouvé").waitFor();
    const said = await page.getByText("Aucun projet trouvé").evaluateAll((all) => all.filter((one) => one.checkVisibility() && one.offsetWidth > 2).length);
    assert.equal(said, 1, "it is said once");
    await empty.getByText("Essayez de modifier vos critères de recherche ou de réinitialiser les filtres.").waitFor();
    await empty.getByRole("button", { name: "Réinitialiser les filtres" }).click();
    assert.ok((await shown(page, "projects")).length >= 20);
    assert.equal(new URL(page.url()).search, "");
    await page.context().close();
  });

  test("projects: words in any order, what the card hides, a slip, marks, and which filter to drop", async () => {
    const page = await open(browser, `${site.url}/projects`);
    await wake(page);
    const search = page.getByRole("searchbox");
    const status = page.locator(".filters [role=status]");
    for (const [words, id] of [["paysagiste", "bourbon-espace-environnement"], ["hup", "hup"], ["laravel flutter sergos", "sergos"], ["gardiennage securite", "sergos"]]) {
      await search.fill(words);
      assert.ok((await shown(page, "projects")).includes(id), words);
    }
    const whole = await page.locator('[data-list="projects"] > li').count();
    assert.ok(await page.evaluate(() => CSS.highlights.get("found").size > 0));
    await search.fill("docker");
    const docker = await shown(page, "projects");
    assert.ok(docker.length > 0 && docker.length < whole);
    await search.fill("dokcer");
    assert.deepEqual(await shown(page, "projects"), docker);
    assert.match(await status.innerText(), /pour «.docker.» \(au lieu de «.dokcer.»\)/);
    await page.getByRole("button", { name: "2003", exact: true }).click();
    await page.getByRole("button", { name: /^Sans «.2003.»/ }).click();
    assert.deepEqual(await shown(page, "projects"), docker);
    await page.getByRole("button", { name: "Réinitialiser les filtres" }).click();
    assert.equal((await shown(page, "projects")).length, whole);
    assert.ok(await status.evaluate((element) => element === document.activeElement));
    await page.context().close();
  });

  test("projects on a phone: the filters fold, and the first result is in view before and after a choice", async () => {
    const page = await open(browser, `${site.url}/projects`, { viewport: { width: 360, height: 740 }, hasTouch: true });
    const inView = () => page.waitForFunction(() => [...document.querySelectorAll('[data-list="projects"] > li')].find((one) => one.getClientRects().length > 0).getBoundingClientRect().top < innerHeight - 60);
    await inView();
    await page.getByRole("button", { name: /^Filtrer/ }).click();
    await page.getByRole("button", { name: "Site Web", exact: true }).click();
    await page.waitForFunction(() => location.search === "?type=Site+Web");
    await inView();
    assert.ok(await page.getByRole("button", { name: "Filtrer et trier (1)" }).evaluate((element) => element === document.activeElement));
    await page.context().close();
  });

  test("projects on a low screen: what came of a choice comes in view", async () => {
    const page = await open(browser, `${site.url}/projects`, { viewport: { width: 1280, height: 700 } });
    await wake(page);
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    await page.getByRole("button", { name: "SaaS", exact: true }).click();
    await page.waitForFunction(() => [".filters .count", '[data-list="projects"] > li:not([hidden])'].every((one) => document.querySelector(one).getBoundingClientRect().top < innerHeight - 60));
    await page.context().close();
  });

  test("projects: the sort sorts, and accents do not matter to the search", async () => {
    const page = await open(browser, `${site.url}/projects`);
    await wake(page);
    const titles = () => page.locator('[data-list="projects"] > li:visible :is(h2,h3)').allInnerTexts();
    await page.getByLabel("Trier par").selectOption({ label: "Alphabétique" });
    const sorted = await titles();
    assert.deepEqual(sorted, [...sorted].sort(new Intl.Collator("fr", { sensitivity: "base", numeric: true }).compare));
    await page.getByRole("searchbox").fill("PENSEES");
    const found = await shown(page, "projects");
    assert.ok(found.includes("pensees-positives") && found.length < sorted.length, found.join());
    await page.context().close();
  });

  test("home: categories that `all` leaves out, and a filter that shows them not", async () => {
    const page = await open(browser, `${site.url}/`);
    const before = await shown(page, "projects");
    await wake(page);
    assert.deepEqual(await shown(page, "projects"), before, "nothing moves when the filter wakes");
    assert.ok(!before.includes("hup"));
    await page.getByRole("button", { name: "Application Mobile", exact: true }).click();
    const mobile = await shown(page, "projects");
    assert.ok(mobile.length > 0 && mobile.length < before.length);
    await page.getByRole("button", { name: "Tous les projets" }).click();
    assert.deepEqual(await shown(page, "projects"), before);
    await page.context().close();
  });

  for (const { path, list, chip, query } of [
    { path: "/", list: "projects", chip: "SaaS", query: "?projets=SaaS" },
    { path: "/blog", list: "articles", chip: /^Tech/, query: "?categorie=Tech" },
    { path: "/outils", list: "tools", chip: "Boilerplates", query: "?categorie=Boilerplates" },
  ]) {
    test(`${path}: Back takes a choice back, Forward makes it again, typing makes no step`, async () => {
      const page = await open(browser, `${site.url}/about`);
      await page.goto(site.url + path);
      await wake(page);
      const search = () => new URL(page.url()).search;
      const all = await shown(page, list);
      await page.getByRole("button", { name: chip, exact: true }).click();
      const chosen = await shown(page, list);
      assert.ok(chosen.length > 0);
      assert.notDeepEqual(chosen, all);
      assert.equal(search(), query);
      const field = page.locator("site-island[name=ListFilter]").getByRole("searchbox");
      if (await field.count()) {
        await field.pressSequentially("ma");
        assert.match(search(), /q=ma/);
      }
      const until = (wanted) => page.waitForFunction((start) => (start ? location.search.startsWith(start) : location.search === ""), wanted);
      await page.goBack();
      await until("");
      assert.deepEqual(await shown(page, list), all);
      await page.goForward();
      await until(query);
      await page.goBack();
      await page.goBack();
      assert.equal(new URL(page.url()).pathname, "/about");
      await page.context().close();
    });
  }

  test("a page that is loaded again below its filter shows what its address says", async () => {
    const page = await open(browser, `${site.url}/projects?type=SaaS`, { viewport: { width: 390, height: 844 }, reducedMotion: "reduce" });
    await wake(page);
    const chosen = await shown(page, "projects");
    await page.locator('[data-list="projects"] > li:visible').last().evaluate((card) => card.scrollIntoView({ block: "end" }));
    await page.reload();
    await page.locator("site-island[name=ListFilter][data-state=hydrated]").waitFor({ state: "attached" });
    assert.deepEqual(await shown(page, "projects"), chosen);
    await page.context().close();
  });

  test("on a phone the chip that the address chose is in sight", async () => {
    const page = await open(browser, `${site.url}/blog?categorie=Tech`, { viewport: { width: 360, height: 740 } });
    await wake(page);
    const { left, right } = await page.locator(".chip[aria-pressed=true]").evaluate((chip) => chip.getBoundingClientRect().toJSON());
    assert.ok(left >= 0 && right <= 360, `${left} to ${right}`);
    await page.context().close();
  });

  test("blog: the featured article stands above the list only while everything shows", async () => {
    const page = await open(browser, `${site.url}/blog`);
    await wake(page);
    const featured = page.locator('[data-featured="articles"]');
    const chips = page.locator(".chip");
    assert.ok(await featured.isVisible());
    const all = await shown(page, "articles");
    for (let index = 1; index < (await chips.count()); index++) {
      const chip = chips.nth(index);
      await chip.click();
      assert.ok(!(await featured.isVisible()));
      const count = Number((await chip.innerText()).match(/\d+/)?.[0]);
      assert.equal((await shown(page, "articles")).length, count, await chip.innerText());
    }
    await chips.first().click();
    assert.deepEqual(await shown(page, "articles"), all);
    await page.context().close();
  });

  test("tools: search and category, the featured block, the empty state", async () => {
    const page = await open(browser, `${site.url}/outils`);
    await wake(page);
    const featured = page.locator('[data-featured="tools"]');
    const empty = page.locator('[data-empty="tools"]');
    assert.ok((await featured.isVisible()) && !(await empty.isVisible()));
    await page.getByRole("searchbox").fill("LARAVEL");
    assert.ok(!(await featured.isVisible()));
    const found = await page.locator('[data-list="tools"] > li:visible').evaluateAll((all) => all.map((one) => [one.dataset.id, one.textContent]));
    assert.ok(found.some(([id]) => id === "mafate"));
    for (const [id, text] of found) assert.ok(folded(text).includes("laravel"), id);
    // Where no card prints it.
    await page.getByRole("searchbox").fill("redis");
    assert.ok((await shown(page, "tools")).includes("mafate"));
    await page.getByRole("searchbox").fill("zzz");
    await empty.getByText("Aucun outil trouvé").waitFor();
    await empty.getByText("Essayez de modifier vos critères de recherche").waitFor();
    await page.getByRole("searchbox").fill("");
    await page.getByRole("button", { name: "Boilerplates" }).click();
    assert.ok(!(await featured.isVisible()));
    const kept = entriesWhere("tools", "category", "Boilerplates").map(({ slug }) => slug);
    assert.deepEqual((await shown(page, "tools")).sort(), kept.sort());
    await page.context().close();
  });
});
