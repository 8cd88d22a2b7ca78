import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { watched } from "../harness/watched.mjs";

/** What visitors use and no id tells apart, as a page that is edited has it; the same stands under two titles. */
const CONTROLS = `<section class="controls"><h2>Ici</h2>
<details><summary>Un</summary><p>Bleu</p></details>
<details><summary>Deux</summary><p>Vert</p></details>
<p><label>Nom <input type="text"></label></p>
<p><label>Ville <input type="text"></label></p>
<p><label>Case <input type="checkbox"></label></p>
<h2>Ailleurs</h2>
<p><label>Ville <input type="text"></label></p>
<p class="scroller"><span>Une longue ligne</span></p>
</section>
`;

describe("what a visitor did on a page that is edited", () => {
  const { folder, edited, visit, leave } = watched();

  /** Writes the controls into the legal notice and does to them what a visitor does; the work may write them anew. */
  async function withControls(work) {
    const end = "</div>\n{% endblock %}";
    await edited("templates/legal.html", end, `${CONTROLS}${end}`, async () => {
      const page = await visit("/mentions-legales");
      const controls = page.locator(".controls");
      await controls.waitFor();
      await controls.evaluate((controls) => {
        const scroller = controls.querySelector(".scroller");
        for (const [name, value] of [["overflow", "scroll"], ["inline-size", "3rem"], ["white-space", "nowrap"]]) scroller.style.setProperty(name, value);
        scroller.scrollLeft = 20;
        for (const one of controls.querySelectorAll("*")) one.mark = one.textContent.trim();
      });
      await controls.getByText("Deux").click();
      await controls.getByLabel("Case").check();
      await controls.getByLabel("Ville").nth(1).fill("Cilaos");
      await controls.getByLabel("Nom").pressSequentially("Alice");
      await page.keyboard.press("Shift+ArrowLeft");
      const write = async (next, then) => {
        await edited("templates/legal.html", CONTROLS, next.replace("</section>", "<hr></section>"), async () => {
          await page.waitForFunction(() => document.querySelector(".controls hr"));
          await then();
        });
        await page.waitForFunction(() => !document.querySelector(".controls hr"));
      };
      await work(page, write);
      await leave(page);
    });
  }
  /** What the visitor did, by what the elements were marked with before. */
  const kept = (page) =>
    page.evaluate(() => {
      const { activeElement: active } = document;
      const all = (selector) => Array.from(document.querySelectorAll(`.controls ${selector}`));
      return {
        open: all("details[open] summary").map((one) => one.mark),
        typed: all("[type=text]").flatMap((one) => (one.value ? [`${one.closest("label").mark}: ${one.value}`] : [])),
        ticked: all(":checked").map((one) => one.closest("label").mark),
        focused: `${active.closest("label")?.mark} ${active.selectionStart}-${active.selectionEnd}`,
        scrolled: all(".scroller").map((one) => one.scrollLeft),
      };
    });
  const KEPT = { open: ["Deux"], typed: ["Nom: Alice", "Ville: Cilaos"], ticked: ["Case"], focused: "Nom 4-5", scrolled: [20] };
  /** The texts of what is open or filled in now, wherever it came from. */
  const used = (page) =>
    page.$$eval(".controls details[open] summary, .controls label:has(:checked)", (all) => all.map((one) => one.textContent.trim()));

  const un = "<details><summary>Un</summary><p>Bleu</p></details>\n";
  const deux = "<details><summary>Deux</summary><p>Vert</p></details>\n";
  const label = (text, type = "text") => `<p><label>${text} <input type="${type}"></label></p>\n`;
  const CHANGES = {
    "one that opens comes above": (html) => html.replace(un, `<details><summary>Neuf</summary><p>Noir</p></details>\n${un}`),
    "a field comes above": (html) => html.replace(label("Nom"), label("Prénom") + label("Nom")),
    "the same field comes above under the first title": (html) => html.replace(un, label("Ville") + un),
    "a box to tick comes above": (html) => html.replace(label("Case", "checkbox"), label("Carton", "checkbox") + label("Case", "checkbox")),
    "what stands above goes": (html) => html.replace(un, "").replace(label("Ville"), ""),
    "a field comes above one whose label changes": (html) => html.replace(label("Nom"), label("Prénom") + label("Nom complet")),
    "what it stands in gets another class and a title": (html) => html.replace('class="controls"', 'class="controls other"').replace("<h2>Ici", "<h2>Là</h2><h2>Ici"),
    "all are numbered, and one comes first": (html) =>
      ["Un", "Deux"].reduce((html, one, index) => html.replace(`>${one}<`, `>${one} (${index + 2})<`), html).replace(un.replace("Un", "Un (2)"), `<details><summary>Neuf (1)</summary><p>Noir</p></details>\n${un.replace("Un", "Un (2)")}`),
    "two change places": (html) => html.replace(un + deux, deux + un),
    "a part goes into an element of its own": (html) => html.replace(un, `<div>\n${un}`).replace("<h2>Ailleurs", "</div>\n<h2>Ailleurs"),
  };
  for (const [name, change] of Object.entries(CHANGES)) {
    test(`what a visitor did stays where it was done: ${name}`, () =>
      withControls(async (page, write) => {
        assert.deepEqual(await kept(page), KEPT);
        await write(change(CONTROLS), async () => {
          assert.deepEqual(await kept(page), KEPT);
          const now = await used(page);
          assert.deepEqual(now.map((text) => text.replace(/ \(\d\)/, "")), ["Deux", "Case"]);
        });
      }));
  }

  test("what the server says of a control is shown where nobody used it", () =>
    withControls(async (page, write) => {
      const filled = CONTROLS.replaceAll('type="text"', 'type="text" value="Salazie" required').replace('type="checkbox"', 'type="checkbox" class="new"');
      await write(filled, async () => {
        assert.deepEqual(await kept(page), { ...KEPT, typed: ["Nom: Alice", "Ville: Salazie", "Ville: Cilaos"] });
        assert.equal(await page.locator(".controls :required").count(), 3);
        assert.equal(await page.locator(".controls .new:checked").count(), 1);
      });
      assert.deepEqual(await kept(page), KEPT);
      assert.equal(await page.locator(".controls :required").count(), 0);
    }));

  test("paragraphs below one that comes are the same, and what is selected in one whose words change", async () => {
    const page = await visit("/blog/reduire-temps-developpement-saas");
    const count = await page.evaluate(() => {
      const all = Array.from(document.querySelectorAll("main :is(p, li, h2, table, figure)"));
      window.standing = all.map((one) => [one, one.textContent]);
      const text = all.find((one) => one.textContent.startsWith("J\u2019ai fini par donner")).firstChild;
      getSelection().setBaseAndExtent(text, 10, text, 20);
      window.made = document.createElement("p");
      text.parentNode.before(window.made);
      return all.length;
    });
    const selected = await page.evaluate(() => getSelection().toString());
    const lost = () =>
      page.evaluate(() => window.standing.filter(([one, text]) => !one.isConnected || one.textContent !== text).map(([, text]) => text));
    assert.ok(count > 40);
    const file = "content/articles/reduire-temps-developpement-saas.md";
    await edited(file, "\nJ'ai fini par", "\nUn alinéa de plus.\n\nJ'ai fini par", async () => {
      await page.getByText("Un alinéa de plus.").waitFor();
      assert.deepEqual(await lost(), []);
      assert.equal(await page.evaluate(() => getSelection().toString()), selected);
      await edited(file, "à ma façon de travailler", "à cette façon de travailler", async () => {
        await page.getByText("à cette façon de travailler").waitFor();
        assert.equal((await lost()).length, 1);
        assert.equal(await page.evaluate(() => getSelection().toString()), selected);
      });
    });
    await page.waitForFunction(() => !document.body.textContent.includes("Un alinéa de plus."));
    assert.deepEqual(await lost(), []);
    assert.ok(await page.evaluate(() => window.made.isConnected), "what a script made is still there");
    await leave(page);
  });

  test("an island that wakes at once comes, and changes again and again", async () => {
    const page = await visit("/mentions-legales");
    const island = page.locator("site-island[name=Wakeful]");
    const at = join(folder, "islands/Wakeful");
    const write = (text) => writeFileSync(join(at, "Wakeful.tsx"), `export default function Wakeful() {\n  return <p>${text}</p>;\n}\n`);
    mkdirSync(at);
    write("Premier texte");
    // The page has the runtime already.
    const end = "</div>\n{% endblock %}";
    const other = '{{ island("IslandHour", {"hours": site.business|pick("opens", "days"), "map": asset("island.svg"), "still": ""}, on="interaction") }}';
    try {
      await edited("templates/legal.html", end, `${other}${end}`, async () => {
        // Another script is another load.
        await page.locator("site-island[name=IslandHour]").waitFor({ state: "attached" });
        assert.deepEqual(page.faults.splice(0), ["the page is loaded again, because it has other scripts"]);
        await page.evaluate(() => {
          window.mark = "the same";
        });
        await edited("templates/legal.html", other, `${other}{{ island("Wakeful", {}, on="load") }}`, async () => {
          for (const text of ["Premier texte", "Deuxième texte", "Troisième texte", "Quatrième texte"]) {
            write(text);
            await island.and(page.locator("[data-state=hydrated]")).getByText(text).waitFor();
            assert.deepEqual(page.faults, []);
          }
          await leave(page);
        });
      });
    } finally {
      rmSync(at, { recursive: true });
    }
  });

  test("a style sheet of the body is swapped as it stands", async () => {
    const page = await visit("/kap-numerik");
    const sheet = page.locator("body link[rel=stylesheet]");
    const href = await sheet.getAttribute("href");
    await edited("public/styles/calculator.css", "{", "{\n  scroll-margin-inline-end: 3px;", async () => {
      await page.waitForFunction((href) => !document.querySelector(`body link[href="${href}"]`), href);
      assert.ok(await sheet.evaluate((link) => link.sheet.cssRules.length > 0));
    });
    await leave(page);
  });

  test("the last step of a form keeps its caret when the form changes", async () => {
    const page = await visit("/contact");
    for (let step = 0; step < 5; step++) {
      const panel = page.locator(`[data-step="${step}"]`);
      await panel.locator("input").first().waitFor({ state: "attached" });
      await panel.locator("label:visible").first().click();
      const next = page.locator(`[data-step="${step + 1}"]:visible`);
      const go = panel.getByRole("button", { name: "Continuer" });
      await next.or(go).first().waitFor();
      if (!(await next.isVisible())) await go.click().catch(() => {});
      await next.waitFor();
    }
    const message = page.getByRole("textbox", { name: /Message/ });
    await message.fill("Un mot pour vous");
    await page.keyboard.press("Shift+ArrowLeft");
    await edited("content/forms/contact.yaml", "label: Message\n", "label: Message pour moi\n", async () => {
      await page.getByText("Message pour moi").first().waitFor({ state: "attached" });
      await page.locator("site-island[name=ContactWizard][data-state=hydrated]").waitFor();
      const focused = () => page.evaluate(() => [document.activeElement.localName, document.activeElement.selectionStart, document.activeElement.selectionEnd]);
      assert.deepEqual(await focused(), ["textarea", 15, 16]);
      assert.equal(await page.getByRole("textbox", { name: /Message/ }).inputValue(), "Un mot pour vous");
    });
    await leave(page);
  });

  test("a question keeps the focus when its island's code changes, and others stay open", async () => {
    const page = await visit("/");
    const questions = page.locator("site-island[name=Faq] summary");
    await questions.nth(2).click();
    const focused = () => page.evaluate(() => document.activeElement.textContent.trim());
    const before = await focused();
    await edited("islands/Faq/Faq.tsx", 'className="accordion"', 'className="accordion changed"', async () => {
      await page.locator("site-island[name=Faq][data-state=hydrated] .changed").waitFor();
      assert.equal(await focused(), before);
      assert.ok(await page.evaluate(() => document.activeElement.parentElement.open));
    });
    await leave(page);
  });

  test("an island that comes above another one leaves that one what was done in it", async () => {
    const page = await visit("/");
    await page.locator("site-island[name=Faq] summary").nth(2).click();
    const focused = () => page.evaluate(() => document.activeElement.textContent.trim());
    const before = await focused();
    const method = '{{ island("MethodSelector", {"steps": list.steps}, on="visible") }}';
    await edited("templates/home.html", method, method + method, async () => {
      await page.locator("site-island[name=MethodSelector]").nth(1).waitFor({ state: "attached" });
      await page.locator("site-island[name=Faq][data-state=hydrated]").waitFor();
      assert.equal(await focused(), before);
      assert.deepEqual(await page.locator("site-island[name=Faq] details[open] summary").allInnerTexts(), [before]);
    });
    await page.waitForFunction(() => document.querySelectorAll("site-island[name=MethodSelector]").length === 1);
    await leave(page);
  });
});
