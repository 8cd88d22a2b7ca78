// Makes one drawing; says where its program threw.
import { createRequire } from "node:module";
import { place, whole } from "./render.mjs";

const load = createRequire(import.meta.url);
const loaded = new Map();

export async function run({ program, name, input }, { islands }) {
  const restore = forbidChance();
  try {
    const draw = programAt(program, name).default;
    if (typeof draw !== "function") return { threw: { message: "it has no default export that is a function" } };
    const svg = draw(JSON.parse(input));
    if (typeof svg === "string") return { result: whole(svg) };
    const answer = svg instanceof Promise ? "a promise" : typeof svg;
    return { threw: { message: `it answers ${answer}, not a string` } };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { threw: { message, ...place(error, islands) } };
  } finally {
    restore();
  }
}

// The last program of a name stays loaded; an older one is forgotten, so that memory does not grow.
function programAt(path, name) {
  const last = loaded.get(name);
  if (last?.path === path) return last.program;
  if (last) delete load.cache[last.file];
  const program = load(path);
  loaded.set(name, { path, file: load.resolve(path), program });
  return program;
}

// Has every program loaded again: its file may be another one.
export function forget() {
  for (const { file } of loaded.values()) delete load.cache[file];
  loaded.clear();
}

// What is kept between builds must not depend on luck or on the hour.
function forbidChance() {
  const { Date: RealDate } = globalThis;
  const { random } = Math;
  const refuse = (call) => {
    throw new Error(`\`${call}\` gives another drawing at every build: take it from the input`);
  };
  Math.random = () => refuse("Math.random()");
  globalThis.Date = class extends RealDate {
    constructor(...parts) {
      super(...(parts.length > 0 ? parts : refuse("new Date()")));
    }
    static now = () => refuse("Date.now()");
  };
  return () => {
    Math.random = random;
    globalThis.Date = RealDate;
  };
}
