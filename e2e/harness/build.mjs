/** Builds the site into a folder of its own, as for production; `flags` are those of `site build`. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { engine, root } from "./engine.mjs";

export function build(...flags) {
  const parent = mkdtempSync(join(tmpdir(), "site-"));
  const folder = join(parent, "dist");
  const { status, error } = spawnSync(engine, ["build", "--quiet", "--root", root, "--out", folder, ...flags], { stdio: "inherit" });
  const remove = () => rmSync(parent, { recursive: true, force: true });
  if (status !== 0) {
    remove();
    throw new Error(`\`site build\` failed${error ? `: ${error.message}` : ""}`);
  }
  return { folder, remove };
}
