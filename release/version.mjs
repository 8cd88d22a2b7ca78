#!/usr/bin/env node
// Sets the version wherever it stands, and gives what stands under "Unreleased" in the changelog to it.
//   ./build.sh version 0.2.0
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const read = (name) => readFileSync(join(root, name), "utf8");
const git = (...words) => execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();

function fail(message, hint) {
  console.error(`error: ${message}\nhint: ${hint}`);
  process.exit(1);
}

/** Whether the first of two versions comes after the other. */
function isAfter(one, other) {
  const [a, b] = [one, other].map((text) => text.split(".").map(Number));
  const at = a.findIndex((number, place) => number !== b[place]);
  return at >= 0 && a[at] > b[at];
}

const [version = ""] = process.argv.slice(2);
if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version)) fail(`\`${version}\` is no version`, "write three numbers: ./build.sh version 0.2.0");

const changes = git("status", "--porcelain");
if (changes) fail(`there are changes that are not committed:\n${changes}`, "commit them or put them away first");

const current = /^version = "(.+)"$/m.exec(read("Cargo.toml"))[1];
const changelog = read("CHANGELOG.md");
const released = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, one]) => one);
const notBefore = released.find((one) => !isAfter(version, one)) ?? (isAfter(current, version) ? current : undefined);
if (notBefore) fail(`${version} does not come after ${notBefore}`, "versions go up; CHANGELOG.md names those that were released");
if (git("tag", "--list", `v${version}`)) fail(`the tag \`v${version}\` is there already`, "choose the next version");

const [, news] = /^## Unreleased\n([^]*?)(?=^## |(?![^]))/m.exec(changelog) ?? fail("CHANGELOG.md has no section `Unreleased`", "add `## Unreleased` above the last version");
if (!/^- /m.test(news)) fail("nothing stands under `Unreleased` in CHANGELOG.md", "say there what is new for those who use the program");

/** What stands in each file, and what will. */
const day = new Date(process.env.SOURCE_DATE_EPOCH ? process.env.SOURCE_DATE_EPOCH * 1000 : Date.now()).toISOString().slice(0, 10);
const edits = {
  "CHANGELOG.md": [/^## Unreleased\n/m, `## Unreleased\n\n## ${version} (${day})\n`],
  "Cargo.toml": [/^version = ".+"$/m, `version = "${version}"`],
  // The crates of the workspace are those without a source.
  "Cargo.lock": [/^(name = ".+"\nversion = )".+"(?=\n(?!source))/gm, `$1"${version}"`],
  "docs/content/site.yaml": [/^version: .+$/m, `version: "${version.replace(/\.\d+$/, "")}"`],
};
for (const [name, [from, to]] of Object.entries(edits)) writeFileSync(join(root, name), read(name).replace(from, to));

console.log(`${current} is now ${version} in ${Object.keys(edits).join(", ")}
next: ./build.sh test
      git commit --all --message "Version ${version}"
      git tag --annotate v${version} --message "Version ${version}"
      git push --follow-tags      the tag makes the release`);
