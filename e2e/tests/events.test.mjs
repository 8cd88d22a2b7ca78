/** The events of ARCHITECTURE.md's table, each met in a page, with exactly the parameters that the table gives it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { launch, open, wake } from "../harness/browser.mjs";
import { dist, root } from "../harness/engine.mjs";
import { pathOf } from "../harness/kinds.mjs";
import { serve } from "../harness/serve.mjs";

const section = readFileSync(join(root, "ARCHITECTURE.md"), "utf8").split("\n## Events\n")[1]?.split("\n## ")[0] ?? "";
const table = [...section.matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)].map(([, name, parameters]) => ({ name, parameters: [...parameters.matchAll(/`(\w+)`/g)].map(([, one]) => one) }));

const PHONE = "+262262000000";
const link = (selector) => (page) => page.locator(selector).first().click();

/** Where, what is done, and what is told of it. */
const walk = [
  ["/", link(".hero .actions a"), { button_click: { location: "hero" } }],
  ["/", (page) => page.getByRole("tab").nth(1).click(), { button_click: { location: "method" } }],
  ["/", (page) => page.getByRole("button", { name: "SaaS", exact: true }).click(), { button_click: { button_name: "SaaS", location: "home_projects" } }],
  ["/", (page) => page.locator(".accordion summary").nth(1).click(), { button_click: { location: "faq" } }],
  ["/projects", (page) => page.getByRole("button", { name: "SaaS", exact: true }).click(), { button_click: { button_name: "SaaS", location: "projects" } }],
  ["/about", link(".nav a"), { navigation_click: { destination: "/about" } }],
  ["/", link(".sheet a"), { service_view: {} }],
  ["/projects", link(".card a"), { project_view: {} }],
  ["/projects", link(".trail-list a"), { project_view: {} }],
  ["/", link(".trail a"), { project_view: {} }],
  ["/", link(".featured a"), { project_view: { project_name: "H-UP" } }],
  // The table is folded.
  ["/about", (page) => page.locator('table a[href*="/case-studies/"]').first().dispatchEvent("click"), { project_view: {} }],
  [pathOf("case-study-stores"), link("a[rel=prev]"), { project_view: {} }],
  [pathOf("service-dashboards"), link('.sheet a[href*="/services/"]'), { service_view: {} }],
  [pathOf("service-dashboards"), link(".featured a"), { project_view: { project_name: "proPulse" } }],
  [pathOf("case-study-stores"), link('a[data-event="app_download_click"]'), { app_download_click: {} }],
  ["/about", link('.site-footer a[href^="tel:"]'), { contact_method: { method: "phone", value: PHONE } }],
  [pathOf("service-saas"), link('main a[href^="tel:"]'), { contact_method: { method: "phone", value: PHONE } }],
  ["/agence-ema", link('.site-footer a[href^="tel:"]'), { contact_method: { method: "phone", value: PHONE } }],
  ["/about", link('a[href^="mailto:"]'), { contact_method: { method: "email", value: "contact@example.com" } }],
  ["/about", link('a[href*="wa.me"]'), { contact_method: { method: "messaging", value: "262000000000" } }],
  ["/agence-ema", link('a[href*="wa.me"]'), { contact_method: { method: "messaging", value: "262000000000" } }],
  [
    "/blog",
    async (page) => {
      await page.locator("[data-form=newsletter] input[type=email]").fill("ada@exemple.re");
      await page.waitForFunction(() => performance.now() > 3200);
      await page.locator("[data-form=newsletter] input[type=email]").press("Enter");
      await page.locator("[data-thanks]").waitFor();
    },
    { form_submission: { form_name: "newsletter" }, contact_method: { method: "form", value: "newsletter" } },
  ],
  [
    "/about",
    (page) =>
      page.evaluate(() => {
        const file = document.createElement("a");
        Object.assign(file, { href: "/plaquette.pdf", download: "" });
        document.body.append(file);
        file.click();
      }),
    { file_download: { file_name: "plaquette.pdf", file_type: "pdf" } },
  ],
  ["/about?test_tracking", () => {}, { test_tracking: { test: true } }],
];

describe("events", () => {
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

  test("the walk meets every event of the table, and no other", () => {
    const met = new Set(walk.flatMap(([, , told]) => Object.keys(told)));
    assert.deepEqual([...met].sort(), table.map(({ name }) => name).sort());
  });

  /** The page keeps what it tells, and goes nowhere. */
  const prepare = (page) =>
    page.addInitScript(() => {
      window.sent = [];
      window.umami = { track: (name, data) => window.sent.push([name, data]) };
      addEventListener("click", (event) => event.target.closest("a") && event.preventDefault(), true);
    });

  for (const path of new Set(walk.map(([one]) => one))) {
    describe(path, () => {
      let page;
      before(async () => {
        page = await open(browser, site.url + path, { prepare });
        await wake(page);
      });
      after(() => page?.context().close());

      for (const [index, [where, act, told]] of walk.entries()) {
        if (where !== path) continue;
        test(`${index + 1}: ${path} tells ${Object.keys(told).join(" and ")}`, async () => {
          await act(page);
          for (const [name, values] of Object.entries(told)) {
            await page.waitForFunction((one) => window.sent.some(([event]) => event === one), name);
            const data = (await page.evaluate(() => window.sent)).findLast(([event]) => event === name)[1];
            assert.deepEqual(Object.keys(data).sort(), [...table.find((row) => row.name === name).parameters].sort());
            assert.deepEqual({ ...data, ...values }, data);
            for (const value of Object.values(data)) assert.notEqual(value, "");
          }
          // The next one tells for itself.
          await page.evaluate(() => window.sent.splice(0).length);
        });
      }
    });
  }
});
