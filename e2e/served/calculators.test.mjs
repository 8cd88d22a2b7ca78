/** Sums that the visitor can redo: the texts' own figures, other figures, the address, paper, and the way into a message. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { violations } from "../harness/axe.mjs";
import { launch, open, wake } from "../harness/browser.mjs";
import { entries } from "../harness/content.mjs";
import { dist, outbox, serveEngine } from "../harness/engine.mjs";
import { serve } from "../harness/serve.mjs";

const SENIOR = "/blog/developpeur-senior-freelance-vs-juniors-projet-logiciel";
const PLACES = {
  cout: SENIOR,
  retour: "/blog/developpement-solutions-saas-sur-mesure-guide-complet",
  plafond: "/blog/5-erreurs-critiques-projets-saas",
  choix: "/blog/react-vue-angular-2024-comparaison",
  aide: "/kap-numerik",
};
const calculators = entries("calculators").map(({ slug, fields }) => ({ slug, ...fields, path: PLACES[slug] }));

/** A number as the page writes it; what is no number stays what it is. */
const number = (text) => {
  const bare = text.replace(/[\s\u202f\u00a0]/gu, "").replace("−", "-").replace(",", ".");
  return /^-?\d/.test(bare) ? Number.parseFloat(bare) : text;
};
/** A result to as many decimals as a text gives it. */
const rounded = (value, given) => {
  const scale = 10 ** (String(given).split(".")[1]?.length ?? 0);
  return Math.round(Number((value * scale).toPrecision(12))) / scale;
};

