/**
 * `site serve` with its relay: forms end as mails in `.site/outbox`, and React is its development build, the only one
 * that reports hydration mismatches. ENGINE names the binary, SITE_ROOT the site, DIST its built pages.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const repository = resolve(import.meta.dirname, "../..");
const target = process.env.CARGO_TARGET_DIR ?? join(repository, "target");

export const root = process.env.SITE_ROOT ? resolve(process.env.SITE_ROOT) : repository;
export const dist = process.env.DIST ? resolve(process.env.DIST) : join(root, "dist");
export const engine = process.env.ENGINE ?? join(target, "release/site");

/** What `site serve` may take to answer first, all its pages being built, and to end: a hang is a failure, not a wait. */
const MOST_WAITED = 300_000;

async function freePort() {
  const server = createServer();
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address();
  await new Promise((closed) => server.close(closed));
  return port;
}

/** Serves the site, or a copy of it; `flags` are those of `site serve`. */
export async function serveEngine({ folder = root, flags = [] } = {}) {
  if (!existsSync(engine)) throw new Error(`there is no ${engine}: build it with \`cargo build --release -p site\``);
  const port = await freePort();
  const child = spawn(engine, ["serve", "--root", folder, "--port", String(port), ...flags], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (text) => (output += text));
  child.stderr.on("data", (text) => (output += text));
  const url = `http://127.0.0.1:${port}`;
  const isServed = () => fetch(url, { signal: AbortSignal.timeout(MOST_WAITED) }).then(() => true, () => false);
  for (const begun = Date.now(); !(await isServed()); ) {
    const isLate = Date.now() - begun > MOST_WAITED;
    if (isLate) child.kill("SIGKILL");
    if (isLate || child.exitCode !== null) throw new Error(`\`site serve\` ${isLate ? "does not answer" : "ended"}:\n${output}`);
    await new Promise((next) => setTimeout(next, 200));
  }
  return {
    url,
    close: async () => {
      const ended = once(child, "exit", { signal: AbortSignal.timeout(MOST_WAITED) });
      child.kill("SIGTERM");
      await ended.catch(() => {
        child.kill("SIGKILL");
        throw new Error(`\`site serve\` does not end when it is asked to:\n${output}`);
      });
    },
  };
}

/** Serves a copy of the site, whose mails are its own: the same can be done in other browsers meanwhile. */
export async function serveCopy() {
  const folder = mkdtempSync(join(tmpdir(), "site-"));
  const remove = () => rmSync(folder, { recursive: true });
  copySite(folder);
  const site = await serveEngine({ folder }).catch((error) => {
    remove();
    throw error;
  });
  return { url: site.url, outbox: () => outbox(folder), close: () => site.close().finally(remove) };
}

/** What builds keep by what it was made from. */
const KEPT = ["bundles", "files", "records"];

/** What an editor changes, with what was made of it: only what is tested here builds the site meanwhile. */
export function copySite(to) {
  for (const name of KEPT) if (existsSync(join(root, ".site", name))) cpSync(join(root, ".site", name), join(to, ".site", name), { recursive: true });
  for (const name of ["content", "templates", "public"]) cpSync(join(root, name), join(to, name), { recursive: true });
  mkdirSync(join(to, "islands"));
  for (const name of readdirSync(join(root, "islands"))) {
    const [from, into] = [join(root, "islands", name), join(to, "islands", name)];
    if (name === "node_modules") symlinkSync(from, into);
    else cpSync(from, into, { recursive: true });
  }
}

/** The mails that are in a site's outbox and were not before: call the answer to ask. */
export function outbox(site = root) {
  const folder = join(site, ".site/outbox");
  const list = () => (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".eml")) : []);
  const before = new Set(list());
  return () =>
    list()
      .filter((name) => !before.has(name))
      .map((name) => decoded(readFileSync(join(folder, name), "utf8")));
}

/** A mail as text, its quoted-printable and base64 parts decoded. */
function decoded(mail) {
  return mail.replace(
    /Content-Transfer-Encoding: (quoted-printable|base64)\r?\n((?:[^\r\n]+\r?\n)*)\r?\n([\s\S]*?)(?=\r?\n--|$)/gi,
    (_, encoding, headers, body) => {
      const bytes =
        encoding.toLowerCase() === "base64"
          ? Buffer.from(body, "base64")
          : Buffer.from(
              body.replace(/=\r?\n/g, "").replace(/=([0-9A-F]{2})/gi, (__, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
              "latin1",
            );
      return `${headers}\n${bytes.toString("utf8")}`;
    },
  );
}
