/** Pictures of every page kind and of many states, at four widths, in both themes. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { launch, open } from "../harness/browser.mjs";
import { build } from "../harness/build.mjs";
import { serveEngine } from "../harness/engine.mjs";
import { kinds, styleguide } from "../harness/kinds.mjs";
import { addresses } from "../harness/pages.mjs";
import { serve } from "../harness/serve.mjs";
import { settle, still } from "../harness/settle.mjs";
import { sheets } from "./sheet.mjs";
import { answers, states } from "./states.mjs";

const USAGE = `Makes pictures of every page kind and state into e2e/shots/NAME-WIDTH-THEME.png

Usage: e2e/screenshots [options]

  --only TEXT      only those whose name or path contains TEXT, or whose path is TEXT when it begins with /; repeatable
  --width N        this width instead (default 360, 768, 1280 and 1920); repeatable
  --theme NAME     only light or dark
  --all            every page of the site, not one of each kind
  --no-states      only pages as they open
  --sheets         cut tall pictures into numbered sheets of columns, NAME-WIDTH-THEME-N.png
  --out DIR        another folder
  --dist DIR       a built site, instead of building one
  --list           print the names and paths
`;

const HEIGHTS = { 320: 640, 360: 740, 768: 1024, 1280: 800, 1920: 1080 };
const WIDTHS = [360, 768, 1280, 1920];
const AT_ONCE = 3;

const { values: options } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    width: { type: "string", multiple: true, default: WIDTHS.map(String) },
    theme: { type: "string", multiple: true, default: ["light", "dark"] },
    all: { type: "boolean", default: false },
    "no-states": { type: "boolean", default: false },
    sheets: { type: "boolean", default: false },
    out: { type: "string", default: join(import.meta.dirname, "../shots") },
    dist: { type: "string" },
    list: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});
const isWanted = ({ name, path = "" }) =>
  options.only.length === 0 || options.only.some((text) => (text.startsWith("/") ? path === text : name.includes(text)));

/** Every page of a folder under a name made of its path. */
function everyPage(dist) {
  return addresses(dist).map((path) => ({ name: path.slice(1).replaceAll("/", "--") || "home", path }));
}

/** One picture for each width and theme asked for. */
function pictures(shot) {
  const wanted = options.width.map(Number);
  const widths = shot.media === "print" ? shot.widths : (shot.widths?.filter((width) => wanted.includes(width)) ?? wanted);
  return widths.map((width) => ({ ...shot, width, themes: (shot.themes ?? ["light", "dark"]).filter((theme) => options.theme.includes(theme)) }));
}

async function take(browser, shot, url) {
  const page = await open(browser, url, {
    viewport: { width: shot.width, height: HEIGHTS[shot.width] ?? 900 },
    colorScheme: shot.themes[0],
    hasTouch: shot.width < 1000,
    ...shot.options,
  });
  page.setDefaultTimeout(15_000);
  try {
    if (shot.fields) await post(page, shot);
    if (shot.options?.javaScriptEnabled !== false) await settle(page);
    if (shot.act) {
      await shot.act(page);
      await page.mouse.move(0, 0);
    }
    for (const colorScheme of shot.themes) {
      await page.emulateMedia({ colorScheme, media: shot.media ?? "screen" });
      if (shot.options?.javaScriptEnabled !== false) await still(page);
      const picture = await photograph(page, shot);
      const name = `${shot.name}-${shot.width}-${colorScheme}`;
      if (!options.sheets) writeFileSync(join(options.out, `${name}.png`), picture);
      else for (const [index, cut] of (await sheets(browser, picture, shot.width)).entries()) writeFileSync(join(options.out, `${name}-${index + 1}.png`), cut);
    }
  } finally {
    await page.context().close();
  }
}

async function photograph(page, { part, whole = true }) {
  // Playwright's own way to still a page takes away what follows a row's scroll. `still` did the rest, but for what never
  // ends, and for what follows the page's scroll, which a picture of all of it has none of.
  const wanted = { animations: "allow", caret: "initial" };
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      // Not cancelled: the picture's own size would begin it again.
      if (animation.timeline?.axis === "block") animation.effect.target.style.animation = "none";
      else if (animation.effect.getComputedTiming().endTime === Number.POSITIVE_INFINITY) animation.cancel();
    }
  });
  // A picture of the whole page has what is fixed at its top.
  if (!part && whole) {
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    await page.waitForTimeout(100);
  }
  if (!part) return page.screenshot({ ...wanted, fullPage: whole });
  // What stays in view while the page scrolls would lie over the part.
  await page.evaluate(() => {
    for (const element of document.querySelectorAll("[data-header], .skip-link, .cursor-dot")) element.style.visibility = "hidden";
  });
  return page.locator(part).first().screenshot(wanted);
}

/** Sends a form as a browser without scripts does. */
async function post(page, { post: action, fields }) {
  await Promise.all([
    page.waitForURL(`**${action}`),
    page.evaluate(
      ([action, fields]) => {
        const form = document.createElement("form");
        Object.assign(form, { method: "post", action });
        for (const [name, value] of Object.entries(fields)) form.append(Object.assign(document.createElement("input"), { name, value }));
        document.body.append(form);
        form.submit();
      },
      [action, fields],
    ),
  ]);
}

async function main() {
  const built = options.dist ? { folder: resolve(options.dist), remove: () => {} } : build("--drafts");
  const pages = options.all ? everyPage(built.folder) : [...kinds, styleguide];
  const shots = [...pages, ...(options["no-states"] ? [] : states)].filter(isWanted).flatMap(pictures);
  const replies = options["no-states"] ? [] : answers.filter(isWanted).flatMap(pictures);
  if (options.list) {
    for (const { name, path, post: action, width } of [...shots, ...replies]) console.log(`${name}\t${width}\t${path ?? action}`);
    return built.remove();
  }
  if (options.only.length === 0 && !options.all) rmSync(options.out, { recursive: true, force: true });
  mkdirSync(options.out, { recursive: true });
  const site = await serve(built.folder, { stays: true });
  const engine = replies.length > 0 ? await serveEngine() : undefined;
  const browser = await launch();
  const queue = [
    ...shots.map((shot) => ({ shot, url: site.url + shot.path })),
    ...replies.map((shot) => ({ shot, url: engine.url + (shot.path ?? "/mentions-legales") })),
  ];
  let made = 0;
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      try {
        await take(browser, next.shot, next.url);
        made += next.shot.themes.length;
      } catch (error) {
        process.exitCode = 1;
        console.error(`${next.shot.name} at ${next.shot.width} px: ${error.message.split("\n")[0]}`);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  } finally {
    await browser.close();
    await site.close();
    await engine?.close();
    built.remove();
  }
  console.log(`${made} pictures in ${options.out}`);
}

if (options.help) console.log(USAGE);
else
  await main().catch((error) => {
    console.error(`error: ${error.message}`);
    process.exitCode = 1;
  });
