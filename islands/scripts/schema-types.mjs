/**
 * Makes TypeScript types from the schemas of content/: `node scripts/schema-types.mjs` writes generated/NAME.ts,
 * `--check` only says whether they are up to date. Islands pick their props' types from them, so that the type check
 * fails when a schema and an island disagree.
 */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";
import { parse } from "yaml";

const content = new URL("../../content/", import.meta.url);
const generated = new URL("../generated/", import.meta.url);

async function yaml(url) {
  return parse(await readFile(url, "utf8"));
}

/** Name of the collection's file, and its text. */
async function typesOf(collection, shared) {
  const schema = await yaml(new URL(`${collection}/_schema.yaml`, content));
  schema.$defs = { ...shared, ...schema.$defs };
  const bannerComment = `// Made from content/${collection}/_schema.yaml by scripts/schema-types.mjs.`;
  const text = await compile(schema, schema.title, {
    bannerComment,
    unreachableDefinitions: false,
    format: true,
  });
  return [`${collection}.ts`, text];
}

/** Every collection's types, as they must stand in generated/. */
export async function schemaTypes() {
  const shared = (await yaml(new URL("_defs.yaml", content))).$defs;
  const folders = (await readdir(content, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const names = folders.map((folder) => folder.name).sort();
  const types = [];
  for (const name of names) {
    const files = await readdir(new URL(`${name}/`, content));
    if (files.includes("_schema.yaml")) types.push(await typesOf(name, shared));
  }
  return new Map(types);
}

/** Names of the files in generated/ that differ from what the schemas say. */
export async function staleTypes() {
  const stale = [];
  for (const [name, text] of await schemaTypes()) {
    const written = await readFile(new URL(name, generated), "utf8").catch(() => "");
    if (written !== text) stale.push(name);
  }
  return stale;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--check")) {
    const stale = await staleTypes();
    if (stale.length > 0) {
      console.error(`generated types are out of date: ${stale.join(", ")}\nhint: run \`npm run types\``);
      process.exit(1);
    }
  } else {
    await mkdir(generated, { recursive: true });
    for (const [name, text] of await schemaTypes()) await writeFile(new URL(name, generated), text);
  }
}
