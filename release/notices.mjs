#!/usr/bin/env node
// The licences of everything that is compiled into the programs for a system, each text once.
//   release/notices.mjs TARGET > NOTICES
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const [target] = process.argv.slice(2);
const root = join(import.meta.dirname, "..");
const question = ["metadata", "--locked", "--format-version", "1", "--filter-platform", target];
const { packages, resolve, workspace_members } = JSON.parse(
  execFileSync("cargo", question, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28, stdio: ["ignore", "pipe", "inherit"] }),
);
const byId = new Map(packages.map((one) => [one.id, one]));
const needs = new Map(resolve.nodes.map(({ id, deps }) => [id, deps.filter(({ dep_kinds }) => dep_kinds.some(({ kind }) => kind === null))]));

const linked = new Set();
function visit(id) {
  if (linked.has(id)) return;
  linked.add(id);
  for (const { pkg } of needs.get(id)) visit(pkg);
}
workspace_members.forEach(visit);

/** The names of packages by the text of their licence. */
const texts = new Map();
for (const { name, version, license, source, manifest_path } of [...linked].map((id) => byId.get(id))) {
  if (source === null) continue;
  const folder = dirname(manifest_path);
  const files = readdirSync(folder, { withFileTypes: true }).filter((file) => file.isFile() && /^(licen[cs]e|copying|notice)/i.test(file.name));
  const found = files.map((file) => readFileSync(join(folder, file.name), "utf8").trim());
  for (const text of found.length > 0 ? found : [`Licence: ${license}`]) {
    texts.set(text, [...(texts.get(text) ?? []), `${name} ${version}`]);
  }
}
const parts = [...texts].map(([text, names]) => `${names.sort().join(", ")}\n\n${text}\n`).sort();
process.stdout.write(parts.join(`\n${"-".repeat(80)}\n\n`));
