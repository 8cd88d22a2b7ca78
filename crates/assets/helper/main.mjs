// The Node helper: answers one JSON request a line on standard input by one JSON line on standard
// output. Ends when its input ends. Packages come from the islands' folder, never from here.
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";

// Standard output belongs to the protocol: whatever else writes there goes to standard error.
const answer = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);

// What a component leaves behind (a timer, a promise) must not take the helper down.
process.on("unhandledRejection", (reason) => console.error(reason));
process.on("uncaughtException", (error) => console.error(error));

const root = process.argv[2];
const islands = join(root, "islands");
const load = createRequire(join(islands, "package.json"));

const jobs = {
  bundle: () => import("./bundle.mjs"),
  styles: () => import("./styles.mjs"),
  props: () => import("./props.mjs"),
  render: () => import("./render.mjs"),
  draw: () => import("./draw.mjs"),
};

async function run(request) {
  try {
    const { run } = await jobs[request.job]();
    return await run(request, { root, islands, load });
  } catch (error) {
    const missing = missingPackage(error);
    if (missing) return { missing };
    return { error: String((error && error.stack) || error) };
  }
}

// The package that Node could not find, if that is what went wrong.
function missingPackage(error) {
  if (!error || error.code !== "MODULE_NOT_FOUND") return null;
  const found = /Cannot find module '([^'./][^']*)'/.exec(error.message);
  return found && found[1];
}

// Half of a character, which may stand in a message too, cannot be read on the other side.
const wellFormed = (_, value) => (typeof value === "string" ? value.toWellFormed() : value);

// What runs the authors' own code waits for what runs before it.
const QUEUED = new Set(["render", "draw"]);
let queue = Promise.resolve();
const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
lines.on("line", (line) => {
  const request = JSON.parse(line);
  const respond = async () => {
    const response = await run(request);
    answer(`${JSON.stringify({ id: request.id, ...response }, wellFormed)}\n`);
  };
  if (QUEUED.has(request.job)) queue = queue.then(respond);
  else respond();
});
lines.on("close", () => queue.then(() => process.exit(0)));
answer(`${JSON.stringify({ ready: process.versions.node })}\n`);
