// Bundles the islands and the small scripts with esbuild, for the browser and for rendering.
import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { mistakes } from "./mistakes.mjs";

// The browsers of Baseline 2023: native modules, `:has`, nesting.
const TARGET = ["es2022", "chrome111", "firefox114", "safari16.4"];
const MOST_CONTRIBUTORS = 12;
const SHARED = "(shared)";
// How what runs in this helper is bundled.
const NODE = {
  format: "cjs",
  platform: "node",
  target: "node20",
  sourcemap: "inline",
  sourcesContent: false,
  legalComments: "none",
};

export async function run(request, context) {
  const esbuild = context.load("esbuild");
  const common = {
    absWorkingDir: context.islands,
    bundle: true,
    metafile: true,
    logLevel: "silent",
    jsx: "automatic",
    jsxDev: request.development,
    define: {
      "process.env.NODE_ENV": request.development ? '"development"' : '"production"',
    },
    plugins: [noStyles()],
  };
  try {
    const builds = [
      await browser(esbuild, common, request, context),
      await scripts(esbuild, common, request),
      await inline(esbuild, common, request),
      await server(esbuild, common, request),
      await drawings(esbuild, common, request),
    ];
    const warnings = builds.flatMap((build) => (build ? build.warnings : []));
    return {
      result: {
        outputs: outputs(merged(builds.slice(0, 2)), request),
        dependencies: dependencies(builds, context),
        warnings: mistakes(warnings, "islands"),
      },
    };
  } catch (error) {
    if (!error.errors) throw error;
    return { mistakes: mistakes(error.errors, "islands") };
  }
}

// One build of all islands, so that what two need is one chunk. What every island needs is an entry of its own, which
// nobody loads: its chunk then is the same whatever islands there are.
function browser(esbuild, common, request, context) {
  if (request.islands.length === 0) return null;
  return esbuild.build({
    ...modules(common, request),
    entryPoints: [...request.islands.map((name) => ({ in: `island:${name}`, out: name })), { in: `island:${SHARED}`, out: "shared" }],
    plugins: [...common.plugins, hydrateEntries(context.islands, request)],
    chunkNames: "chunk.[hash]",
    splitting: true,
  });
}

// The scripts of every page, each whole: one request, and none fails because another did.
function scripts(esbuild, common, request) {
  const entries = Object.entries(request.scripts);
  if (entries.length === 0) return null;
  return esbuild.build({
    ...modules(common, request),
    entryPoints: entries.map(([name, file]) => ({ in: file, out: name.replace(/\.js$/, "") })),
  });
}

function modules(common, request) {
  return {
    ...common,
    outdir: request.out,
    entryNames: "[name].[hash]",
    format: "esm",
    platform: "browser",
    target: TARGET,
    minify: !request.development,
    sourcemap: request.development ? "linked" : false,
    legalComments: "linked",
  };
}

function merged(builds) {
  const outputs = builds.map((build) => (build ? build.metafile.outputs : {}));
  return { outputs: Object.assign({}, ...outputs) };
}

// Scripts that stand in the page itself: each alone, as a function that runs at once.
function inline(esbuild, common, request) {
  if (request.inline.length === 0) return null;
  return esbuild.build({
    ...common,
    entryPoints: request.inline,
    outbase: ".",
    outdir: request.out,
    format: "iife",
    platform: "browser",
    target: TARGET,
    minify: !request.development,
    legalComments: "none",
  });
}

// All components and the renderer in one file, which needs no package when it is loaded.
function server(esbuild, common, request) {
  if (request.islands.length === 0) return null;
  const imports = request.islands.map((name, i) => `import C${i} from "./${name}/${name}";`);
  const names = request.islands.map((name, i) => `${JSON.stringify(name)}: C${i}`);
  return esbuild.build({
    ...common,
    stdin: {
      contents: `${imports.join("\n")}
import { createElement } from "react";
import { renderToString } from "react-dom/server";
export { createElement, renderToString };
export const islands = { ${names.join(", ")} };`,
      resolveDir: common.absWorkingDir,
      sourcefile: "server",
    },
    outfile: join(request.out, "server.cjs"),
    ...NODE,
  });
}

