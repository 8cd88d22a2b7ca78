import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { lacks, launch, open, tap, wake } from "../harness/browser.mjs";
import { dist } from "../harness/engine.mjs";
import { pathOf } from "../harness/kinds.mjs";
import { serve } from "../harness/serve.mjs";

const PHONE = { viewport: { width: 390, height: 800 }, hasTouch: true };

describe("behaviour of every page", () => {
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
  const visit = (path, options) => open(browser, site.url + path, options);
  const done = (page) => page.context().close();

  test("the header changes after 50 px, on the agency's page after 10", async () => {
    for (const [path, threshold] of [["/", 50], ["/agence-ema", 10]]) {
      const page = await visit(path, { stays: true });
      const header = page.locator("[data-header]");
      await page.evaluate((y) => scrollTo({ top: y, behavior: "instant" }), threshold);
      await page.waitForFunction((y) => scrollY === y, threshold);
      assert.equal(await header.getAttribute("data-scrolled"), null, path);
      await page.evaluate((y) => scrollTo({ top: y + 1, behavior: "instant" }), threshold);
      await page.locator("[data-header][data-scrolled]").waitFor();
      await done(page);
    }
  });

  test("maps of cards are drawn when they come near, all of them in print, and at once without scripts", async () => {
    const asked = new Set();
    const page = await visit("/merci", { viewport: { width: 1280, height: 600 } });
    page.on("request", (request) => request.url().includes("/drawings/") && asked.add(request.url()));
    await page.goto(`${site.url}/projects`);
    const waiting = page.locator(".card .cover use[data-href]");
    const all = await page.locator(".card .cover").count();
    await page.locator(".card .cover").first().scrollIntoViewIfNeeded();
    await page.waitForFunction((many) => document.querySelectorAll(".card .cover use[data-href]").length < many, all);
    const first = asked.size;
    assert.ok(first < all / 2 && (await waiting.count()) > all / 2, `${first} of ${all} maps at once`);
    const before = await waiting.count();
    await page.locator(".card .cover").last().scrollIntoViewIfNeeded();
    await page.waitForFunction((had) => document.querySelectorAll(".card .cover use[data-href]").length < had, before);
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    assert.equal(await waiting.count(), 0);
    for (let tries = 0; tries < 100 && asked.size <= all; tries++) await page.waitForTimeout(100);
    assert.ok(asked.size > all, `${asked.size} maps`);
    assert.deepEqual(page.faults, []);
    await done(page);

    const plain = await visit("/projects", { javaScriptEnabled: false });
    assert.equal(await plain.locator(".card .cover:visible").count(), all);
    await done(plain);
  });

  test("the table of contents follows what is read", async () => {
    const page = await visit(pathOf("article-scores"), { reducedMotion: "reduce" });
    const current = page.locator(".toc [aria-current=location]");
    assert.equal(await current.count(), 0);
    const links = page.locator(".toc a");
    for (const index of [2, (await links.count()) - 1, 1]) {
      const hash = await links.nth(index).getAttribute("href");
      await page.locator(`[id="${hash.slice(1)}"]`).evaluate((heading) => heading.scrollIntoView({ block: "start" }));
      await page.locator(`.toc a[href="${hash}"][aria-current=location]`).waitFor();
      assert.equal(await current.count(), 1);
      await page.waitForFunction(() => {
        const [list, link] = [document.querySelector(".toc"), document.querySelector(".toc [aria-current]")].map((one) => one.getBoundingClientRect());
        return link.top >= list.top && link.bottom <= list.bottom;
      });
    }
    await page.evaluate(() => scrollTo(0, 0));
    await page.waitForFunction(() => !document.querySelector(".toc [aria-current]"));
    assert.deepEqual(page.faults, []);
    await done(page);
  });

  test("the full-screen menu: focus stays in it, the page does not scroll, Escape and links close it", async () => {
    const page = await visit("/", PHONE);
    const toggle = page.locator("[data-menu-toggle]");
    await toggle.click();
    assert.equal(await toggle.getAttribute("aria-expanded"), "true");
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY), "hidden");
    const menu = page.locator("[data-menu]");
    const box = await menu.boundingBox();
    assert.ok(box.height >= 700 && box.width >= 380, JSON.stringify(box));
    assert.equal(await page.locator("main").evaluate((main) => main.inert), true);
    // What can be seen beside the menu is as live as it.
    for (const control of await page.locator("[data-header] :is(a,button):visible").all()) assert.ok(await control.evaluate((element) => !element.closest("[inert]")));
    for (let index = 0; index < 12; index++) {
      await page.keyboard.press("Tab");
      assert.ok(await page.evaluate(() => Boolean(document.activeElement.closest("[data-header]"))));
    }
    await page.keyboard.press("Escape");
    assert.equal(await toggle.getAttribute("aria-expanded"), "false");
    assert.ok(await toggle.evaluate((element) => element === document.activeElement));
    await toggle.click();
    await menu.getByRole("link", { name: "Projets" }).click();
    assert.equal(await toggle.getAttribute("aria-expanded"), "false");
    assert.notEqual(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY), "hidden");
    await done(page);
  });

  test("no message lies over the open menu, where nothing could close it", async () => {
    const page = await visit("/contact", PHONE);
    await wake(page);
    await page.evaluate(() => dispatchEvent(new CustomEvent("site:toast", { cancelable: true, detail: { tone: "error", title: "Non", text: "Rien." } })));
    const toast = page.locator(".toast");
    await toast.waitFor();
    await page.locator("[data-menu-toggle]").click();
    await toast.waitFor({ state: "hidden" });
    await page.keyboard.press("Escape");
    await toast.waitFor();
    await done(page);
  });

  test("anchors scroll to their section and change the address without a reload", async () => {
    const page = await visit("/?utm_source=test", { reducedMotion: "reduce" });
    await page.evaluate(() => (window.stays = true));
    await page.locator('footer a[href$="#services"]').first().click();
    await page.waitForURL(`${site.url}/?utm_source=test#services`);
    const top = await page.locator("#services").evaluate((element) => element.getBoundingClientRect().top);
    const place = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop));
    assert.ok(Math.abs(top - place) < 2, `#services is at ${top}`);
    assert.equal(await page.evaluate(() => window.stays), true);
    await page.evaluate(() => history.back());
    await page.waitForFunction((url) => location.href === url && window.stays, `${site.url}/?utm_source=test`);
    await done(page);
  });

  test("jumps of every kind land at one place under the header, and from another page at once", async () => {
    const page = await visit(pathOf("article-scores"));
    const place = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop));
    const landed = (id) => page.waitForFunction(([one, wanted]) => Math.abs(document.getElementById(one).getBoundingClientRect().top - wanted) < 2, [id, place]);
    const links = page.locator(".toc a");
    for (const index of [3, 0]) {
      const hash = await links.nth(index).getAttribute("href");
      await links.nth(index).click();
      await landed(decodeURIComponent(hash.slice(1)));
      await page.locator(`.toc a[href="${hash}"][aria-current=location]`).waitFor();
      assert.equal(await page.locator(".toc [aria-current=location]").count(), 1);
    }
    await page.goto(`${site.url}/#contact`);
    // No way is travelled: the first look is at the form.
    assert.ok(await page.evaluate(() => document.getElementById("contact").getBoundingClientRect().top < innerHeight));
    await landed("contact");
    await page.evaluate(() => scrollTo(0, 0));
    const seen = page.evaluate(() => new Promise((done) => {
      let way = 0;
      let last = scrollY;
      let timer;
      addEventListener("scroll", () => {
        way += Math.abs(scrollY - last) > innerHeight * 2 ? 0 : Math.abs(scrollY - last);
        last = scrollY;
        clearTimeout(timer);
        // Not `scrollend`, which not every engine tells.
        timer = setTimeout(() => done(way / innerHeight), 500);
      });
    }));
    await page.locator('.hero a[href="#contact"]').click();
    await landed("contact");
    assert.ok((await seen) < 3, `${await seen} screens of scrolling`);
    await done(page);
  });

  test("the header hides what is under it", async () => {
    const page = await visit("/");
    await page.evaluate(() => scrollTo({ top: 900, behavior: "instant" }));
    await page.locator("[data-header][data-scrolled]").waitFor();
    const paper = await page.evaluate(() => [getComputedStyle(document.querySelector("[data-header]"), "::before").backgroundColor, getComputedStyle(document.documentElement).backgroundColor]);
    assert.equal(paper[0], paper[1]);
    await done(page);
  });

  test("a question that is opened stays under the finger", async () => {
    const page = await visit("/", { ...PHONE, viewport: { width: 360, height: 740 } });
    const question = page.locator(".accordion summary").nth(4);
    await question.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
    await page.locator("site-island[name=Faq][data-state=hydrated]").waitFor({ state: "attached" });
    await page.locator(".accordion summary").first().evaluate((element) => (element.parentElement.open = true));
    await page.waitForTimeout(100);
    await question.evaluate((element) => scrollBy({ top: element.getBoundingClientRect().top - 300, behavior: "instant" }));
    // The driver may scroll what it is to press.
    const pressed = question.evaluate((element) => new Promise((tell) => element.addEventListener("click", () => tell(element.getBoundingClientRect().top), { once: true })));
    await tap(question);
    await page.locator(".accordion details:nth-child(5)[open]").waitFor();
    await page.waitForTimeout(150);
    const top = await question.evaluate((element) => element.getBoundingClientRect().top);
    assert.ok(Math.abs(top - (await pressed)) < 3, `it went from ${await pressed} to ${top}`);
    await done(page);
  });

  test("no page shows what hovers after a tap", { skip: lacks("touch") }, async () => {
    const page = await visit("/contact", { ...PHONE, isMobile: true });
    const tile = page.locator(".tile").nth(1);
    const border = () => tile.evaluate((element) => getComputedStyle(element).borderColor);
    const before = await border();
    await tile.hover();
    await page.waitForTimeout(250);
    assert.equal(await border(), before);
    await done(page);
  });

  test("the theme is chosen, remembered, and there before the first paint", async () => {
    const page = await visit("/about", { colorScheme: "light" });
    const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await paper();
    const button = page.locator("[data-theme-switch]:visible").first();
    assert.equal(await button.getAttribute("aria-label"), "Passer au thème sombre");
    await button.click();
    const dark = await paper();
    assert.notEqual(dark, light);
    assert.equal(await button.getAttribute("aria-label"), "Passer au thème clair");
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.body && !window.first) window.first = document.documentElement.dataset.theme;
      }).observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    assert.equal(await page.evaluate(() => window.first), "dark");
    assert.equal(await paper(), dark);
    await button.click();
    assert.equal(await paper(), light);
    assert.equal(await page.evaluate(() => localStorage.getItem("theme")), "", "the system's own theme is followed again");
    await done(page);
  });

  /** The colour that the browser draws around the page; runs in it. */
  const around = () => [...document.querySelectorAll("meta[name=theme-color]")].find(({ media }) => !media || matchMedia(media).matches).content;

  test("what the browser draws around the page has the theme's colour, before the first paint", async () => {
    const page = await visit("/about", { colorScheme: "light" });
    assert.equal(await page.evaluate(around), "#faf7f0");
    await page.locator("[data-theme-switch]:visible").first().click();
    assert.equal(await page.evaluate(around), "#141318");
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.body) window.first ??= document.querySelector("meta[media]").media;
      }).observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    assert.equal(await page.evaluate(() => window.first), "all");
    await done(page);
  });

  test("a theme that is chosen is that of every tab", { skip: lacks("tabs") }, async () => {
    const page = await visit("/about", { colorScheme: "light" });
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.locator("[data-theme-switch][aria-label]").first().waitFor({ state: "attached" });
    await page.locator("[data-theme-switch]:visible").first().click();
    await other.waitForFunction(() => document.documentElement.dataset.theme === "dark");
    assert.equal(await other.evaluate(around), "#141318");
    await done(page);
  });

  test("in forced colours, too, a stem leads from the trail to the study that shows", async () => {
    const page = await visit("/", { forcedColors: "active" });
    const stem = await page.locator(".trail-strip li:last-child a").evaluate((stop) => {
      const { borderLeftColor, borderLeftWidth, height } = getComputedStyle(stop, "::after");
      return { isSeen: borderLeftColor !== getComputedStyle(document.body).backgroundColor, width: Number.parseFloat(borderLeftWidth), height: Number.parseFloat(height) };
    });
    assert.ok(stem.isSeen && stem.width >= 1 && stem.height > 20, JSON.stringify(stem));
    await done(page);
  });

  test("the dot follows a fine pointer, 20 px wide, 50 over links", async () => {
    const page = await visit("/about");
    const dot = page.locator(".cursor-dot");
    await page.mouse.move(3, 300);
    await dot.waitFor();
    const width = () => dot.evaluate((element) => element.offsetWidth);
    await page.waitForFunction(() => document.querySelector(".cursor-dot").offsetWidth === 20);
    await page.locator("main a[href]").first().hover();
    await page.waitForFunction(() => document.querySelector(".cursor-dot").offsetWidth === 50);
    assert.equal(await width(), 50);
    await done(page);
    const calm = await visit("/about", { reducedMotion: "reduce" });
    await calm.mouse.move(3, 300);
    assert.equal(await calm.locator(".cursor-dot:visible").count(), 0);
    await done(calm);
  });

  test("no dot follows on a phone", async () => {
    const phone = await visit("/about", PHONE);
    await phone.mouse.move(100, 100);
    assert.equal(await phone.locator(".cursor-dot").count(), 0);
    await done(phone);
  });

  test("what is revealed on scroll is revealed", async () => {
    const page = await visit("/");
    const all = await page.locator("[data-reveal]:visible").all();
    assert.ok(all.length > 0);
    for (const one of all) {
      await one.evaluate((element) => element.scrollIntoView({ block: "center" }));
      await one.and(page.locator("[data-revealed]")).waitFor();
    }
    await done(page);
  });

  test("an image that fails gives way to its map", async () => {
    const page = await visit("/projects");
    await page.evaluate(() => {
      const frame = document.createElement("div");
      const image = document.createElement("img");
      const map = document.createElement("div");
      map.dataset.fallback = "";
      map.hidden = true;
      frame.id = "frame";
      image.src = "/gone.webp";
      frame.append(image, map);
      document.body.append(frame);
    });
    await page.locator("#frame [data-fallback]").waitFor({ state: "attached" });
    await page.waitForFunction(() => !document.querySelector("#frame [data-fallback]").hidden);
    assert.equal(await page.locator("#frame img").count(), 0);
    await done(page);
  });

  test("an image that fails and has nothing beside it gives way to its text, however early it fails", async () => {
    const blocked = /assets\/(ravine-bleue|transbasalte|ocea-conseil|cap-tamarin|maison-filao)/;
    const page = await visit("/about", { blocked });
    const images = page.locator(".carousel img");
    const logo = page.locator(".carousel .image-missing").first();
    const broken = (atLeast, atMost) =>
      page.waitForFunction(
        ([atLeast, atMost]) => {
          const images = [...document.querySelectorAll(".carousel img")];
          const { length } = images.filter((image) => image.complete && !image.naturalWidth);
          return length >= atLeast && length <= atMost;
        },
        [atLeast, atMost],
      );
    await page.goto(`${site.url}/contact`);
    await logo.waitFor();
    assert.ok((await logo.innerText()).length > 3);
    await page.locator(".carousel").scrollIntoViewIfNeeded();
    await broken(0, 0);

    let release;
    const failed = new Promise((go) => (release = go));
    await page.route(/assets\/page\./, async (route) => {
      await failed;
      await route.continue();
    });
    await page.goto(`${site.url}/contact`, { waitUntil: "commit" });
    await images.last().waitFor({ state: "attached" });
    await page.locator(".carousel").scrollIntoViewIfNeeded();
    await broken(5, Number.MAX_VALUE);
    release();
    await logo.waitFor();
    await broken(0, 0);
    await done(page);
  });

  test("analytics: one warning without the script; with it, the events of the table", async () => {
    const page = await visit("/projects?test_tracking");
    const warnings = [];
    page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
    await page.reload();
    await page.getByRole("button", { name: "SaaS", exact: true }).click();
    await page.waitForFunction(() => location.search.includes("type=SaaS"));
    assert.deepEqual(warnings, ["Umami non disponible"]);
    await page.addInitScript(() => {
      window.sent = [];
      window.umami = { track: (name, data) => window.sent.push([name, data]) };
      addEventListener("click", (event) => event.target.closest("a") && event.preventDefault(), true);
    });
    await page.goto(`${site.url}/projects?test_tracking`);
    await page.getByRole("button", { name: "SaaS", exact: true }).click();
    await page.waitForFunction(() => location.search.includes("type=SaaS"));
    await page.locator('[data-list="projects"] li:visible a').first().click();
    const sent = await page.evaluate(() => window.sent);
    assert.deepEqual(sent.map(([name]) => name), ["test_tracking", "button_click", "project_view"]);
    assert.deepEqual(Object.keys(sent[0][1]), ["timestamp", "test"]);
    assert.deepEqual(sent[1][1], { button_name: "SaaS", location: "projects" });
    assert.deepEqual(Object.keys(sent[2][1]), ["project_name"]);
    await page.goto(site.url + pathOf("case-study-stores"));
    for (const link of await page.locator('a[data-event="app_download_click"]').all()) await link.click();
    const downloads = (await page.evaluate(() => window.sent)).filter(([name]) => name === "app_download_click");
    assert.ok(downloads.length >= 2);
    for (const [, data] of downloads) {
      assert.ok(["ios", "android"].includes(data.platform), JSON.stringify(data));
      assert.ok(["clients", "depanneurs"].includes(data.app_type), JSON.stringify(data));
    }
    await done(page);
  });
});
