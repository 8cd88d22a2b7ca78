import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules that judge colours, and so all that another theme can break. */
const COLOURS = { runOnly: ["color-contrast", "link-in-text-block"] };

/** What axe finds wrong on the page as it stands, one line a violation; `colours`: by the rules of colour alone. */
export async function violations(page, { colours = false } = {}) {
  // Colours are judged once every transition is over.
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {}))).then(() => {}), null).catch(() => {});
  // Half a megabyte: a page that is judged again has it.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const found = await page.evaluate(
    async (rules) => (await window.axe.run(document, { resultTypes: ["violations"], ...rules })).violations,
    colours ? COLOURS : {},
  );
  return found.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.length}) ${nodes[0].target.join(" ")} ${nodes[0].failureSummary?.split("\n").slice(1).join("; ")}`);
}