// The programs of drawings, each whole: what a drawing is kept by is the text of its program.
function drawings(esbuild, common, request) {
  if (request.drawings.length === 0) return null;
  return esbuild.build({
    ...common,
    entryPoints: request.drawings,
    outdir: join(request.out, "drawings"),
    outExtension: { ".js": ".cjs" },
    ...NODE,
  });
}

// The entry of an island: a function that brings one element to life.
function hydrateEntries(islands, { development }) {
  const own = ["hydrate.ts", "hydrate.tsx"].some((f) => existsSync(join(islands, "runtime", f)));
  // `island` of the site's own runtime, else a plain hydration.
  const island = own
    ? 'import { island } from "./runtime/hydrate";'
    : `import { createElement } from "react";
import { hydrateRoot } from "react-dom/client";
const island = (name, Component) => (element, props, identifierPrefix) =>
  hydrateRoot(element, createElement(Component, props), { identifierPrefix });`;
  const entry = (name) => `import Component from "./${name}/${name}";
export default island(${JSON.stringify(name)}, Component);`;
  const shared = `import * as React from "react";
import * as jsx from "react/jsx${development ? "-dev" : ""}-runtime";
export { island, jsx, React };`;
  return {
    name: "hydrate-entries",
    setup(build) {
      build.onResolve({ filter: /^island:/ }, ({ path }) => ({
        path: path.slice("island:".length),
        namespace: "island",
      }));
      build.onLoad({ filter: /.*/, namespace: "island" }, ({ path }) => ({
        contents: `${island}\n${path === SHARED ? shared : entry(path)}`,
        resolveDir: islands,
        loader: "js",
      }));
    },
  };
}

// One style sheet serves every page, so an import of another one would be lost silently.
function noStyles() {
  return {
    name: "no-styles",
    setup(build) {
      build.onResolve({ filter: /\.css$/ }, () => ({
        errors: [
          {
            text: "a script cannot import a style sheet",
            notes: [{ text: "import it in `islands/styles.css`" }],
          },
        ],
      }));
    },
  };
}

// The files that were written: what each is the entry of, what it imports, what weighs in it.
function outputs(metafile, request) {
  const byName = new Map();
  for (const [path, output] of Object.entries(metafile.outputs)) {
    if (output.entryPoint === `island:${SHARED}`) continue;
    byName.set(path.split("/").pop(), output);
  }
  const scripts = new Map(Object.entries(request.scripts).map(([name, file]) => [file, name]));
  const entry = ({ entryPoint }) => {
    if (!entryPoint) return null;
    const script = scripts.get(entryPoint);
    if (script) return { script };
    return entryPoint.startsWith("island:") ? { island: entryPoint.slice(7) } : null;
  };
  return [...byName].map(([file, output]) => ({
    file,
    entry: entry(output),
    imports: imports(file, byName),
    contributors: Object.entries(output.inputs)
      .map(([input, { bytesInOutput }]) => [input, bytesInOutput])
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .slice(0, MOST_CONTRIBUTORS),
  }));
}

// Every module that a file imports statically, however deep, the deepest first.
function imports(file, byName, seen = new Set([file])) {
  const found = [];
  for (const { path, kind } of byName.get(file)?.imports ?? []) {
    const name = path.split("/").pop();
    if (kind !== "import-statement" || seen.has(name)) continue;
    seen.add(name);
    found.push(...imports(name, byName, seen), name);
  }
  return found;
}

// Files outside the islands' folder on which the result depends, relative to the root.
function dependencies(builds, { root, islands }) {
  const inputs = builds.flatMap((build) => (build ? Object.keys(build.metafile.inputs) : []));
  const outside = inputs.filter((path) => path.startsWith("../"));
  const paths = outside.map((path) => relative(root, join(islands, path)).split(sep).join("/"));
  return [...new Set(paths)].filter((path) => !path.includes("node_modules/")).sort();
}
