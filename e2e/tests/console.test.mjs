/** No page says anything in the console but what is wanted: that analytics is absent, and the path of a page that is not there. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { launch, open, wake } from "../harness/browser.mjs";
import { dist } from "../harness/engine.mjs";
import { addresses } from "../harness/pages.mjs";
import { serve } from "../harness/serve.mjs";

test("every page is silent, awake and left in the middle of a transition too", async (context) => {
  const site = await serve(dist, { stays: true });
  context.after(() => site.close());
  const browser = await launch();
  context.after(() => browser.close());
  const page = await open(browser, `${site.url}/merci`);
  const said = [];
  page.on("console", (message) => said.push(`${new URL(page.url()).pathname}: ${message.text()}`));
  page.on("pageerror", (error) => said.push(`${new URL(page.url()).pathname}: ${error.message}`));
  for (const path of [...addresses(dist), "/nulle-part"]) {
    await page.goto(site.url + path);
    await wake(page);
  }
  for (const path of ["/about", "/projects", "/blog"]) {
    await page.goto(`${site.url}${path}`);
    // Leaving twice at once skips the first transition; one of the two arrives.
    const left = page.waitForEvent("framenavigated");
    await page.evaluate(() => {
      const [one, two] = document.querySelectorAll(".nav a");
      one.click();
      setTimeout(() => two.click(), 30);
    });
    await left;
    await page.waitForLoadState();
    await page.waitForTimeout(500);
  }
  const wanted = /Umami non disponible$|404 : \/nulle-part$|status of 404 \(Not Found\)$/;
  assert.deepEqual(said.filter((one) => !wanted.test(one)), []);
});
