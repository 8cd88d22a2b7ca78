/** Pictures of the sites that `site init` begins, for the documentation: docs/public/starters/NAME.webp. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launch } from "../harness/browser.mjs";
import { serve } from "../harness/serve.mjs";
import { begin, kinds } from "../harness/starters.mjs";

const SHOWN = { docs: "/start/install" };
const FOLDER = join(import.meta.dirname, "../../docs/public/starters");

const browser = await launch();
mkdirSync(FOLDER, { recursive: true });
for (const kind of kinds) {
  const { dist, remove } = begin(kind);
  const site = await serve(dist);
  const page = await browser.newPage({ viewport: { width: 1120, height: 840 } });
  await page.goto(site.url + (SHOWN[kind] ?? "/"), { waitUntil: "networkidle" });
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 60 });
  writeFileSync(join(FOLDER, `${kind}.webp`), Buffer.from(data, "base64"));
  await page.close();
  await site.close();
  remove();
}
await browser.close();
