// Compiles islands/styles.css with Tailwind for the class names of the given texts.
import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { mistakes } from "./mistakes.mjs";

// The browsers of Baseline 2023; nesting is flattened for the earlier half of that year.
const TARGET = ["chrome111", "firefox114", "safari16.4"];

export async function run(request, context) {
  const { compile, Polyfills } = context.load("tailwindcss");
  const { Scanner } = context.load("@tailwindcss/oxide");
  const esbuild = context.load("esbuild");
  const read = new Set();

  let css;
  try {
    const compiler = await compile(readFileSync(join(context.islands, "styles.css"), "utf8"), {
      base: context.islands,
      from: join(context.islands, "styles.css"),
      // Every browser of the target mixes colours, and not every one knows `@property`.
      polyfills: Polyfills.AtProperty,
      loadStylesheet: async (id, base) => loadStylesheet(id, base, context, read),
      loadModule: async (id, base) => {
        const path = id.startsWith(".") ? resolve(base, id) : context.load.resolve(id);
        read.add(path);
        const module = context.load(path);
        return { path, base: dirname(path), module: module.default ?? module };
      },
    });
    const candidates = new Set(new Scanner({ sources: [] }).scanFiles(request.texts));
    // Folders that the style sheet itself names by `@source`.
    if (compiler.sources.length > 0) {
      const scanner = new Scanner({ sources: compiler.sources });
      for (const candidate of scanner.scan()) candidates.add(candidate);
      for (const file of scanner.files) read.add(file);
    }
    css = compiler.build([...candidates].sort());
  } catch (error) {
    if (error.code === "MODULE_NOT_FOUND") throw error;
    return { mistakes: [{ message: String(error.message ?? error), notes: [] }] };
  }

  const { code, warnings } = await esbuild.transform(css, {
    loader: "css",
    minify: !request.development,
    target: TARGET,
    logLevel: "silent",
    legalComments: "none",
  });
  const outside = [...read]
    .map((path) => relative(context.root, path).split(sep).join("/"))
    .filter((path) => !path.startsWith("islands/") && !path.includes("node_modules/"));
  return {
    result: {
      css: code,
      dependencies: outside.sort(),
      // The places are in the compiled text, which nobody wrote: only the words are of use.
      warnings: mistakes(warnings, "islands").map(({ message, notes }) => ({ message, notes })),
    },
  };
}

function loadStylesheet(id, base, context, read) {
  const path = id.startsWith(".") || id.startsWith("/") ? resolve(base, id) : inPackage(id, context);
  read.add(path);
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