describe("calculators", () => {
  let site;
  let browser;
  before(async () => {
    site = await serve(dist);
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });
  const visit = (path, options) => open(browser, site.url + path, options);
  const done = (page) => page.context().close();
  const island = (page) => page.locator("site-island[name=Calculator]");
  const field = (page, name) => page.locator(`.calculator input[name="${name}"]`);
  const says = (page) => page.locator(".calculator output").innerText();
  const result = async (page, cell) => number(await page.locator(`.calculator [data-cell="${cell}"]`).first().innerText());
  async function awake(path, options) {
    const page = await visit(path, options);
    await wake(page);
    return page;
  }
  async function expectFigures(page, gives, what) {
    for (const [cell, wanted] of Object.entries(gives ?? {})) {
      assert.equal(rounded(await result(page, cell), wanted), wanted, `${what}: ${cell}`);
    }
  }

  test("every calculator has its place", () => {
    assert.deepEqual(calculators.map(({ slug }) => slug).sort(), Object.keys(PLACES).sort());
  });

  test("a feed, which has no islands, says where the sum is", () => {
    const feed = readFileSync(join(dist, "blog/atom.xml"), "utf8");
    assert.equal(feed.match(/ce calcul se refait sur le site/g)?.length, 4);
    assert.doesNotMatch(feed, /site-island|&lt;input/);
  });

  for (const { slug, path, gives, scenarios, rows } of calculators) {
    test(`${slug}: the text's own figures, without JavaScript and with it, and its other figures at a click`, async () => {
      const plain = await visit(path, { javaScriptEnabled: false });
      await expectFigures(plain, gives, "without JavaScript");
      assert.equal(await plain.locator(".calculator input:visible").count(), 0);
      assert.equal(await plain.locator(".calculator .without-js:visible").count(), rows.reduce((sum, { values, value }) => sum + (values?.length ?? Number(value !== undefined)), 0));
      assert.equal(await plain.locator(".calculator :is(button, a):visible").count(), 0);
      await done(plain);

      const page = await awake(path);
      await expectFigures(page, gives, "at first");
      for (const scenario of scenarios ?? []) {
        await page.getByRole("button", { name: scenario.label.replaceAll("'", "’"), exact: false }).filter({ hasText: /./ }).first().click();
        await expectFigures(page, scenario.gives, scenario.label);
        for (const [cell, value] of Object.entries(scenario.set)) assert.equal(number(await field(page, `${slug}.${cell}`).inputValue()), value);
      }
      assert.deepEqual(page.faults, []);
      await done(page);
    });
  }

  test("the tables of the article on costs say the same as the calculator", async () => {
    const page = await awake(SENIOR);
    const lines = await page.$$eval(".cost-table", ([table]) => [...table.querySelectorAll("tbody tr")].map((row) => [...row.cells].map((cell) => cell.innerText)));
    const rows = await page.$$eval(".calculator .results tr", (all) => all.map((row) => [...row.cells].map((cell) => cell.innerText)));
    const shown = new Map(rows.map(([label, ...values]) => [label, values.map(number)]));
    for (const [label, ...values] of lines) {
      const found = shown.get(label) ?? shown.get("Total sur la durée du calcul");
      assert.deepEqual(values.map(number), found, label);
    }
    const cases = await page.$$eval("table", (all) => {
      const table = all.find((one) => one.innerText.includes("Hypothèses de départ"));
      return [...table.querySelectorAll("tbody tr")].map((row) => [...row.cells].map((cell) => cell.innerText));
    });
    for (const [label, ...values] of cases.slice(1)) {
      await page.getByRole("button", { name: label }).click();
      assert.deepEqual([await result(page, "total.senior"), await result(page, "total.juniors"), await result(page, "ecart")], values.map(number), label);
    }
    await done(page);
  });

  test("nothing is loaded or computed before a touch, and nothing is asked of the network after it", async () => {
    const page = await visit(SENIOR);
    const asked = [];
    // Chromium looks at the icon again whenever the address changes.
    page.on("request", (request) => /favicon/.test(request.url()) || asked.push(request.url()));
    await page.waitForTimeout(1200);
    assert.equal(await island(page).getAttribute("data-state"), "waiting");
    assert.deepEqual(asked.filter((url) => url.endsWith(".js") && /Calculator/.test(url)), []);
    await wake(page);
    asked.length = 0;
    await field(page, "cout.tarif.senior").fill("800");
    await page.waitForFunction(() => location.search !== "");
    assert.deepEqual(asked, []);
    await done(page);
  });

  test("what is typed as French hands do counts, reaches the address, and comes back from it", async () => {
    const page = await awake(SENIOR);
    await field(page, "cout.hebergement").fill("2 500,50 €");
    assert.equal(await result(page, "prix_hebergement.senior"), rounded(21 * 2500.5, 1));
    await field(page, "cout.tarif.senior").fill("800");
    await field(page, "cout.tarif.juniors").fill("300");
    await page.keyboard.press("Tab");
    const sentence = await says(page);
    const { href, searchParams } = new URL(page.url());
    assert.deepEqual(Object.fromEntries(searchParams), { "cout.hebergement": "2500.5", "cout.tarif.senior": "800", "cout.tarif.juniors": "300" });
    const other = await open(browser, href);
    await wake(other);
    await other.waitForFunction(() => document.querySelector('[name="cout.tarif.senior"]').value === "800");
    assert.equal(await says(other), sentence);
    assert.equal(await field(other, "cout.hebergement").inputValue(), "2\u202f500,50");
    await other.getByRole("button", { name: "Reprendre les chiffres de départ" }).click();
    assert.equal(new URL(other.url()).search, "");
    assert.equal(await result(other, "ecart"), 107800);
    await other.goBack();
    await other.waitForFunction(() => document.querySelector('[name="cout.tarif.senior"]').value === "800");
    assert.deepEqual([...page.faults, ...other.faults], []);
    await done(other);
    await done(page);
  });

  test("a link leads to the calculator; its figures are on the page, and on paper, without a touch", async () => {
    for (const hash of ["", "#calcul-cout"]) {
      const page = await visit(`${SENIOR}?cout.tarif.senior=800${hash}`);
      await island(page).and(page.locator("[data-state=hydrated]")).waitFor({ state: "attached" });
      assert.equal(await result(page, "total.senior"), 110_700);
      const top = await page.locator(".calculator").evaluate((element) => element.getBoundingClientRect().top / innerHeight);
      assert.equal(top >= 0 && top < 0.5, hash !== "", String(top));
      await done(page);
    }
  });

  test("a hostile address changes nothing", async () => {
    const hostile = ["-1", "1e9", "NaN", "Infinity", "99999999", "<img src=x onerror=alert(1)>", "javascript:alert(1)", "__proto__", "1;2", "٣", "0x10", ""];
    const page = await visit(SENIOR);
    for (const value of hostile) {
      const query = new URLSearchParams({ "cout.tarif.senior": value, "cout.horizon": value, "cout.total.senior": "1", "cout.__proto__": "1", "cout.constructor": value });
      await page.goto(`${site.url}${SENIOR}?${query}`);
      await wake(page);
      assert.equal(await field(page, "cout.tarif.senior").inputValue(), "700", value);
      await expectFigures(page, { "total.senior": 98400, "total.juniors": 206200, ecart: 107800 }, value);
    }
    await page.goto(`${site.url}${SENIOR}?cout.tarif.senior=oops&cout.tarif.juniors=300`);
    await wake(page);
    await page.waitForFunction(() => document.querySelector('[name="cout.tarif.juniors"]').value === "300");
    assert.equal(await field(page, "cout.tarif.senior").inputValue(), "700");
    assert.deepEqual(page.faults, []);
    await done(page);
  });

  test("by keyboard and to a screen reader: names, errors at their field, one polite sentence", async () => {
    const page = await awake(SENIOR);
    const tarif = page.getByRole("textbox", { name: /Tarif journalier, hors taxes .*€ Senior seul/ });
    await tarif.focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.type("abc");
    assert.equal(await tarif.getAttribute("aria-invalid"), "true");
    const error = page.locator(`[id="${await tarif.getAttribute("aria-describedby")}"]`);
    assert.match(await error.innerText(), /^Un nombre, par exemple/);
    assert.match(await says(page), /^Le résultat suivra dès que le champ signalé sera corrigé/);
    await page.keyboard.press("Control+A");
    await page.keyboard.type("3001");
    assert.match(await error.innerText(), /^Entre 50 et 3.000$/);
    await page.keyboard.press("Control+A");
    await page.keyboard.type("800");
    assert.equal(await error.count(), 0);
    assert.equal(await page.locator(".calculator output[aria-live=polite]").count(), 1);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.name), "cout.tarif.juniors");
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      assert.deepEqual(await violations(page), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px wide`);
    }
    await done(page);
  });

  test("on paper: figures without frames or buttons; alone when its own button prints it", async () => {
    const page = await awake(`${SENIOR}?cout.tarif.senior=800`);
    await page.evaluate(() => {
      window.print = () => (window.printed = document.querySelector("[data-printing]") !== null);
    });
    await page.getByRole("button", { name: "Imprimer ce calcul" }).click();
    assert.equal(await page.evaluate(() => window.printed), true);
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator(".calculator output").isVisible(), true);
    assert.equal(await page.locator("h1").isVisible(), false);
    assert.equal(await page.locator(".calculator :is(button, a)").filter({ visible: true }).count(), 0);
    assert.equal(await field(page, "cout.tarif.senior").evaluate((input) => getComputedStyle(input).borderTopWidth), "0px");
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    assert.equal(await page.locator("h1").isVisible(), true);
    assert.equal(await page.locator(".calculator").isVisible(), true);
    await done(page);
  });

  test("the link is copied, or the visitor is told where it is", async () => {
    const page = await awake(`${SENIOR}?cout.tarif.senior=800`, { permissions: ["clipboard-read", "clipboard-write"] });
    await page.getByRole("button", { name: "Copier le lien" }).click();
    await page.getByText("Le lien est copié.").waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${site.url}${SENIOR}?cout.tarif.senior=800#calcul-cout`);
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("no"));
    });
    await page.getByRole("button", { name: "Copier le lien" }).click();
    await page.getByText("Copiez l’adresse de cette page").waitFor();
    await done(page);
  });

  test("a result goes into the message, is shown there at every step, and can be taken off", async () => {
    const page = await awake(`${SENIOR}?cout.tarif.senior=800`);
    await page.waitForFunction(() => document.querySelector('[name="cout.tarif.senior"]').value === "800");
    await page.getByRole("link", { name: "Joindre à ma demande" }).click();
    await page.waitForURL("**/contact");
    await wake(page);
    const attached = page.getByRole("region", { name: "Calcul joint" });
    await attached.getByText("Le coût complet, avec vos devis").click();
    assert.match(await attached.innerText(), /le senior seul revient à 110.700.€ et l’équipe à 207.200.€/);
    await page.getByRole("radio", { name: /Web et mobile/ }).click();
    await page.locator('[data-step="1"]:visible').waitFor();
    assert.ok(await attached.isVisible());
    await attached.getByRole("button", { name: "Retirer ce calcul" }).click();
    assert.equal(await attached.count(), 0);
    assert.ok(await page.evaluate(() => document.activeElement.matches('[data-step="1"]')));
    await page.reload();
    await wake(page);
    assert.equal(await attached.count(), 0);
    assert.deepEqual(page.faults, []);
    await done(page);
  });
});

