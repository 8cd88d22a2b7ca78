/** The sites that `site init` begins, built each in a folder of its own. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { engine } from "./engine.mjs";

export const kinds = ["blank", "blog", "docs", "portfolio", "shop"];

/** A new site as for production; `remove` takes it away. */
export function begin(kind, language = "en") {
  const root = mkdtempSync(join(tmpdir(), `site-${kind}-`));
  const run = (...call) => execFileSync(resolve(engine), call, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  run("init", kind, "--language", language);
  run("build", "--compress");
  return { dist: join(root, "dist"), remove: () => rmSync(root, { recursive: true, force: true }) };
}
