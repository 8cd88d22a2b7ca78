/**
 * The browser of a run (BROWSER: `chromium`, `firefox` or `webkit`), each Debian's own and all driven by Playwright, and pages
 * that remember what went wrong on them.
 */
import { join } from "node:path";
import { chromium, firefox } from "playwright-core";
import { program } from "./program.mjs";

export const browserName = process.env.BROWSER ?? "chromium";

/** Chromium: without a window of its own, which is 40 % of its work, where that is installed. */
export const chromiumProgram = () =>
  program("CHROMIUM", ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"], "chromium-headless-shell");

/** Playwright drives Firefox by WebDriver BiDi, and WebKit through what makes it speak the same. */
const PROGRAMS = {
  chromium: () =>
    chromium.launch({
      executablePath: join(import.meta.dirname, "../chromium/browser"),
      // Letters as wide as on a screen of a phone, whatever the system hints them by.
      args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none"],
      env: { ...process.env, CHROMIUM: chromiumProgram() },
    }),
  firefox: bidi,
  webkit: bidi,
};

function bidi({ isCalm, runsScripts }) {
  return firefox.launch({
    channel: "moz-firefox",
    executablePath: join(import.meta.dirname, `../${browserName}/browser.mjs`),
    firefoxUserPrefs: {
      "ui.prefersReducedMotion": Number(isCalm),
      "javascript.enabled": runsScripts,
      // A mouse, which there is none of without a screen.
      "ui.primaryPointerCapabilities": 6,
      "ui.allPointerCapabilities": 6,
      // A page that the history kept does not say that it is loaded.
      "browser.sessionhistory.max_total_viewers": 0,
      // Processes that are kept ready for pages which never come.
      "dom.ipc.processPrelaunch.enabled": false,
    },
    env: { ...process.env, ...(isCalm && { CALM: "1" }), ...(!runsScripts && { NO_SCRIPTS: "1" }) },
  });
}

/** Runs before the page: text is put in as the visitor's own, where Playwright would write it so that React does not hear of it. */
function typed() {
  const insert = (text) => void document.execCommand("insertText", false, text);
  Object.defineProperty(window, "__pw_bidiInsertText", { get: () => insert, set() {} });
}

/** Runs before the page: the mouse of a Chromium without a window rests in its corner, which is told as a move when a page is there. */
function resting() {
  const isAtRest = ({ clientX, clientY, isTrusted }) => isTrusted && clientX === 0 && clientY === 0;
  addEventListener("pointermove", (event) => isAtRest(event) && event.stopImmediatePropagation(), true);
}

/** What an engine, or its driver, cannot show, and why: tests of it are skipped there by name. */
const LACKS = {
  chromium: {},
  firefox: {
    touch: "Firefox's WebDriver BiDi has no touch",
    bodies: "WebDriver BiDi does not tell what was posted",
    locale: "Firefox's ESR does not take another language for one page",
  },
  webkit: {
    touch: "WebKitGTK's WebDriver has no touch",
    bodies: "WebDriver BiDi does not tell what was posted",
    locale: "WebKitGTK's language is the program's, not a page's",
    tabs: "WebKitGTK's WebDriver gives each page a storage of its own",
  },
};

/** A tap where the driver has touch, else a click. */
export const tap = (locator) => (lacks("touch") ? locator.click() : locator.tap());

/** The reason for which a test is skipped in this browser; false when it is not. */
export const lacks = (what) => LACKS[browserName][what] ?? false;

/** Chromium, whose contexts have no mouse until a test moves it. */
async function launchChromium() {
  const browser = await PROGRAMS.chromium();
  return {
    async newContext(options) {
      const context = await browser.newContext(options);
      await context.addInitScript(resting);
      return context;
    },
    newPage: (options) => browser.newPage(options),
    close: () => browser.close(),
  };
}

/** Playwright's browser; outside Chromium reduced motion and no JavaScript are settings of another one, each started when asked for. */
export async function launch() {
  if (browserName === "chromium") return launchChromium();
  const all = new Map();
  const start = (settings) => {
    const key = JSON.stringify(settings);
    if (!all.has(key)) all.set(key, PROGRAMS[browserName](settings));
    return all.get(key);
  };
  return {
    async newContext({ reducedMotion, javaScriptEnabled = true, isMobile: _, ...options }) {
      const browser = await start({ isCalm: reducedMotion === "reduce", runsScripts: javaScriptEnabled });
      const context = await browser.newContext(options);
      await context.addInitScript(typed);
      return context;
    },
    close: async () => Promise.all([...all.values()].map(async (browser) => (await browser).close())),
  };
}

/** How the browsers say that a page gave a request up. */
const ABANDONED = new Set(["net::ERR_ABORTED", "NS_BINDING_ABORTED", "cancelled"]);

/** Runs before the page: takes its redirect away while it is read, before any module asks for it. */
function staying() {
  new MutationObserver(() => document.body?.removeAttribute("data-redirect")).observe(document, { childList: true, subtree: true });
}

/**
 * A page whose console errors, exceptions, refused resources and policy violations end up in `page.faults`.
 * Options are Playwright's for a context, and `blocked`: what the page may not load; `stays`: it does not leave by itself;
 * `prepare(page)`: what is done with it before it goes there; `until`: what of its way is waited for.
 */
export async function open(browser, url, { blocked, stays, prepare, until, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.faults = [];
  page.on("console", (message) => {
    if (message.type() === "error") page.faults.push(message.text());
  });
  page.on("pageerror", (error) => page.faults.push(`exception: ${error.message}`));
  page.on("requestfailed", (request) => {
    // What a page that is left had asked for is nobody's fault.
    if (!ABANDONED.has(request.failure()?.errorText)) page.faults.push(`failed: ${request.url()} (${request.failure()?.errorText})`);
  });
  if (stays) await page.addInitScript(staying);
  if (blocked) await page.route(blocked, (route) => route.abort());
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => {
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  await prepare?.(page);
  await page.goto(url, until);
  return page;
}

/** For clicks on pages without scripts, where no frame tells that a control stands still. */
export const STILL = { force: true };

/** Types into a field of a page without scripts, where Firefox answers no promise that filling it would await. */
export async function write(field, text) {
  await field.click(STILL);
  await field.page().keyboard.press("ControlOrMeta+a");
  await field.page().keyboard.type(text);
}

/** Not a page's `load`, which in WebKit waits for a held module that was asked for before it, as on a slow machine. */
export const HELD = { waitUntil: "domcontentloaded" };

/** Holds back every script but those that each page starts with, until the answer is called. To go on by `HELD`. */
export async function holding(page) {
  let release;
  const released = new Promise((go) => (release = go));
  await page.route(/assets\/(?!page|runtime)[^/]+\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Scrolls every island into view, a pointer over it, and waits until each has settled. */
export async function wake(page) {
  const islands = page.locator("site-island");
  for (let index = 0; index < (await islands.count()); index++) {
    const island = islands.nth(index);
    await island.evaluate((element) => {
      (element.firstElementChild ?? element).scrollIntoView({ block: "center" });
      element.dispatchEvent(new Event("pointerover"));
    });
    await island.and(page.locator("[data-state=hydrated],[data-state=failed]")).waitFor({ state: "attached" });
  }
}

export function states(page) {
  return page.$$eval("site-island", (all) => Object.fromEntries(all.map((one) => [one.getAttribute("name"), one.dataset.state])));
}
