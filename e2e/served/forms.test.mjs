import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { STILL, lacks, launch, open, wake, write } from "../harness/browser.mjs";
import { serveCopy } from "../harness/engine.mjs";

/** Waits for one more mail and gives it. */
async function mail(mails) {
  for (let tries = 0; tries < 200; tries++) {
    const [first] = mails();
    if (first) return first;
    await new Promise((next) => setTimeout(next, 100));
  }
  throw new Error("no mail arrived");
}

describe("forms, from the first tap to the mail", () => {
  let site;
  let browser;
  before(async () => {
    site = await serveCopy();
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });
  const visit = async (path, options) => {
    const page = await open(browser, site.url + path, options);
    return page;
  };
  const done = (page) => page.context().close();
  const radio = (page, name) => page.getByRole("radio", { name });
  const field = (page, name) => page.getByRole("textbox", { name });
  const send = (page, options) => page.getByRole("button", { name: "Envoyer ma demande" }).click(options);
  /** The relay and the island both notice a form that is sent within three seconds. */
  const patience = (page) => page.waitForFunction(() => performance.now() > 3200);
  /** Whether all of an element can be seen, under the header, without scrolling; waits for a smooth scroll. */
  const inView = (page, selector) =>
    page.waitForFunction((one) => {
      const box = document.querySelector(one)?.getBoundingClientRect();
      const header = document.querySelector("[data-header]").getBoundingClientRect().bottom;
      return box && box.top >= header && box.bottom <= innerHeight;
    }, selector);
  const title = (page) => page.locator(".form-title");
  /** Does what ends in a message that goes away by itself: the page keeps what was said, however late a slow machine asks. */
  async function hears(page, text, work) {
    await page.evaluate(() => {
      window.said = [];
      new MutationObserver(() => {
        const now = document.querySelector(".toast")?.innerText;
        if (now && now !== window.said.at(-1)) window.said.push(now);
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    await work();
    const isSaid = ({ source, flags }) => window.said.some((one) => new RegExp(source, flags).test(one));
    await page.waitForFunction(isSaid, { source: text.source, flags: text.flags }).catch(async (error) => {
      const [said, form] = await page.evaluate(() => [window.said, document.querySelector(".form-panel")?.innerText]);
      throw new Error(`${error.message}\nsaid instead: ${JSON.stringify(said)}\nthe form: ${form}`);
    });
  }

  async function answerAll(page) {
    for (const [index, name] of [/Web et mobile/, /Automatiser/, /J.ai une idée/, /Moins de 10/, /Je me renseigne/].entries()) {
      await radio(page, name).click();
      await page.locator(`[data-step="${index + 1}"]:visible`).waitFor();
    }
  }

  test("contact: five questions, the summary, the mail", async () => {
    const mails = site.outbox();
    const page = await visit("/contact?utm_source=test");
    await wake(page);
    assert.match(await title(page).innerText(), /^1\/5\s: Qualifiez votre projet$/);
    await answerAll(page);
    assert.match(await title(page).innerText(), /^Dernière étape\s: Vos coordonnées$/);
    await page.getByRole("region", { name: "Récapitulatif de vos choix" }).getByRole("button", { name: /Moins de 10/ }).click();
    await radio(page, /30.000 € à/).click();
    // An earlier answer that was changed leads straight back.
    await page.locator('[data-step="5"]:visible').waitFor();
    await field(page, /Nom complet/).fill("Ada <b>L.</b>");
    await field(page, /E-mail/).fill("ada@exemple.re");
    await page.getByRole("button", { name: /Indicatif du pays/ }).click();
    await page.getByPlaceholder("Rechercher un pays...").fill("reunion");
    await page.keyboard.press("Enter");
    await field(page, "Téléphone").fill("0692123456");
    assert.equal(await field(page, "Téléphone").inputValue(), "06 92 12 34 56");
    await patience(page);
    await hears(page, /J’ai bien reçu votre demande et vous recontacterai très bientôt\./, () => send(page));
    assert.match(await title(page).innerText(), /^1\/5/);
    await inView(page, "[data-thanks]");
    assert.ok(await page.evaluate(() => document.activeElement.matches("[data-thanks]")));
    await page.locator("[data-thanks]").getByText(/Ma réponse part au plus tard .+ heure de La Réunion/).waitFor();
    const text = await mail(mails);
    for (const wanted of [
      "Nouvelle demande de contact de",
      "ada@exemple.re",
      "+262 06 92 12 34 56",
      "Web et mobile",
      "Ada &lt;b&gt;L.&lt;/b&gt;",
      "Aucun message additionnel",
      "/contact?utm_source=test",
    ]) {
      assert.ok(text.includes(wanted), `${wanted} is not in\n${text}`);
    }
    assert.ok(!text.includes("[suspect]"));
    assert.deepEqual(page.faults, []);
    await done(page);
  });

  test("contact and newsletter: a doubtful address does not take the button away from its click", async () => {
    for (const [path, id] of [["/contact", "contact"], ["/blog", "newsletter"]]) {
      const page = await visit(path);
      await wake(page);
      if (id === "contact") await answerAll(page);
      const form = page.locator(`form[data-form="${id}"]`);
      if (id === "contact") await field(page, /Nom complet/).fill("Ada");
      await patience(page);
      await page.route(`**/api/forms/${id}`, (route) => route.fulfill({ json: { id: "x" } }));
      await form.locator("[type=email]").pressSequentially("ada@gmial.com");
      await form.locator("[type=submit]").click({ delay: 300 });
      await page.locator("[data-thanks]").waitFor();
      await done(page);
    }
  });

  test("contact: nothing leaves without name and address, or in under three seconds", async () => {
    const mails = site.outbox();
    const page = await visit("/contact");
    await wake(page);
    await answerAll(page);
    await send(page);
    await page.locator(".toast").getByText("Veuillez remplir tous les champs obligatoires.").waitFor();
    assert.match(await page.evaluate(() => document.activeElement.name), /^name$/);
    await field(page, /Nom complet/).fill("Ada");
    // What is being corrected is said no more.
    await page.locator(".toast").waitFor({ state: "detached" });
    await field(page, /E-mail/).fill("ada@exemple.re");
    await field(page, "Téléphone").fill("0692");
    await send(page);
    await page.getByText("Numéro de téléphone invalide").waitFor();
    await field(page, "Téléphone").fill("");
    await page.evaluate(() => {
      performance.now = () => 2900;
    });
    await send(page);
    await page.locator(".toast").getByText("Soumission trop rapide détectée. Veuillez réessayer.").waitFor();
    assert.deepEqual(mails(), []);
    await done(page);
  });

  test("contact: offline keeps everything, a reload too, and the retry arrives once", async () => {
    const mails = site.outbox();
    const page = await visit("/contact");
    await wake(page);
    await answerAll(page);
    await field(page, /Nom complet/).fill("Ada Hors-Ligne");
    await field(page, /E-mail/).fill("ada@exemple.re");
    await patience(page);
    await page.context().setOffline(true);
    await send(page);
    await page.getByText(/Vous êtes hors ligne/).waitFor();
    assert.ok(await page.evaluate(() => document.activeElement.matches("[data-failure]")));
    const link = await page.getByRole("link", { name: "Envoyer par e-mail" }).getAttribute("href");
    assert.ok(decodeURIComponent(link).includes("Ada Hors-Ligne"));
    await page.context().setOffline(false);
    await page.reload();
    await wake(page);
    assert.equal(await field(page, /Nom complet/).inputValue(), "Ada Hors-Ligne");
    await page.getByRole("button", { name: "Envoyer ma demande" }).waitFor();
    await patience(page);
    await hears(page, /Merci pour votre message/, () => page.getByRole("button", { name: "Envoyer ma demande" }).dblclick());
    await mail(mails);
    await page.waitForTimeout(300);
    assert.equal(mails().length, 1);
    assert.equal(await page.evaluate(() => localStorage.getItem("draft:contact")), null);
    await done(page);
  });

  test("contact: a second click just as the answer comes is no second try", async () => {
    const page = await visit("/contact");
    await wake(page);
    await answerAll(page);
    await field(page, /Nom complet/).fill("Ada");
    await field(page, /E-mail/).fill("ada@exemple.re");
    await patience(page);
    // The draft goes as soon as the answer is there, before the page shows any of it.
    await page.evaluate(() => {
      const remove = Storage.prototype.removeItem;
      Storage.prototype.removeItem = function (key) {
        remove.call(this, key);
        const again = new MouseEvent("click", { detail: 2, bubbles: true, cancelable: true });
        queueMicrotask(() => document.querySelector("form[data-form=contact] [type=submit]").dispatchEvent(again));
      };
    });
    await hears(page, /Merci pour votre message/, () => send(page));
    await page.waitForTimeout(300);
    assert.deepEqual(await page.evaluate(() => window.said.filter((one) => /trop rapide/.test(one))), []);
    await done(page);
  });

  test("contact: coming back goes on where it was left, whatever the browser fills in", async () => {
    const page = await visit("/contact");
    await wake(page);
    await radio(page, /Web et mobile/).click();
    await page.locator('[data-step="1"]:visible').waitFor();
    await radio(page, /Automatiser/).click();
    await page.locator('[data-step="2"]:visible').waitFor();
    await page.goto(`${site.url}/about`);
    await page.goBack();
    await wake(page);
    // Longer than the form waits before it goes on by itself.
    await page.waitForTimeout(900);
    assert.match(await title(page).innerText(), /^3\/5/);
    assert.equal(await page.locator("input:checked").count(), 2);
    await page.reload();
    await wake(page);
    await page.waitForTimeout(900);
    assert.match(await title(page).innerText(), /^3\/5/);
    await done(page);
  });

  test("contact: an answer that is lost on the way is no second mail", { skip: lacks("bodies") }, async () => {
    const mails = site.outbox();
    const page = await visit("/contact");
    await wake(page);
    await answerAll(page);
    await field(page, /Nom complet/).fill("Ada Deux-Fois");
    await field(page, /E-mail/).fill("ada@exemple.re");
    await patience(page);
    const bodies = [];
    await page.route("**/api/forms/contact", async (route) => {
      bodies.push(route.request().postData());
      // The first one arrives, but its answer does not.
      const answer = await route.fetch();
      if (bodies.length === 1) await route.abort();
      else await route.fulfill({ response: answer });
    });
    await send(page);
    await hears(page, /Merci pour votre message/, () => page.getByRole("button", { name: "Réessayer" }).click());
    assert.equal(bodies.length, 2);
    assert.equal(bodies[1], bodies[0]);
    assert.ok(mails().length >= 1);
    await done(page);
  });

  test("contact: by keyboard alone", async () => {
    const mails = site.outbox();
    const page = await visit("/contact");
    await wake(page);
    for (let step = 0; step < 5; step++) {
      await page.locator(`[data-step="${step}"] input[type=radio]`).first().focus();
      await page.keyboard.press("ArrowDown");
      await page.waitForTimeout(450);
      assert.ok(await page.locator(`[data-step="${step}"]`).isVisible(), "arrow keys do not go on");
      await page.keyboard.press("Space");
      await page.keyboard.press("Enter");
      await page.locator(`[data-step="${step + 1}"]:visible`).waitFor();
    }
    await page.keyboard.press("Tab");
    await field(page, /Nom complet/).focus();
    await page.keyboard.type("Ada Clavier");
    await page.keyboard.press("Tab");
    await page.keyboard.type("ada@exemple.re");
    await patience(page);
    await page.keyboard.press("Enter");
    assert.ok((await mail(mails)).includes("Ada Clavier"));
    await done(page);
  });

  test("contact: without JavaScript, errors with everything typed, then thanks", async () => {
    const mails = site.outbox();
    // Without a submission id the content is the id: a second run must not say the same.
    const name = `Ada Sans-Script ${Date.now()}`;
    const page = await visit("/contact", { javaScriptEnabled: false });
    await radio(page, /Web et mobile/).check(STILL);
    await write(field(page, /Nom complet/), name);
    await write(field(page, /E-mail/), "ada@exemple");
    await send(page, STILL);
    await page.getByText("Adresse email invalide").first().waitFor();
    assert.equal(await page.locator("[name=name]").inputValue(), name);
    await write(page.locator("[name=email]"), "ada@exemple.re");
    await page.locator("form [type=submit]").first().click(STILL);
    await page.waitForURL(`${site.url}/merci*`);
    assert.ok((await mail(mails)).includes(name));
    await done(page);
  });

  test("agency: without JavaScript, an address of the web without its scheme", async () => {
    const mails = site.outbox();
    const page = await visit("/agence-ema", { javaScriptEnabled: false });
    await radio(page, /SEO/).check(STILL);
    await radio(page, /Augmenter/).check(STILL);
    await write(field(page, /Nom complet/), `Ada ${Date.now()}`);
    await write(field(page, /E-mail/), "ada@exemple.re");
    await write(field(page, /Site web/), "www.exemple.fr");
    await send(page, STILL);
    await page.waitForURL(`${site.url}/merci*`);
    assert.match(await mail(mails), /https:\/\/www\.exemple\.fr/);
    await done(page);
  });

  test("eligibility: without JavaScript, the verdict and the page in the mail", async () => {
    const mails = site.outbox();
    const page = await visit("/kap-numerik?utm_source=x", { javaScriptEnabled: false });
    await radio(page, /Une association/).check(STILL);
    await radio(page, /^10 salariés et plus/).check(STILL);
    await radio(page, "Services").check(STILL);
    await write(field(page, /Nom complet/), `Ada ${Date.now()}`);
    await write(field(page, /E-mail/), "ada@exemple.re");
    await write(field(page, /Téléphone/), "0692 12 34 56");
    await write(field(page, /Description/), "Un site");
    await write(field(page, /Budget/), "12,5");
    await send(page, STILL);
    await page.waitForURL(`${site.url}/merci#ineligible`);
    assert.ok(await page.getByText(/ne semble pas éligible/).isVisible());
    assert.ok(!(await page.getByText("Félicitations").isVisible()));
    const text = await mail(mails);
    for (const wanted of ["/kap-numerik", "12,5", /\d{4} à \d+.h.\d\d \(heure de La Réunion\)/]) assert.match(text, new RegExp(wanted));
    await done(page);
  });

  for (const path of ["/contact", "/#contact"]) {
    test(`${path} on a phone: the first question stands in the first screen`, async () => {
      const page = await visit(path, { viewport: { width: 360, height: 740 } });
      await inView(page, "[data-step='0'] .form-legend");
      await inView(page, "[data-step='0'] .tile");
      await done(page);
    });
  }

  test("contact on a phone: the country list in view, the thanks in view", async () => {
    const page = await visit("/contact", { viewport: { width: 360, height: 740 } });
    await wake(page);
    await answerAll(page);
    await page.getByRole("button", { name: /Indicatif du pays/ }).click();
    await inView(page, ".phone-list");
    await page.keyboard.press("Escape");
    await field(page, /Nom complet/).fill("Ada Téléphone");
    await field(page, /E-mail/).fill("ada@exemple.re");
    await patience(page);
    await send(page);
    await inView(page, "[data-thanks]");
    await done(page);
  });

  for (const [width, height] of [[844, 390], [568, 320], [320, 256]]) {
    test(`contact at ${width} × ${height}: the country list fits under the header, and no message covers what is wrong`, async () => {
      const page = await visit("/contact", { viewport: { width, height } });
      await wake(page);
      await answerAll(page);
      await page.getByRole("button", { name: /Indicatif du pays/ }).click();
      await inView(page, ".phone-list input");
      await inView(page, ".phone-list");
      await page.keyboard.press("Escape");
      await patience(page);
      await send(page);
      await page.waitForFunction(() => document.activeElement.name === "name");
      // The page may still be on its way there.
      await page.waitForFunction(() => {
        const { left, top, width, height } = document.activeElement.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2) === document.activeElement;
      });
      await done(page);
    });
  }

  test("agency on a phone: four steps, the thank-you screen that resets", async () => {
    const mails = site.outbox();
    const page = await visit("/agence-ema", { stays: true, viewport: { width: 360, height: 740 } });
    await wake(page);
    const goOn = page.getByRole("button", { name: "Continuer" });
    await goOn.click();
    await inView(page, "[data-step='0'] .error");
    await inView(page, "[data-step='0'] .tile");
    await radio(page, /SEO/).click();
    await goOn.click();
    await page.getByRole("region", { name: "Votre sélection" }).getByText(/SEO/).waitFor();
    await radio(page, /Augmenter/).click();
    await goOn.click();
    await radio(page, "Flexible").click();
    await goOn.click();
    await field(page, /Nom complet/).fill("Ada Agence");
    await field(page, /E-mail/).fill("ada@");
    await patience(page);
    await send(page);
    await page.getByText("Adresse email invalide").waitFor();
    await field(page, /E-mail/).fill("ada@exemple.re");
    await send(page);
    await page.getByText("Merci pour votre demande").waitFor();
    assert.ok((await mail(mails)).includes("Ada Agence"));
    await page.locator('[data-step="0"]:visible').waitFor();
    assert.equal(await page.locator("input:checked").count(), 0);
    assert.ok(await page.evaluate(() => document.activeElement.matches("[data-thanks]")), "the focus is not lost");
    await done(page);
  });

  test("agency: a failure shows the red banner, and the retry works", async () => {
    const page = await visit("/agence-ema", { stays: true });
    await wake(page);
    const goOn = page.getByRole("button", { name: "Continuer" });
    await radio(page, /SEO/).click();
    await goOn.click();
    await radio(page, /Augmenter/).click();
    await goOn.click();
    await goOn.click();
    await field(page, /Nom complet/).fill("Ada Agence");
    await field(page, /E-mail/).fill("ada@exemple.re");
    await patience(page);
    await page.route("**/api/forms/agence", (route) => route.fulfill({ status: 502, json: { title: "Non" } }), { times: 1 });
    await send(page);
    await page.getByText("Une erreur est survenue. Veuillez réessayer.").waitFor();
    assert.ok(page.faults.some((fault) => fault.includes("was not sent")));
    await page.getByRole("button", { name: "Réessayer" }).click();
    await page.getByText("Merci pour votre demande").waitFor();
    await page.getByRole("button", { name: "Fermer" }).click();
    assert.equal(await page.getByText("Merci pour votre demande").count(), 0);
    await done(page);
  });

  test("eligibility: the verdict, the second step, the banner, a budget as the French write it", async () => {
    const mails = site.outbox();
    // Where a browser may be an English one, it is.
    const page = await visit("/kap-numerik", lacks("locale") ? {} : { locale: "en-US" });
    await wake(page);
    const goOn = page.getByRole("button", { name: "Continuer" });
    assert.match(await title(page).innerText(), /^1\/2/);
    await radio(page, /Une entreprise/).click();
    await radio(page, /De 20 à 49/).click();
    assert.equal(await goOn.count(), 0);
    await radio(page, "Commerce").click();
    await page.getByText(/ne semble pas éligible/).waitFor();
    await radio(page, /Une association/).click();
    assert.equal(await page.getByText(/ne semble pas éligible/).count(), 0);
    await radio(page, /Moins de 10/).click();
    await radio(page, "Services").click();
    await page.getByText("Félicitations").waitFor();
    await inView(page, "[data-outcome]");
    await inView(page, "[data-step='0'] .form-actions");
    await goOn.click();
    assert.match(await title(page).innerText(), /^2\/2/);
    await page.getByRole("region", { name: "Vos réponses" }).getByText("Éligible").waitFor();
    await field(page, /Nom complet/).fill("Ada Kap");
    await field(page, /E-mail/).fill("ada@exemple.re");
    await field(page, /Téléphone/).fill("0692 12 34 56");
    await field(page, /Description/).fill("Un site");
    await field(page, /Budget/).fill("2 500,50");
    await page.getByRole("checkbox", { name: /Formation/ }).check();
    await patience(page);
    await send(page);
    await page.getByText("Merci pour votre demande").waitFor();
    await inView(page, "[data-thanks]");
    const text = await mail(mails);
    for (const wanted of ["Demande Kap Num", "Éligible", "Moins de 10", "Formation", "2\u202f500,50"]) assert.ok(text.includes(wanted), wanted);
    assert.deepEqual(page.faults, []);
    await done(page);
  });

  test("eligibility: what was sent is no wider than a phone, and a budget that can be read in two ways is refused", { skip: lacks("bodies") }, async () => {
    const page = await visit("/kap-numerik", { viewport: { width: 360, height: 740 } });
    await wake(page);
    await radio(page, /Auto-entrepreneur/).click();
    await radio(page, /Services/).click();
    await page.getByRole("button", { name: "Continuer" }).click();
    await field(page, /Nom complet/).fill("Ada");
    await field(page, /E-mail/).fill("\u200bada@exemple.re");
    await field(page, /Téléphone/).fill("\u202a(+262) 692 12 34 56\u202c");
    await field(page, /Description/).fill(`https://exemple.re/${"x".repeat(300)}`);
    await field(page, /Budget/).fill("1500.000");
    await patience(page);
    const sent = page.waitForRequest("**/api/forms/eligibilite");
    await page.route("**/api/forms/eligibilite", (route) => route.fulfill({ json: { id: "x" } }));
    await send(page);
    await page.getByText("Indiquez un montant en euros").waitFor();
    await field(page, /Budget/).fill("1.500,5");
    await send(page);
    const { email, telephone, budget } = (await sent).postDataJSON();
    assert.deepEqual([email, telephone, budget], ["ada@exemple.re", "+262 692 12 34 56", "1500,5"]);
    await page.locator("[data-thanks] summary").click();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await done(page);
  });

  test("newsletter: an address, and a mail that asks to confirm it", async () => {
    const mails = site.outbox();
    const page = await visit("/blog");
    await wake(page);
    const email = page.locator("[data-form=newsletter] input[type=email]");
    await email.fill("ada@");
    await patience(page);
    await email.press("Enter");
    await page.getByText("Adresse email invalide").waitFor();
    await email.fill("ada.lettre@exemple.re");
    await email.press("Enter");
    await page.getByText(/Un e-mail vient de partir/).waitFor();
    const text = await mail(mails);
    assert.match(text, /Confirmez votre inscription/);
    assert.deepEqual(page.faults, []);
    await done(page);
  });
});
