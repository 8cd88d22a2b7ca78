import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, open, states, wake } from "../harness/browser.mjs";
import { dist, serveEngine } from "../harness/engine.mjs";
import { addresses } from "../harness/pages.mjs";

/** Only React's development build, which `site serve` serves, says where the browser's first render differs. */
describe("hydration against React's development build", () => {
  let site;
  let browser;
  before(async () => {
    site = await serveEngine();
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });

  test("no island on any page differs from its HTML", async (context) => {
    const modules = [];
    // One page goes to all addresses, to each as if for the first time.
    const forget = () => [localStorage, sessionStorage].forEach((storage) => storage.clear());
    const page = await open(browser, `${site.url}/merci`, { stays: true, prepare: (page) => page.addInitScript(forget) });
    for (const address of addresses(dist)) {
      await context.test(address, async () => {
        page.faults.length = 0;
        await page.goto(site.url + address);
        await wake(page);
        for (const [name, state] of Object.entries(await states(page))) assert.equal(state, "hydrated", name);
        assert.deepEqual(page.faults, [], `faults on ${address}`);
        modules.push(...(await page.$$eval("link[rel=modulepreload]", (all) => all.map((one) => one.href))));
      });
    }
    await page.context().close();
    const texts = await Promise.all([...new Set(modules)].map(async (url) => (await fetch(url)).text()));
    assert.ok(texts.some((text) => text.includes("hydrated but some attributes")), "this is not React's development build");
  });

  test("an island that differs from its HTML is told over the page", async () => {
    const page = await open(browser, `${site.url}/merci`);
    await page.route(`${site.url}/blog`, async (route) => {
      const answer = await route.fetch();
      const text = await answer.text();
      assert.ok(text.includes("Filtrer les articles"));
      await route.fulfill({ response: answer, body: text.replace("Filtrer les articles", "Autre chose") });
    });
    await page.goto(`${site.url}/blog`);
    await page.locator(".chip").first().hover();
    const told = page.locator("dialog.site-mistakes[open]");
    await told.waitFor();
    assert.match(await told.innerText(), /island `ListFilter` on \/blog: hydration differs/);
    assert.match(await told.innerText(), /ListFilter/);
    await page.unroute(`${site.url}/blog`);
    await page.reload();
    await wake(page);
    assert.equal(await told.count(), 0);
    await page.context().close();
  });
});
