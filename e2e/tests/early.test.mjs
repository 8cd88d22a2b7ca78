import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { HELD, holding, launch, open } from "../harness/browser.mjs";
import { dist } from "../harness/engine.mjs";
import { serve } from "../harness/serve.mjs";

/** What each island was asked for while its module was still on its way, and what came of it. */
const islands = [
  {
    path: "/projects",
    island: "ListFilter",
    early: (page) => page.getByRole("searchbox").pressSequentially("pensees", { delay: 10 }),
    late: async (page) => {
      await page.waitForFunction(() => location.search === "?q=pensees");
      assert.equal(await page.locator('[data-list="projects"] > li:visible').count(), 1);
      assert.equal(await page.getByRole("searchbox").inputValue(), "pensees");
    },
  },
  {
    path: "/projects",
    island: "ListFilter",
    early: (page) => page.getByLabel("Trier par").selectOption("ancien"),
    late: (page) => page.waitForFunction(() => location.search === "?tri=ancien"),
  },
  {
    path: "/blog",
    island: "ListFilter",
    early: (page) => page.locator("site-island[name=ListFilter] .chip").nth(1).click(),
    late: (page) => page.waitForFunction(() => location.search.startsWith("?categorie=")),
  },
  {
    path: "/",
    island: "MethodSelector",
    early: (page) => page.getByRole("tab").nth(2).click(),
    late: (page) => page.locator('[role=tab][aria-selected=true]:has-text("3")').waitFor(),
  },
  {
    path: "/",
    island: "Faq",
    early: (page) => page.locator(".accordion summary").nth(2).click(),
    late: async (page) => {
      const opened = () => page.$$eval(".accordion details", (all) => all.flatMap((one, index) => (one.open ? [index] : [])));
      assert.deepEqual(await opened(), [2]);
      const tracked = await page.evaluate(() => window.tracked.map(({ location }) => location));
      assert.deepEqual([...new Set(tracked)], ["faq"], "the question that was opened is counted");
    },
  },
  {
    path: "/contact",
    island: "ContactWizard",
    early: (page) => page.getByRole("radio", { name: /Web et mobile/ }).click(),
    late: (page) => page.getByText(/2\/5/).first().waitFor(),
  },
  {
    path: "/agence-ema",
    island: "AgencyForm",
    early: (page) => page.locator("input[name=projectType]").first().evaluate((radio) => radio.click()),
    late: (page) => page.waitForFunction(() => Object.values(localStorage).some((text) => text.includes("answers"))),
  },
  {
    path: "/kap-numerik",
    island: "EligibilityForm",
    early: (page) => page.getByRole("radio", { name: /^Auto-entrepreneur/ }).click(),
    late: (page) => page.getByRole("radio", { name: "Services" }).waitFor(),
  },
  {
    path: "/blog",
    island: "Newsletter",
    early: (page) => page.locator("site-island[name=Newsletter] input[type=email]").fill("ada@exemple.re"),
    late: async (page) => {
      assert.equal(await page.locator("site-island[name=Newsletter] input[type=email]").inputValue(), "ada@exemple.re");
      await page.waitForFunction(() => Object.values(localStorage).some((text) => text.includes("ada@exemple.re")));
    },
  },
];

describe("what a visitor does before an island is awake, its module being late", () => {
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

  for (const [index, { path, island, early, late }] of islands.entries()) {
    test(`${index + 1}: ${island} on ${path}`, async () => {
      let release;
      const prepare = async (page) => {
        await page.addInitScript(() => {
          window.tracked = [];
          addEventListener("site:track", ({ detail }) => window.tracked.push(detail.data));
        });
        release = await holding(page);
      };
      const page = await open(browser, site.url + path, { prepare, until: HELD });
      const element = page.locator(`site-island[name=${island}]`).first();
      await early(page);
      assert.notEqual(await element.getAttribute("data-state"), "hydrated", "it was early");
      release();
      await element.and(page.locator("[data-state=hydrated]")).waitFor({ state: "attached" });
      await late(page);
      assert.deepEqual(page.faults, []);
      await page.context().close();
    });
  }
});