describe("a calculation on its way to the owner", () => {
  let site;
  let browser;
  before(async () => {
    site = await serveEngine();
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });

  async function mail(mails) {
    for (let tries = 0; tries < 200; tries++) {
      const [first] = mails();
      if (first) return first;
      await new Promise((next) => setTimeout(next, 100));
    }
    throw new Error("no mail arrived");
  }

  test("the mail shows what the visitor attached", async () => {
    const mails = outbox();
    const page = await open(browser, `${site.url}/kap-numerik?aide.vitrine=1800&aide.salaries=12`);
    await wake(page);
    await page.waitForFunction(() => document.querySelector('[name="aide.vitrine"]').value.replace(/\s/g, "") === "1800");
    await page.getByRole("link", { name: "Joindre à ma demande" }).click();
    await page.waitForURL("**/contact");
    await wake(page);
    for (const [index, name] of [/Web et mobile/, /Automatiser/, /J.ai une idée/, /Moins de 10/, /Je me renseigne/].entries()) {
      await page.getByRole("radio", { name }).click();
      await page.locator(`[data-step="${index + 1}"]:visible`).waitFor();
    }
    await page.getByRole("textbox", { name: /Nom complet/ }).fill(`Ada Calcul ${Date.now()}`);
    await page.getByRole("textbox", { name: /E-mail/ }).fill("ada@exemple.re");
    await page.waitForFunction(() => performance.now() > 3200);
    await page.getByRole("button", { name: "Envoyer ma demande" }).click();
    await page.locator("[data-thanks]").waitFor();
    await page.locator("[data-thanks] summary").click();
    assert.match(await page.locator("[data-thanks]").innerText(), /Calcul joint/);
    const text = (await mail(mails)).replace(/[\s\u00a0\u202f]+/gu, " ");
    for (const wanted of ["Calcul joint", "Ce qui resterait à votre charge", "il vous resterait 900 €", "Effectif : 12 salariés", "aide.vitrine=1800"]) assert.ok(text.includes(wanted), `${wanted} is not in\n${text}`);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
});
