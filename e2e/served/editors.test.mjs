import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join, resolve } from "node:path";
import { after, before, describe, test } from "node:test";
import { deflateSync } from "node:zlib";
import { fieldsOf } from "../harness/content.mjs";
import { copySite, engine, root } from "../harness/engine.mjs";

const e2e = resolve(import.meta.dirname, "..");

/** The fenced blocks of a Markdown text, each with its section and the last file that was named above it. */
function fences(text) {
  const found = [];
  let [file, section] = [];
  const tokens = /^## (?<heading>.+)$|`(?<path>(?:[\w-]+\/)+[\w.-]+\.(?:md|yaml|html|tsx?))`|^(?<ticks>`{3,})(?<language>\w+)\n(?<body>[\s\S]*?)^\k<ticks>$/gm;
  for (const { groups } of text.matchAll(tokens)) {
    if (groups.heading) section = groups.heading;
    else if (groups.path) file = /^(content|templates|islands)\//.test(groups.path) ? groups.path : `content/${groups.path}`;
    else found.push({ section, file, language: groups.language, body: groups.body });
  }
  return found;
}

function crc(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

/** A PNG of one grey, of the size of a photograph. */
function picture(width = 3000, height = 2000) {
  const chunk = (type, data) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const numbers = Buffer.alloc(8);
    numbers.writeUInt32BE(data.length);
    numbers.writeUInt32BE(crc(named), 4);
    return [numbers.subarray(0, 4), named, numbers.subarray(4)];
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  const pixels = deflateSync(Buffer.alloc((width + 1) * height, 0));
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunk("IHDR", header), ...chunk("IDAT", pixels), ...chunk("IEND", Buffer.alloc(0))]);
}

function write(site, file, text) {
  mkdirSync(dirname(join(site, file)), { recursive: true });
  writeFileSync(join(site, file), text);
  for (const [, image] of text.matchAll(/!\[[^\]]*\]\(([\w-]+\.png)/g)) writeFileSync(join(site, dirname(file), image), picture());
}

/** Runs `site` as an editor does, in the folder of the site. */
function run(site, ...call) {
  const { status, stdout, stderr } = spawnSync(engine, call, { cwd: site, encoding: "utf8" });
  assert.equal(status, 0, `\`site ${call.join(" ")}\` ends with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

/** Follows a section of a text: its commands are run, its entries are written. */
function follow(site, text, title) {
  const steps = fences(text).filter(({ section }) => section === title);
  assert.ok(steps.length > 0, `there is no section \`${title}\``);
  for (const { file, language, body } of steps) {
    if (language === "sh") {
      for (const [, args] of body.matchAll(/^target\/release\/site (.+)$/gm)) {
        run(site, ...[...args.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare));
      }
    } else if (/^(---|\w+: )/.test(body)) write(site, file, body);
  }
}

/** Renames an entry, keeps its former address, and mends what named it. */
function rename(site, from, to, address) {
  renameSync(join(site, from), join(site, to));
  const [was, is] = [from, to].map((path) => basename(path, extname(path)));
  const content = join(site, "content");
  for (const name of readdirSync(content, { recursive: true }).filter((name) => /\.(md|yaml)$/.test(name) && name !== "facts.yaml")) {
    const text = readFileSync(join(content, name), "utf8");
    if (text.includes(was)) writeFileSync(join(content, name), text.replaceAll(was, is));
  }
  const text = readFileSync(join(site, to), "utf8");
  writeFileSync(join(site, to), text.replace("---\n", `---\naliases: [${address}]\n`));
}

