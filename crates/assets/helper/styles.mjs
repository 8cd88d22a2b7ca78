// Compiles islands/styles.css with Tailwind for the class names of texts. They are named by keys, `HASH.EXTENSION`, and
// `contents` has some of them: what was not given yet is asked for.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { mistakes } from "./mistakes.mjs";

// The browsers of Baseline 2023; nesting is flattened for the earlier half of that year.
const TARGET = ["chrome111", "firefox114", "safari16.4"];

export async function run(request, context) {
  const unread = unreadOf(request);
  if (unread.length > 0) return { result: { unread } };
  const esbuild = context.load("esbuild");
  let compiled;
  try {
    compiled = await compiledFor(request, context);
  } catch (error) {
    if (error.code === "MODULE_NOT_FOUND") throw error;
    return { mistakes: [{ message: String(error.message ?? error), notes: [] }] };
  }
  const { css, read } = compiled;
  const options = {
    loader: "css",
    minify: !request.development,
    target: TARGET,
    logLevel: "silent",
    legalComments: "none",
  };
  if (finished.css !== css) finished = { css, ...(await esbuild.transform(css, options)) };
  const outside = [...read]
    .map((path) => relative(context.root, path).split(sep).join("/"))
    .filter((path) => !path.startsWith("islands/") && !path.includes("node_modules/"));
  return {
    result: {
      css: finished.code,
      dependencies: outside.sort(),
      // The places are in the compiled text, which nobody wrote: only the words are of use.
      warnings: mistakes(finished.warnings, "islands").map(({ message, notes }) => ({ message, notes })),
    },
  };
}

// What was made last: most saves change neither the sheet nor the classes that it is made for.
let finished = {};
let last;
let scanned = new Map();

// The sheet for the class names of all texts, with the files that it was made from.
async function compiledFor(request, context) {
  const { Scanner } = context.load("@tailwindcss/oxide");
  const candidates = new Set(scan(request, Scanner));
  const compiled = last?.serves(candidates) ? last : await compiler(context, Scanner);
  // One that fails is not asked again.
  last = undefined;
  compiled.named(candidates);
  for (const candidate of candidates) compiled.seen.add(candidate);
  compiled.css = compiled.build([...candidates].sort());
  last = compiled;
  return compiled;
}

// The keys of texts that neither came nor were read before.
function unreadOf({ texts, contents }) {
  return texts.filter((key) => !(key in contents) && !scanned.has(key));
}

// The candidates of every text.
function scan({ texts, contents }, Scanner) {
  const read = (key) => new Scanner({ sources: [] }).scanFiles([{ content: contents[key], extension: key.split(".").pop() }]);
  scanned = new Map(texts.map((key) => [key, scanned.get(key) ?? read(key)]));
  return [...scanned.values()].flat();
}

async function compiler(context, Scanner) {
  const { compile, Polyfills } = context.load("tailwindcss");
  const read = new Map();
  const entry = join(context.islands, "styles.css");
  const modules = new Set();
  const made = await compile(readFileSync(entry, "utf8"), {
    base: context.islands,
    from: entry,
    // Every browser of the target mixes colours, and not every one knows `@property`.
    polyfills: Polyfills.AtProperty,
    loadStylesheet: async (id, base) => {
      const sheet = loadStylesheet(id, base, context);
      read.set(sheet.path, sheet.content);
      return sheet;
    },
    loadModule: async (id, base) => {
      const path = id.startsWith(".") ? resolve(base, id) : context.load.resolve(id);
      modules.add(path);
      const module = context.load(path);
      return { path, base: dirname(path), module: module.default ?? module };
    },
  });
  read.set(entry, readFileSync(entry, "utf8"));
  const scanner = made.sources.length > 0 && new Scanner({ sources: made.sources });
  const named = new Set();
  return {
    seen: new Set(),
    build: (candidates) => made.build(candidates),
    // Adds those of the folders that the style sheet itself names by `@source`.
    named(candidates) {
      if (!scanner) return;
      for (const candidate of scanner.scan()) candidates.add(candidate);
      for (const file of scanner.files) named.add(file);
    },
    get read() {
      return [...read.keys(), ...modules, ...named].filter((path) => path !== entry);
    },
    // Whether its sheet is what a new one would be: it is made from the same, and has no class that nobody names now.
    serves(candidates) {
      const isSame = ([path, content]) => existsSync(path) && readFileSync(path, "utf8") === content;
      if (scanner || modules.size > 0 || ![...read].every(isSame)) return false;
      const plain = this.css.replaceAll("\\", "");
      // A digit at the beginning is escaped by its number.
      const mayStyle = (candidate) => /^-?\d/.test(candidate) || plain.includes(candidate);
      return [...this.seen].every((candidate) => candidates.has(candidate) || !mayStyle(candidate));
    },
  };
}

function loadStylesheet(id, base, context) {
  const path = id.startsWith(".") || id.startsWith("/") ? resolve(base, id) : inPackage(id, context);
  return { path, base: dirname(path), content: readFileSync(path, "utf8") };
}

// A style sheet of a package: what its `exports` name under `style`, its `style`, or a plain path.
function inPackage(id, { load }) {
  const parts = id.split("/");
  const name = parts.splice(0, id.startsWith("@") ? 2 : 1).join("/");
  const rest = parts.join("/");
  const manifest = load.resolve(`${name}/package.json`);
  const { exports, style } = JSON.parse(readFileSync(manifest, "utf8"));
  const named = exports?.[rest ? `./${rest}` : "."];
  const file = (typeof named === "string" ? named : named?.style) ?? (rest || style || "index.css");
  return join(dirname(manifest), file);
}
