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

const nameOf = (definition) => definition.replace(/(?:^|_)\w/g, (start) => start.slice(-1).toUpperCase());

/** A schema in which what is defined for every collection is named as its type; those types end up in `used`. */
function naming(schema, shared, used) {
  if (Array.isArray(schema)) return schema.map((part) => naming(part, shared, used));
  if (typeof schema !== "object" || schema === null) return schema;
  const [, definition] = /^#\/\$defs\/(\w+)$/.exec(schema.$ref) ?? [];
  if (definition in shared) {
    used.add(nameOf(definition));
    return { tsType: nameOf(definition) };
  }
  return Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, naming(part, shared, used)]));
}

const typesOf = (schema, name, source, head = "") =>
  compile(schema, name, {
    bannerComment: `// Made from content/${source} by scripts/schema-types.mjs.${head}`,
    unreachableDefinitions: name === "Defs",
    format: true,
    // A pair is two values; of longer lists the build counts the items.
    maxItems: 0,
  });

/** Every collection's types, and those that they share, as they must stand in generated/. */
export async function schemaTypes() {
  const shared = (await yaml(new URL("_defs.yaml", content))).$defs;
  const defs = await typesOf({ type: "object", $defs: shared, additionalProperties: false }, "Defs", "_defs.yaml");
  // What refers to them are the collections, not this file.
  const types = new Map([["defs.ts", defs.replace(/( \*\n)? \* This interface was referenced by `Defs`.*\n.*\n|export interface Defs \{\}\n/g, "")]]);
  const folders = (await readdir(content, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  for (const name of folders.map((folder) => folder.name).sort()) {
    const files = await readdir(new URL(`${name}/`, content));
    if (!files.includes("_schema.yaml")) continue;
    const used = new Set();
    const schema = naming(await yaml(new URL(`${name}/_schema.yaml`, content)), shared, used);
    const head = used.size > 0 ? `\nimport type { ${[...used].sort().join(", ")} } from "./defs";\n` : "";
    types.set(`${name}.ts`, await typesOf(schema, schema.title, `${name}/_schema.yaml`, head));
  }
  return types;
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
