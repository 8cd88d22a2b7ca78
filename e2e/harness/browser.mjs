/** Debian's Chromium through playwright-core, and pages that remember what went wrong on them. */
import { chromium } from "playwright-core";

export const EXECUTABLE = process.env.CHROMIUM ?? "/usr/bin/chromium";

export function launch() {
  return chromium.launch({ executablePath: EXECUTABLE, args: ["--no-sandbox", "--disable-gpu"] });
}

/**
 * A page whose console errors, exceptions, refused resources and policy violations end up in `page.faults`.
 * Options are Playwright's for a context, and `blocked`: what the page may not load; `stay`: where it may not go.
 */
export async function open(browser, url, { blocked, stay, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.faults = [];
  page.on("console", (message) => {
    if (message.type() === "error") page.faults.push(message.text());
  });
  page.on("pageerror", (error) => page.faults.push(`exception: ${error.message}`));
  page.on("requestfailed", (request) => {
    // What a page that is left had asked for is nobody's fault.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") page.faults.push(`failed: ${request.url()}`);
  });
  // An empty answer leaves the page where it is.
  if (stay) await page.route(stay, (route) => route.fulfill({ status: 204 }));
  if (blocked) await page.route(blocked, (route) => route.abort());
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => {
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  // A page that tries to leave may never say that it is loaded.
  await page.goto(url, { waitUntil: stay ? "domcontentloaded" : "load" });
  return page;
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
