// Bundles the islands and the small scripts with esbuild, for the browser and for rendering.
import { existsSync, linkSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { forget as forgetDrawings } from "./draw.mjs";
import { mistakes } from "./mistakes.mjs";
import { forget as forgetIslands } from "./render.mjs";

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

// Packages that are CommonJS whatever release it is.
const REACT = ["react", "react/*", "react-dom", "react-dom/*"];
// What of them islands import in a browser.
const REACT_MODULES = ["react", "react/jsx-runtime", "react/jsx-dev-runtime", "react-dom", "react-dom/client"];

export async function run(request, context) {
  // While developing its memory is small, and looking through it would take a fifth of its time. Go reads this once.
  if (request.development) process.env.GOGC ??= "400";
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
  const make = (name, plan) => plan && made(esbuild, name, plan, request);
  const settled = await Promise.allSettled([
    islandModules(make, common, request, context),
    make("scripts", scripts(common, request)),
    make("inline", inline(common, request)),
    make("server", server(common, request)),
    make("drawings", drawings(common, request)),
  ]);
  const failed = settled.find(({ status }) => status === "rejected")?.reason;
  if (failed) {
    if (!failed.errors) throw failed;
    return { mistakes: mistakes(failed.errors, "islands") };
  }
  forgetIslands();
  forgetDrawings();
  const [islandBuilds, ...builds] = settled.map(({ value }) => value);
  const [scriptBuild, , serverBuild] = builds;
  const all = [...islandBuilds, ...builds].filter(Boolean);
  const warnings = all.flatMap((build) => build.warnings);
  const inputs = all.flatMap((build) => Object.keys(build.metafile.inputs));
  const own = ownOf(context);
  const sources = (name) => own(closure(serverBuild.metafile.inputs, `${name}/${name}.tsx`));
  return {
    result: {
      outputs: outputs([...islandBuilds, scriptBuild], request),
      dependencies: own([...new Set(inputs)]),
      sources: Object.fromEntries(request.islands.map((name) => [name, sources(name)])),
      warnings: mistakes(warnings, "islands"),
    },
  };
}

// The last builds, by the names of their plans: while the helper runs, a plan is carried out again only when one of its
// files is another one now, and then only what changed is parsed again.
const last = new Map();

// Has esbuild do what a plan says and writes the files. As esbuild knows it, their folder is always the same one beside
// theirs, so that a plan stays the same and what files say of their place is right.
async function made(esbuild, name, plan, { out, files }) {
  const standing = join(dirname(out), "current");
  const options = plan(standing);
  const wanted = JSON.stringify(options);
  let known = last.get(name);
  if (known?.wanted !== wanted) {
    await known?.context?.dispose();
    known = { wanted };
    last.set(name, known);
  }
  if (!isCurrent(known, files)) {
    known.build = undefined;
    known.context ??= await esbuild.context({ ...options, write: false });
    known.build = await known.context.rebuild();
    known.files = files;
    if (isOfPackages(known.build)) {
      await known.context.dispose();
      known.context = undefined;
    }
  }
  write(known, standing, out);
  return known.build;
}

// Writes the files of a build; one that the build before had too is linked, since nobody writes to either again.
function write(known, standing, out) {
  const { written = new Map(), folder } = known;
  known.written = new Map();
  known.folder = out;
  for (const { path, hash, contents } of known.build.outputFiles) {
    const name = relative(standing, path);
    const file = join(out, name);
    mkdirSync(dirname(file), { recursive: true });
    known.written.set(name, hash);
    // What stands there may be linked elsewhere too.
    rmSync(file, { force: true });
    if (written.get(name) !== hash || !linked(join(folder, name), file)) writeFileSync(file, contents);
  }
}

function linked(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch {
    return false;
  }
}

// Whether it holds nothing that is written here: then it is hardly made again, and what esbuild knows of it need not stay.
function isOfPackages({ metafile }) {
  return !Object.keys(metafile.inputs).some(isCode);
}

// Whether a file is the site's own.
function isCode(path) {
  return !path.includes("node_modules/") && !/^(island:|react:|server$)/.test(path);
}

// Whether a build would be the same again: no file came or went, and all that it was made from are as they were. `files`
// are the hashes of the site's code by path; packages are what the lock file among them says.
function isCurrent({ build, files: before }, files) {
  if (!build || Object.keys(before).join() !== Object.keys(files).join()) return false;
  const isSame = (path) => path in files && files[path] === before[path];
  const rules = Object.keys(files).filter((path) => path.endsWith(".json"));
  return [...rules, ...Object.keys(build.metafile.inputs).filter(isCode)].every(isSame);
}

// The builds of the islands' modules. While developing, React is a build of its own, beside theirs: it is most of what they
// hold and stays as it is when they change.
async function islandModules(make, common, request, context) {
  if (request.islands.length === 0) return [];
  if (request.development && !isReactWithin) {
    const react = await make("react", reactModules(common, request, context)).catch(() => null);
    const files = react && reactFiles(react);
    const build = files && (await make("browser", browser(common, request, context, beside(files))));
    if (build && isServed(build, files)) return [react, build];
    isReactWithin = true;
  }
  return [await make("browser", browser(common, request, context, {}))];
}

// Whether a package wants React otherwise than by an import of what is known here, or React is not as it is known here.
let isReactWithin = false;

// One build of all islands, so that what two need is one chunk. What every island needs is an entry of its own, which
// nobody loads: its chunk then is the same whatever islands there are.
function browser(common, request, context, more) {
  return (out) => ({
    ...modules(common, request, out),
    entryPoints: [...request.islands.map((name) => ({ in: `island:${name}`, out: name })), { in: `island:${SHARED}`, out: "shared" }],
    plugins: [...common.plugins, hydrateEntries(context.islands, request)],
    chunkNames: "chunk.[hash]",
    splitting: true,
    ...more,
  });
}

// React as modules. What a CommonJS package exports is only known when it is loaded, so it is asked here.
function reactModules(common, request, { islands, load }) {
  const contents = (name) => {
    const exported = Object.keys(load(name)).filter((key) => /^[A-Za-z_$][\w$]*$/.test(key) && key !== "default");
    return `import all from "${name}";
export default all;
export const { ${exported.join(", ")} } = all;`;
  };
  return (out) => ({
    ...modules(common, request, out),
    entryPoints: REACT_MODULES.map((name) => ({ in: `react:${name}`, out: name.replaceAll("/", "-") })),
    plugins: [virtual("react", (name) => ({ contents: contents(name), resolveDir: islands }))],
    chunkNames: "chunk.[hash]",
    splitting: true,
  });
}

// The files of React's own build, by the names that islands import.
function reactFiles({ metafile }) {
  const entries = Object.entries(metafile.outputs).filter(([, { entryPoint }]) => entryPoint);
  return new Map(entries.map(([path, { entryPoint }]) => [entryPoint.slice("react:".length), `./${path.split("/").pop()}`]));
}

// Has imports of React lead to those files. A plugin would be asked for every import while this helper has other work.
function beside(files) {
  return { alias: Object.fromEntries(files), external: [...files.values()].map((file) => `${file}*`) };
}

// Whether all that a build wants of React is one of those files, and can be imported.
function isServed({ metafile }, files) {
  const served = new Set(files.values());
  const outside = Object.values(metafile.outputs).flatMap(({ imports }) => imports.filter(({ external }) => external));
  return outside.every(({ path, kind }) => served.has(path) && !kind.startsWith("require"));
}

// The scripts of every page, each whole: one request, and none fails because another did.
function scripts(common, request) {
  const entries = Object.entries(request.scripts);
  if (entries.length === 0) return null;
  return (out) => ({
    ...modules(common, request, out),
    entryPoints: entries.map(([name, file]) => ({ in: file, out: name.replace(/\.js$/, "") })),
  });
}

function modules(common, request, out) {
  return {
    ...common,
    outdir: out,
    entryNames: "[name].[hash]",
    format: "esm",
    platform: "browser",
    target: TARGET,
    minify: !request.development,
    sourcemap: request.development ? "linked" : false,
    legalComments: "linked",
  };
}

// Scripts that stand in the page itself: each alone, as a function that runs at once.
function inline(common, request) {
  if (request.inline.length === 0) return null;
  return (out) => ({
    ...common,
    entryPoints: request.inline,
    outbase: ".",
    outdir: out,
    format: "iife",
    platform: "browser",
    target: TARGET,
    minify: !request.development,
    legalComments: "none",
  });
}

// All components and the renderer in one file. What a build keeps needs no package when it is loaded.
function server(common, request) {
  if (request.islands.length === 0) return null;
  const imports = request.islands.map((name, i) => `import C${i} from "./${name}/${name}";`);
  const names = request.islands.map((name, i) => `${JSON.stringify(name)}: C${i}`);
  return (out) => ({
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
    outfile: join(out, "server.cjs"),
    ...NODE,
    // Loaded once and never bundled again while developing.
    external: request.development ? REACT : [],
  });
}

// The programs of drawings, each whole: what a drawing is kept by is the text of its program.
function drawings(common, request) {
  if (request.drawings.length === 0) return null;
  return (out) => ({
    ...common,
    entryPoints: request.drawings,
    outdir: join(out, "drawings"),
    outExtension: { ".js": ".cjs" },
    ...NODE,
  });
}

// The entry of an island: a function that brings one element to life.
function hydrateEntries(islands, { development }) {
  // `island` of the site's own runtime, else a plain hydration. The runtime can come and go while this stays.
  const isOwn = () => ["hydrate.ts", "hydrate.tsx"].some((f) => existsSync(join(islands, "runtime", f)));
  const island = () => isOwn()
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
  return virtual("island", (name) => ({
    contents: `${island()}\n${name === SHARED ? shared : entry(name)}`,
    resolveDir: islands,
  }));
}

// Modules that no file holds: `NAMESPACE:NAME`.
function virtual(namespace, load) {
  return {
    name: `virtual-${namespace}`,
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${namespace}:`) }, ({ path }) => ({ path: path.slice(namespace.length + 1), namespace }));
      build.onLoad({ filter: /.*/, namespace }, ({ path }) => ({ ...load(path), loader: "js" }));
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
function outputs(builds, request) {
  const byName = new Map();
  for (const [path, output] of builds.flatMap((build) => Object.entries(build?.metafile.outputs ?? {}))) {
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

// Every file that one is made from, itself among them.
function closure(inputs, start) {
  const found = new Set([start]);
  for (const path of found) {
    for (const { path: imported, external } of inputs[path]?.imports ?? []) if (!external) found.add(imported);
  }
  return [...found];
}

// Gives those of some paths that are the site's own, relative to its root. Most are asked for with every island.
function ownOf({ root, islands }) {
  const below = relative(root, islands).split(sep).join("/");
  const known = new Map();
  const isOwn = (path) => !/^[a-z-]+:/.test(path) && !path.includes("node_modules/") && existsSync(join(islands, path));
  const place = (path) => {
    if (!known.has(path)) known.set(path, isOwn(path) ? posix.join(below, path) : undefined);
    return known.get(path);
  };
  return (paths) => paths.map(place).filter(Boolean).sort();
}
