#!/usr/bin/env node
// The bill of materials of the programs and of the site, as CycloneDX 1.6, from the lock files alone: the same files give the
// same bytes. Test and build tools of e2e/ are no part of what is published.
//   .ci/sbom.mjs > site.cdx.json
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const root = new URL("../", import.meta.url);
const read = (name) => readFileSync(new URL(name, root), "utf8");

// Cargo.lock is TOML of one shape: tables of quoted texts.
function crates() {
  const packages = read("Cargo.lock").split("[[package]]").slice(1);
  return packages.map((text) => {
    const value = (key) => text.match(new RegExp(`^${key} = "([^"]*)"$`, "m"))?.[1];
    const [name, version, checksum] = ["name", "version", "checksum"].map(value);
    const hashes = checksum ? [{ alg: "SHA-256", content: checksum }] : undefined;
    return { name, version, purl: `pkg:cargo/${name}@${version}`, hashes };
  });
}

function npmPackages() {
  const { packages } = JSON.parse(read("islands/package-lock.json"));
  const installed = Object.entries(packages).filter(([path]) => path !== "");
  return installed.map(([path, { version, integrity, license, dev }]) => {
    const name = path.split("node_modules/").at(-1);
    const [algorithm, digest] = integrity?.split("-") ?? [];
    const hashes = algorithm === "sha512" ? [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }] : undefined;
    const licenses = license ? [/ (OR|AND) /.test(license) ? { expression: license } : { license: { id: license } }] : undefined;
    return { name, version, scope: dev ? "excluded" : undefined, purl: `pkg:npm/${name.replace("@", "%40")}@${version}`, hashes, licenses };
  });
}

const components = new Map();
for (const component of [...crates(), ...npmPackages()]) {
  components.set(component.purl, { type: "library", "bom-ref": component.purl, ...component });
}
const version = read("Cargo.toml").match(/^version = "([^"]*)"$/m)[1];
const sorted = [...components.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1));
const digest = createHash("sha256").update(JSON.stringify(sorted)).digest("hex");
const serial = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-5$3-8$4-$5");
const bill = {
  bomFormat: "CycloneDX",
  specVersion: "1.6",
  serialNumber: `urn:uuid:${serial}`,
  version: 1,
  metadata: { component: { type: "application", "bom-ref": "site", name: "site", version } },
  components: sorted,
};
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
