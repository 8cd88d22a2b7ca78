import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch } from "../harness/browser.mjs";
import { dist } from "../harness/engine.mjs";
import { kinds } from "../harness/kinds.mjs";
import { serve } from "../harness/serve.mjs";

/**
 * The most that may move when the fonts come late: their fallbacks have their measures, but here and there a line of a title
 * breaks elsewhere, which is 0.025 on a phone.
 */
const MOST_LATE = 0.05;
const SIZES = [[360, 740], [1280, 800]];

/** Runs before the page: notes every shift, and what moved. */
function observe() {
  window.shifts = [];
  const name = (node) => {
    const element = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    return element?.localName ? `<${element.localName} class="${element.getAttribute("class") ?? ""}"> ${element.textContent.trim().slice(0, 30)}` : "gone";
  };
  const rect = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources, startTime } of list.getEntries()) {
      if (hadRecentInput) continue;
      const moved = sources.map(({ node, previousRect, currentRect }) => `${name(node)}: ${rect(previousRect)} → ${rect(currentRect)}`);
      window.shifts.push({ value, time: Math.round(startTime), moved });
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Runs before the page: it is ten o'clock on a Wednesday in La Réunion. */
function workingDay() {
  const now = Date.UTC(2026, 10, 25, 6);
  globalThis.Date = class extends Date {
    constructor(...given) {
      super(...(given.length ? given : [now]));
    }
    static now = () => now;
  };
}

async function readThrough(page) {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight * 0.6) {
      scrollTo({ top: y, behavior: "instant" });
      await new Promise((next) => requestAnimationFrame(() => setTimeout(next, 60)));
    }
  });
}

/** The fonts come before the stylesheet, and so before the first paint. */
async function fontsFirst(page) {
  const seen = new Set();
  const both = new Promise((done) =>
    page.on("requestfinished", (request) => {
      if (request.url().endsWith(".woff2")) seen.add(request.url());
      if (seen.size === 2) done();
    }),
  );
  await page.route("**/styles.*.css", async (route) => {
    await both;
    await route.continue();
  });
}

/** The fonts come when the answer is called. */
async function fontsLate(page) {
  let release;
  const released = new Promise((go) => (release = go));
  await page.route("**/*.woff2", async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

describe("what moves while a page loads and is read", { concurrency: 3 }, () => {
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
  const visit = async (path, [width, height], fonts) => {
    const context = await browser.newContext({ viewport: { width, height }, hasTouch: width < 1000 });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.addInitScript(observe);
    const release = await fonts(page);
    await page.goto(site.url + path, { waitUntil: "domcontentloaded" });
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    return { page, release };
  };
  const shifts = async (page) => {
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
    return page.evaluate(() => window.shifts);
  };

  for (const width of [360, 1280, 1366, 1440, 1920]) {
    test(`the home page at ${width} px when the hour of a working day takes the place of the opening hours: nothing`, async () => {
      const { page } = await visit("/", [width, 800], async (page) => {
        await page.addInitScript(workingDay);
        await fontsFirst(page);
      });
      await page.mouse.move(200, 300);
      await page.mouse.move(220, 320);
      await page.getByText(/^10\sh\s00 ici/).waitFor();
      await page.waitForFunction(() => document.querySelector(".hero-map[data-live]"));
      assert.deepEqual(await shifts(page), []);
      await page.context().close();
    });
  }

  for (const { name, path } of kinds) {
    for (const size of SIZES) {
      test(`${name} at ${size[0]} px: nothing`, async () => {
        const { page } = await visit(path, size, fontsFirst);
        await readThrough(page);
        assert.deepEqual(await shifts(page), []);
        await page.context().close();
      });

      test(`${name} at ${size[0]} px with fonts that come late: hardly anything`, async () => {
        const { page, release } = await visit(path, size, fontsLate);
        assert.equal(await page.evaluate(() => document.fonts.status), "loading", "the page was painted without its fonts");
        release();
        await page.evaluate(() => document.fonts.ready.then(() => {}));
        const all = await shifts(page);
        const sum = all.reduce((total, { value }) => total + value, 0);
        assert.ok(sum <= MOST_LATE, JSON.stringify(all, null, 1));
        await page.context().close();
      });
    }
  }
});
