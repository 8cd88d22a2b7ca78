// Renders one island to HTML; says where and at which property a component threw.
import { readFileSync } from "node:fs";
import { Module } from "node:module";
import { format } from "node:util";

let current = { path: null, bundle: null };

export async function run(request, context) {
  const bundle = bundleAt(request.server, context);
  const Component = bundle.islands[request.name];
  const props = JSON.parse(request.props);
  const written = [];
  const restore = captureConsole(written);
  try {
    const html = render(bundle, Component, props, request.prefix);
    return { result: { html, console: written } };
  } catch (error) {
    return { threw: describe(error, bundle, Component, request, context) };
  } finally {
    restore();
  }
}

function render(bundle, Component, props, identifierPrefix) {
  return whole(bundle.renderToString(bundle.createElement(Component, props), { identifierPrefix }));
}

// The text, which is refused when it holds half of a character: a page, which is UTF-8, cannot.
export function whole(text) {
  if (text.isWellFormed()) return text;
  const at = text.toWellFormed().indexOf("\ufffd");
  throw new Error(`half of a character stands after \`${text.slice(Math.max(0, at - 20), at)}\`: cut texts with \`Intl.Segmenter\`, not with \`slice\``);
}

// The last bundle stays loaded; an older one is forgotten, so that memory does not grow. What it lacks are packages of the
// islands, wherever it lies itself.
function bundleAt(path, { islands }) {
  if (current.path !== path) {
    const module = new Module(path);
    module.filename = path;
    module.paths = Module._nodeModulePaths(islands);
    module._compile(readFileSync(path, "utf8"), path);
    current = { path, bundle: module.exports };
  }
  return current.bundle;
}

// Has the bundle loaded again: its file may be another one.
export function forget() {
  current = { path: null, bundle: null };
}

function captureConsole(written) {
  const methods = ["debug", "error", "info", "log", "warn"];
  const before = methods.map((method) => console[method]);
  for (const method of methods) console[method] = (...args) => written.push(format(...args));
  return () => methods.forEach((method, i) => (console[method] = before[i]));
}

function describe(error, bundle, Component, request, { islands }) {
  const message = error instanceof Error ? error.message : String(error);
  return {
    message,
    ...place(error, islands),
    property: property(message, bundle, Component, request),
  };
}

// The innermost line of the stack that lies in the islands' own files.
export function place(error, islands) {
  const stack = String(error?.stack ?? "").replaceAll("file://", "");
  for (const line of stack.split("\n")) {
    const found = /\(?([^()\s]+):(\d+):(\d+)\)?$/.exec(line);
    if (!found || !found[1].startsWith(islands) || found[1].includes("node_modules")) continue;
    return {
      file: `islands${found[1].slice(islands.length)}`,
      line: Number(found[2]),
      column: Number(found[3]) - 1,
    };
  }
  return {};
}

// Renders once more with properties that tell which of them was read last before it threw.
function property(message, bundle, Component, request) {
  if (typeof Component !== "function" || Component.prototype?.isReactComponent) return null;
  let last = null;
  let lastAbsent = null;
  const note = (path, value) => {
    last = path;
    if (value === undefined || value === null) lastAbsent = path;
  };
  const props = watched(JSON.parse(request.props), "", note);
  try {
    render(bundle, () => Component(props), {}, request.prefix);
    return null;
  } catch {
    return (/\b(undefined|null)\b/.test(message) && lastAbsent) || last;
  }
}

function watched(value, path, note) {
  if (value === null || typeof value !== "object") return value;
  return new Proxy(value, {
    get(target, key) {
      const found = Reflect.get(target, key);
      if (typeof key !== "string" || typeof found === "function" || key === "length") return found;
      const name = Array.isArray(target) ? `${path}[${key}]` : path ? `${path}.${key}` : key;
      note(name, found);
      return watched(found, name, note);
    },
  });
}
