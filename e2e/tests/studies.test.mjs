/** What a study tells, once and in French. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, open } from "../harness/browser.mjs";
import { entries } from "../harness/content.mjs";
import { dist } from "../harness/engine.mjs";
import { serve } from "../harness/serve.mjs";

describe("studies and articles", () => {
  let site;
  let browser;
  let page;
  before(async () => {
    site = await serve(dist);
    browser = await launch();
    page = await open(browser, `${site.url}/merci`, { javaScriptEnabled: false });
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });
  const texts = (selector) => page.locator(selector).allInnerTexts();

  test("every study: client with a capital, challenge once, neighbours named, a path, a waypoint in place of a number sign", async () => {
    for (const { slug } of entries("case-studies")) {
      await page.goto(`${site.url}/case-studies/${slug}`);
      const [client] = await texts(".study-facts dd");
      assert.match(client, /^\p{Lu}/u, slug);
      const bullets = await texts(".study-summary li");
      assert.ok(bullets.length >= 1 && bullets.length <= 3, slug);
      const challenge = (await texts("section[aria-labelledby=defi]"))[0];
      for (const bullet of bullets) assert.equal(challenge.split(bullet).length, 2, `${slug} says twice: ${bullet}`);
      const order = await page.locator("section[aria-labelledby=defi] > :is(ul,p)").evaluateAll((all) => all.map((one) => one.localName));
      assert.equal(order[0], "ul", slug);
      assert.equal(await page.locator(".next-study[rel=next]").count(), 1, slug);
      assert.equal(await page.locator(".study-neighbours a[rel=prev]").count(), 1, slug);
      assert.ok((await page.locator(".breadcrumb li").count()) === 3, slug);
      assert.doesNotMatch(await page.locator("meta[name=description]").getAttribute("content"), /une solution (Ancien projet|Missions|Backend)/);
      for (const none of await page.locator(".result-none").all()) {
        assert.equal(await none.evaluate((one) => [one.textContent, getComputedStyle(one).fontSize].join(" ")), "# 0px");
      }
    }
    assert.ok(page);
  });

  test("units stay with their figures", async () => {
    await page.goto(`${site.url}/case-studies/motors974`);
    assert.ok((await texts(".result-figure")).some((one) => /^5.ans$/.test(one)));
    await page.goto(`${site.url}/case-studies/muzikannuaire`);
    assert.ok((await texts(".result-figure")).includes("240+"));
  });

  test("articles: no card is a neighbour, neighbours are named, no date twice", async () => {
    for (const { slug } of entries("articles")) {
      await page.goto(`${site.url}/blog/${slug}`);
      const hrefs = (selector) => page.locator(selector).evaluateAll((all) => all.map((one) => one.getAttribute("href")));
      const neighbours = await hrefs("nav[aria-label='Articles voisins'] a");
      assert.ok(neighbours.length > 0, slug);
      const cards = await hrefs(".cards h3 a");
      assert.ok(cards.length > 0 && !cards.some((card) => neighbours.includes(card)), slug);
      const dates = await page.locator(".byline time").evaluateAll((all) => all.map((one) => one.dateTime));
      assert.equal(new Set(dates).size, dates.length, slug);
    }
  });

  test("blog: the featured article has one colour here and there; a wide table shows that it goes on", async () => {
    const colour = (selector) => page.locator(selector).evaluate((one) => getComputedStyle(one).getPropertyValue("--accent"));
    await page.goto(`${site.url}/blog`);
    const [ink, address] = [await colour(".featured.card"), await page.locator(".featured h2 a").getAttribute("href")];
    await page.goto(site.url + address);
    assert.equal(await colour("article.article"), ink);
    await page.setViewportSize({ width: 320, height: 740 });
    const hints = await page.locator(".table-scroll").evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => getComputedStyle(one).backgroundImage.split("linear-gradient").length - 1));
    assert.ok(hints.length > 0);
    assert.deepEqual([...new Set(hints)], [2]);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test("services: a path that can be seen, success stories that lead to their studies", async () => {
    await page.goto(`${site.url}/services/saas-sur-mesure`);
    assert.equal(await page.locator(".breadcrumb li").count(), 3);
    assert.equal(await page.locator(".stories li").count(), await page.locator(".stories h3 a[href^='/case-studies/']").count());
    assert.equal(await page.getByRole("link", { name: /outils pour développeurs/ }).count(), 0);
    assert.equal(await page.locator(".site-footer a[href='/agence-ema']").count(), 0);
  });
});
