/** What strangers judge: pages by html-validate, the W3C's Nu checker where there is Java, and Google's evaluator of policies; the bill of materials by CycloneDX. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, test } from "node:test";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import evaluator from "csp_evaluator/dist/evaluator.js";
import finding from "csp_evaluator/dist/finding.js";
import parser from "csp_evaluator/dist/parser.js";
import { HtmlValidate } from "html-validate";
import vnu from "vnu-jar";
import { dist, root } from "../harness/engine.mjs";
import { addresses } from "../harness/pages.mjs";
import { serve } from "../harness/serve.mjs";

const hasJava = spawnSync("java", ["-version"]).status === 0;
const SITES = { "this site": dist, "the documentation": join(root, "docs/dist") };

test("the bill of materials is one by its own schema", async () => {
  const { stdout, status } = spawnSync(process.execPath, [join(import.meta.dirname, "../../.ci/sbom.mjs")], { encoding: "utf8", maxBuffer: 1 << 26 });
  assert.equal(status, 0);
  const judge = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  assert.equal(await judge.validate(stdout), null);
  assert.notEqual(await judge.validate(stdout.replace('"type": "library"', '"type": "libary"')), null);
});

for (const [name, folder] of Object.entries(SITES)) {
  describe(name, { skip: !existsSync(folder) && `${folder} is not built` }, () => {
    const pages = () => readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".html"));

    test("html-validate finds no error", async () => {
      const judge = new HtmlValidate({ extends: ["html-validate:standard"] });
      const reports = await Promise.all(pages().map((page) => judge.validateString(readFileSync(join(folder, page), "utf8"), page)));
      const found = reports.flatMap(({ results }) => results).flatMap(({ filePath, messages }) => messages.map((one) => ({ filePath, ...one })));
      const errors = found.filter(({ severity }) => severity === 2);
      assert.deepEqual(errors.map((one) => `${one.filePath}:${one.line}:${one.column}: ${one.message} (${one.ruleId})`), []);
    });

    test("what a page shows is styled by sheets that it loads", () => {
      const classesIn = (css) => new Set(css.match(/(?<=\.)[a-z_](?:[\w-]|\\.)*/gi));
      const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".css"));
      const sheets = new Map(files.map((file) => [basename(file), classesIn(readFileSync(join(folder, file), "utf8"))]));
      const styled = new Set([...sheets.values()].flatMap((classes) => [...classes]));
      const bare = pages().flatMap((page) => {
        const html = readFileSync(join(folder, page), "utf8");
        const links = [...html.matchAll(/<link\b[^>]*\bhref="([^"]+\.css)"/g)].map(([, href]) => sheets.get(basename(href)));
        const own = [...html.matchAll(/<style\b[^>]*>([^<]*)/g)].map(([, css]) => classesIn(css));
        const loaded = new Set([...links, ...own].flatMap((classes) => [...(classes ?? [])]));
        const shown = new Set([...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names]) => names.split(/\s+/)));
        return [...shown].filter((name) => styled.has(name) && !loaded.has(name)).map((name) => `${page}: \`${name}\``);
      });
      assert.deepEqual(bare, []);
    });

    test("the Nu checker finds no error", { skip: !hasJava && "there is no Java" }, () => {
      const { status, stderr } = spawnSync("java", ["-jar", vnu, "--errors-only", "--skip-non-html", folder], { encoding: "utf8", maxBuffer: 1 << 26 });
      assert.equal(status, 0, stderr);
    });

    test("the policy of no page has a weakness of high or medium severity", async () => {
      const site = await serve(folder);
      try {
        for (const path of addresses(folder)) {
          const policy = (await fetch(site.url + path)).headers.get("content-security-policy");
          const { CspEvaluator, CspParser, Severity } = { ...evaluator, ...parser, ...finding };
          const found = new CspEvaluator(new CspParser(policy).csp).evaluate();
          const grave = found.filter(({ severity }) => severity <= Severity.MEDIUM);
          assert.deepEqual(grave.map(({ description, directive, value }) => `${path}: ${directive} ${value}: ${description}`), []);
        }
      } finally {
        await site.close();
      }
    });
  });
}
