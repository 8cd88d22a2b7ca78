import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch } from "../harness/browser.mjs";
import { build } from "../harness/build.mjs";
import { serveEngine } from "../harness/engine.mjs";
import { styleguide } from "../harness/kinds.mjs";
import { addresses } from "../harness/pages.mjs";
import { serve } from "../harness/serve.mjs";

const WIDTHS = [320, 360, 768, 1280, 1920];
const AT_ONCE = 3;

/** Runs in the page: what is wider than its page, and text that is cut off, in a few words each. */
function misfits() {
  const width = document.documentElement.clientWidth;
  const found = [];
  const say = (element, what) => found.push(`${what}: <${element.localName} class="${element.getAttribute("class") ?? ""}"> ${element.textContent.trim().slice(0, 40)}`);
  if (document.documentElement.scrollWidth > width) found.push(`the page is ${document.documentElement.scrollWidth - width} px too wide`);

  /** Whether something around cuts, scrolls or hides what sticks out on purpose. */
  const isContained = (element) => {
    for (let one = element.parentElement; one && one !== document.body; one = one.parentElement) {
      if (getComputedStyle(one).overflowX !== "visible") return true;
    }
    return false;
  };
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  /** For the eye only, or for the ear only. */
  const isDecoration = (element) => {
    if (element.closest("[aria-hidden=true], svg, .skip-link")) return true;
    for (let one = element; one; one = one.parentElement) if (getComputedStyle(one).clipPath !== "none") return true;
    return false;
  };

  const sticksOut = (element) => {
    const { left, right, width: own } = element.getBoundingClientRect();
    return own > 0 && (left < -0.5 || right > width + 0.5) && !isContained(element);
  };

  for (const element of document.body.querySelectorAll("*")) {
    if (isDecoration(element) || !isShown(element)) continue;
    // The innermost is to blame.
    if (sticksOut(element) && ![...element.children].some(sticksOut)) say(element, "sticks out");
    const { overflowX, textOverflow } = getComputedStyle(element);
    const holdsText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const isCut = ["hidden", "clip"].includes(overflowX) && textOverflow !== "ellipsis";
    if (holdsText && isCut && element.scrollWidth > element.clientWidth + 1) say(element, "cuts its text");
  }
  // Words that leave their box, which itself fits.
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || isDecoration(element) || !isShown(element)) continue;
    range.selectNodeContents(node);
    const { left, right } = range.getBoundingClientRect();
    if (right > left && (left < -0.5 || right > width + 0.5) && !isContained(element)) say(element, "its words stick out");
    for (let one = element; one !== document.body; one = one.parentElement) {
      const { overflowX } = getComputedStyle(one);
      if (overflowX === "visible") continue;
      const box = one.getBoundingClientRect();
      if (["hidden", "clip"].includes(overflowX) && right > box.right + 1 && !one.closest(".carousel")) say(element, "its words are cut");
      break;
    }
  }
  return [...new Set(found)].slice(0, 8);
}

/** Everything as it is once read: nothing waits to be scrolled into view. */
const REVEALED = "[data-reveal] { opacity: 1 !important; translate: none !important }";

describe("nothing overflows sideways", () => {
  let built;
  let site;
  let engine;
  let browser;
  before(async () => {
    built = build("--drafts");
    [site, engine, browser] = await Promise.all([serve(built.folder, { stays: true }), serveEngine(), launch()]);
  });
  after(async () => {
    await browser?.close();
    await Promise.all([site?.close(), engine?.close()]);
    built?.remove();
  });

  for (const width of WIDTHS) {
    test(`at ${width} px, on any page`, async () => {
      const answers = ["/api/newsletter/confirm?token=x", "/api/forms/nulle-part"].map((path) => engine.url + path);
      const pages = [...addresses(built.folder), "/nulle-part"].map((path) => site.url + path);
      assert.ok(pages.includes(site.url + styleguide.path), "the style guide is looked at too");
      const queue = [...pages, ...answers];
      const found = {};
      const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: "reduce", hasTouch: width < 1000, bypassCSP: true });
      const look = async () => {
        const page = await context.newPage();
        for (let url = queue.shift(); url; url = queue.shift()) {
          await page.goto(url, { waitUntil: "domcontentloaded" });
          await page.addStyleTag({ content: REVEALED });
          await page.evaluate(() => document.fonts.ready.then(() => {}));
          const wrong = await page.evaluate(misfits);
          if (wrong.length > 0) found[new URL(url).pathname] = wrong;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, look));
      await context.close();
      assert.deepEqual(found, {});
    });
  }
});