/** Runs tests of this package against a site, and gives what they say. */
async function passes(site, ...files) {
  const { NODE_TEST_CONTEXT: _, ...rest } = process.env;
  const env = { ...rest, SITE_ROOT: site, DIST: join(site, "dist"), ENGINE: resolve(engine) };
  const child = spawn(process.execPath, ["--test", "--test-reporter=tap", ...files], { cwd: e2e, env });
  let output = "";
  child.stdout.on("data", (text) => (output += text));
  child.stderr.on("data", (text) => (output += text));
  const code = await new Promise((ended) => child.once("exit", ended));
  assert.equal(code, 0, output.split("\n").filter((line) => !/^\s*#|^\s*ok /.test(line)).join("\n"));
  return output;
}

const WORDS = readdirSync(join(e2e, "words")).filter((name) => name.endsWith(".test.mjs")).map((name) => `words/${name}`);
/** Tests of pages that an entry is on. */
const CHANGED = "--test-name-pattern=^(blog|projects): |^/(blog|projects|blog/mon-sujet|case-studies/nom-du-projet) ";
const NEXT_YEAR = new Date().getUTCFullYear() + 1;

describe("an editor who does what README.md says", () => {
  let site;
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const guide = readFileSync(join(root, "content/README.md"), "utf8");
  before(() => {
    site = mkdtempSync(join(tmpdir(), "editor-"));
    copySite(site);
  });
  after(() => rmSync(site, { recursive: true, force: true }));
  const build = () => {
    run(site, "build");
    run(site, "check");
  };
  const has = (page) => existsSync(join(site, "dist", `${page}.html`));

  test("adds an article and a case study, and everything stays green", async () => {
    for (const title of ["Add an article", "Add a case study"]) follow(site, readme, title);
    build();
    assert.ok(has("blog/mon-sujet") && has("case-studies/nom-du-projet"));
    const [pages] = await Promise.all([passes(site, CHANGED, "tests/pages.test.mjs", "tests/filters.test.mjs"), passes(site, ...WORDS)]);
    for (const page of ["/blog/mon-sujet", "/case-studies/nom-du-projet"]) assert.match(pages, new RegExp(`^ *ok \\d+ - ${page} [^#]*$`, "m"));
  });

  test("goes on with content/README.md: markup, pictures, recipes, later articles, a new name", async () => {
    const article = (slug, lines, body) => write(site, `content/articles/${slug}.md`, `---\nid: 99\n${lines}\ntags: [Essai]\nauthor: Prénom Nom\n---\n\n${body}\n`);
    const excerpt = (about) => `excerpt: Un texte d'essai sur ${about}, assez long pour que les moteurs de recherche le montrent en entier sous le titre de la page.`;
    const [markup] = fences(guide).filter(({ language }) => language === "markdown");
    article("markdown", `title: Tout le Markdown\ndate: 2024-09-01\n${excerpt("le Markdown des articles")}\ncategory: Tech`, markup.body);
    article("demain", `title: Demain\ndate: ${NEXT_YEAR}-01-01\n${excerpt("ce qui vient plus tard")}\ncategory: Tech`, "À paraître.");
    article("brouillon", `title: Brouillon\ndraft: true\ndate: 2024-02-01\n${excerpt("ce qui n'est pas fini")}\ncategory: Tech`, "À finir.");
    follow(site, guide, "Recipes");
    write(site, "content/projects/nom-du-projet.yaml", readFileSync(join(site, "content/projects/nom-du-projet.yaml"), "utf8").replace(/^year: .*$/m, `year: ${NEXT_YEAR}`));
    rename(site, "content/articles/5-erreurs-critiques-projets-saas.md", "content/articles/cinq-erreurs.md", "/blog/5-erreurs-critiques-projets-saas");
    build();
    assert.ok(has("blog/markdown") && has("blog/cinq-erreurs"));
    assert.ok(!has("blog/demain") && !has("blog/brouillon"));
    await passes(site, ...WORDS);
  });

  test("turns developer with CONTRIBUTING.md: a collection, a page, an island and its test", async () => {
    for (const { file, body } of fences(readFileSync(join(root, "CONTRIBUTING.md"), "utf8")).filter(({ section }) => section === "First tasks")) write(site, file, body);
    build();
    assert.ok(has("formations"));
    const islands = join(site, "islands");
    for (const [program, ...call] of [["node", "scripts/schema-types.mjs"], ["tsc", "--noEmit"], ["biome", "lint", "--error-on-warnings", "Payback"], ["vitest", "run", "Payback", "schemas"]]) {
      const path = `${join(islands, "node_modules/.bin")}:${process.env.PATH}`;
      const { status, stdout, stderr } = spawnSync(program, call, { cwd: islands, encoding: "utf8", env: { ...process.env, PATH: path } });
      assert.equal(status, 0, `${program}: ${stdout}${stderr}`);
    }
  });

  test("finds every setting of the engine in CONTRIBUTING.md", () => {
    const folder = join(site, "schemas");
    run(site, "schema", "--quiet", "--out", folder);
    const all = Object.keys(JSON.parse(readFileSync(join(folder, "_site.json"), "utf8")).properties);
    const own = new Set(Object.keys(fieldsOf(readFileSync(join(site, "content/_schema.yaml"), "utf8"), ".yaml").properties));
    const rows = readFileSync(join(root, "CONTRIBUTING.md"), "utf8").split("\n").filter((line) => line.startsWith("| `")).map((line) => line.split("|")[1]);
    assert.deepEqual(all.filter((key) => !own.has(key) && !rows.some((row) => row.includes(`\`${key}\``))), []);
  });
});
