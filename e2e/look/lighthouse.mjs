/** Lighthouse (mobile, simulated throttling) on every page kind, as production would serve it: compressed, with its headers. */
import { writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { launch as launchChrome } from "chrome-launcher";
import lighthouse from "lighthouse";
import { chromiumProgram } from "../harness/browser.mjs";
import { build } from "../harness/build.mjs";
import { kinds } from "../harness/kinds.mjs";
import { serve } from "../harness/serve.mjs";

const USAGE = `Measures every page kind with Lighthouse (mobile, simulated throttling) and prints a table.
A busy machine makes performance look worse than it is: the load stands behind each line.

Usage: npm run lighthouse --prefix e2e -- [options]

  --only TEXT   only those whose name contains TEXT, or the page at TEXT when it begins with /; repeatable
  --runs N      runs of each page, of which the median counts (default 3)
  --dist DIR    a built site, instead of building one with --compress
  --json FILE   write every figure and finding there too
`;
const CATEGORIES = { performance: "perf", accessibility: "a11y", "best-practices": "best", seo: "seo" };

const { values: options } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    runs: { type: "string", default: "3" },
    dist: { type: "string" },
    json: { type: "string" },
    help: { type: "boolean", short: "h", default: false },
  },
});

/** The kinds whose names are wanted, and the pages that are named by their paths, whatever site they are of. */
const wanted = [
  ...kinds.filter(({ name }) => options.only.length === 0 || options.only.some((text) => name.includes(text))),
  ...options.only.filter((text) => text.startsWith("/")).map((path) => ({ name: path, path })),
];

async function measure(url, port) {
  const { lhr } = await lighthouse(url, {
    port,
    logLevel: "error",
    ignoreStatusCode: true,
    onlyCategories: Object.keys(CATEGORIES),
  });
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
  const number = (id) => lhr.audits[id].numericValue ?? 0;
  const failed = Object.entries(lhr.categories).flatMap(([category, { auditRefs }]) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < (category === "performance" ? 0.9 : 1))
      .map(({ id }) => ({ category, id, value: lhr.audits[id].displayValue, items: lhr.audits[id].details?.items?.slice(0, 5) })),
  );
  return {
    ...Object.fromEntries(Object.keys(CATEGORIES).map((id) => [id, Math.round(lhr.categories[id].score * 100)])),
    lcp: number("largest-contentful-paint"),
    fcp: number("first-contentful-paint"),
    cls: number("cumulative-layout-shift"),
    tbt: number("total-blocking-time"),
    bytes: number("total-byte-weight"),
    failed,
    insights: Object.values(lhr.audits)
      .filter(({ score, details, id }) => score !== null && score < 0.9 && details?.items?.length && !failed.some((one) => one.id === id))
      .map(({ id, displayValue }) => `${id}${displayValue ? ` (${displayValue})` : ""}`),
  };
}

const median = (all, key) => all.map((one) => one[key]).sort((a, b) => a - b)[Math.floor(all.length / 2)];

const COLUMNS = [
  ["perf", (runs) => `${median(runs, "performance")}`],
  ["a11y", (runs) => `${median(runs, "accessibility")}`],
  ["best", (runs) => `${median(runs, "best-practices")}`],
  ["seo", (runs) => `${median(runs, "seo")}`],
  ["fcp s", (runs) => (median(runs, "fcp") / 1000).toFixed(2)],
  ["lcp s", (runs) => (median(runs, "lcp") / 1000).toFixed(2)],
  ["cls", (runs) => Math.max(...runs.map((one) => one.cls)).toFixed(4)],
  ["tbt ms", (runs) => median(runs, "tbt").toFixed(0)],
  ["KiB", (runs) => (median(runs, "bytes") / 1024).toFixed(0)],
];

function printLine(name, cells) {
  console.log([name.padEnd(24), ...cells.map((cell) => cell.padStart(7))].join(""));
}

/** Several runs of a page; now and then the trace of one is lost. */
async function runsOf(url, port) {
  const runs = [];
  for (let tries = 0; runs.length < Number(options.runs); tries++) {
    await measure(url, port).then(
      (run) => runs.push(run),
      (error) => {
        if (tries > 2 * Number(options.runs)) throw error;
      },
    );
  }
  return runs;
}

async function measureAll(site, port) {
  const all = {};
  printLine("page", [...COLUMNS.map(([title]) => title), "load"]);
  for (const { name, path } of wanted) {
    const runs = await runsOf(site.url + path, port);
    all[name] = runs;
    printLine(name, [...COLUMNS.map(([, cell]) => cell(runs)), loadavg()[0].toFixed(1)]);
    for (const { category, id, value } of runs[0].failed) console.log(`    ${category}: ${id}${value ? ` (${value})` : ""}`);
    if (options.json) writeFileSync(options.json, JSON.stringify(all, null, 1));
  }
}

async function main() {
  const built = options.dist ? { folder: options.dist, remove: () => {} } : build("--compress");
  const site = await serve(built.folder, { stays: true });
  const chrome = await launchChrome({ chromePath: chromiumProgram(), chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu"] });
  try {
    await measureAll(site, chrome.port);
  } finally {
    chrome.kill();
    await site.close();
    built.remove();
  }
}

if (options.help) console.log(USAGE);
else
  await main().catch((error) => {
    console.error(`error: ${error.message}`);
    process.exitCode = 1;
  });
