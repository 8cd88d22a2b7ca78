import { pathOf } from "../harness/kinds.mjs";

/** What a page looks like once a visitor did something: `name`, `path`, `act(page)`; `widths` and `themes` when not all. */
const answer = (page, name) => page.getByRole("radio", { name }).first().click();
const press = (page, name) => page.getByRole("button", { name }).first().click();

async function answerQuestions(page, until) {
  for (let step = 0; step < until; step++) {
    await page.locator(`[data-step="${step}"] input[type=radio]`).nth(step % 3).click();
    await page.locator(`[data-step="${step + 1}"]:visible`).waitFor();
  }
}

async function agencyUntil(page, until) {
  const steps = [
    () => answer(page, /SEO/),
    () => answer(page, /Augmenter/),
    () => {},
  ];
  for (const step of steps.slice(0, until)) {
    await step();
    await press(page, "Continuer");
  }
}

async function submit(page) {
  // Islands and relay take a form that is sent at once for a robot's.
  await page.waitForFunction(() => performance.now() > 3200);
  await press(page, "Envoyer ma demande");
}

const wizard = [1, 2, 3, 4, 5].map((step) => ({
  name: `contact-step-${step + 1}`,
  path: "/contact",
  act: (page) => answerQuestions(page, step),
  part: ".form-panel",
}));

export const states = [
  { name: "menu", path: "/", widths: [360, 768], whole: false, act: (page) => page.locator("[data-menu-toggle]").click() },
  { name: "menu-agency", path: "/agence-ema", widths: [360], whole: false, act: (page) => page.locator("[data-menu-toggle]").click({ timeout: 2000 }) },
  { name: "scrolled", path: "/", whole: false, act: (page) => page.evaluate(() => scrollTo({ top: innerHeight * 1.6, behavior: "instant" })) },
  ...wizard,
  {
    name: "contact-errors",
    path: "/contact",
    whole: false,
    act: async (page) => {
      await answerQuestions(page, 5);
      await submit(page);
      await page.locator(".toast").waitFor();
    },
  },
  {
    name: "contact-countries",
    path: "/contact",
    whole: false,
    act: async (page) => {
      await answerQuestions(page, 5);
      await press(page, /Indicatif du pays/);
      await page.locator(".phone-list").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "contact-sent",
    path: "/contact",
    whole: false,
    act: async (page) => {
      await answerQuestions(page, 5);
      await page.getByRole("textbox", { name: /Nom complet/ }).fill("Ada Lovelace");
      await page.getByRole("textbox", { name: /E-mail/ }).fill("ada@exemple.re");
      await page.getByRole("textbox", { name: "Téléphone" }).fill("0692123456");
      await submit(page);
      await page.locator(".toast").waitFor();
    },
  },
  {
    name: "contact-refused",
    path: "/contact",
    whole: false,
    act: async (page) => {
      await page.route("**/api/forms/contact", (route) => route.fulfill({ status: 502, json: { title: "Non" } }));
      await answerQuestions(page, 5);
      await page.getByRole("textbox", { name: /Nom complet/ }).fill("Ada Lovelace");
      await page.getByRole("textbox", { name: /E-mail/ }).fill("ada@exemple.re");
      await submit(page);
      await page.locator(".form-failure").waitFor();
    },
  },
  ...["situation", "moment", "outcome"].map((name, index) => ({
    name: `plate-${name}`,
    path: pathOf("case-study-stores"),
    part: ".plate",
    act: (page) => page.locator(".plate-states input").nth(index).check({ force: true }),
  })),
  { name: "trail-stop", path: "/", widths: [1280, 1920], part: ".trail-strip", act: (page) => focusVisibly(page, ".trail-strip a") },
  { name: "contact-route", path: "/contact", part: ".way", act: (page) => answerQuestions(page, 5) },
  { name: "chart-table", path: pathOf("service-saas"), part: ".chart", act: (page) => page.locator(".chart summary").first().click() },
  { name: "calculator", path: pathOf("kap-numerik"), part: ".calculator", act: (page) => page.locator(".calculator .chip").nth(1).click() },
  { name: "method-step-4", path: "/", part: ".method", act: (page) => page.getByRole("tab").nth(3).click() },
  { name: "questions-open", path: "/", part: ".accordion", act: (page) => page.locator(".accordion summary").nth(3).click() },
  { name: "home-filter", path: "/", part: '[data-list="projects"]', act: (page) => press(page, "SaaS") },
  {
    name: "projects-filter",
    path: "/projects",
    whole: false,
    act: async (page) => {
      const fold = page.locator(".filters-toggle");
      if (await fold.isVisible()) await fold.click();
      await press(page, "SaaS");
    },
  },
  { name: "projects-empty", path: "/projects", act: (page) => search(page) },
  { name: "blog-filter", path: "/blog", act: (page) => page.locator(".chip").nth(2).click() },
  { name: "outils-empty", path: "/outils", act: (page) => search(page) },
  {
    name: "kap-verdict",
    path: "/kap-numerik",
    part: ".form-panel",
    act: async (page) => {
      await answer(page, "Auto-entrepreneur");
      await answer(page, "Services");
    },
  },
  {
    name: "kap-refused",
    path: "/kap-numerik",
    part: ".form-panel",
    act: async (page) => {
      await answer(page, /Une entreprise/);
      await answer(page, /De 20 à 49/);
      await answer(page, "Commerce");
    },
  },
  {
    name: "kap-step-2",
    path: "/kap-numerik",
    part: ".form-panel",
    act: async (page) => {
      await answer(page, "Auto-entrepreneur");
      await answer(page, "Services");
      await press(page, "Continuer");
      await press(page, "Envoyer ma demande");
      await page.getByText("Ce champ est requis").first().waitFor();
    },
  },
  {
    name: "kap-verdict-in-view",
    path: "/kap-numerik",
    whole: false,
    act: async (page) => {
      await answer(page, "Auto-entrepreneur");
      await answer(page, "Services");
    },
  },
  {
    name: "kap-sent",
    path: "/kap-numerik",
    whole: false,
    act: async (page) => {
      await answer(page, "Auto-entrepreneur");
      await answer(page, "Services");
      await press(page, "Continuer");
      await page.getByRole("textbox", { name: /Nom complet/ }).fill("Ada Lovelace");
      await page.getByRole("textbox", { name: /E-mail/ }).fill("ada@exemple.re");
      await page.getByRole("textbox", { name: /Téléphone/ }).fill("0692123456");
      await page.getByRole("textbox", { name: /Description/ }).fill("Un site");
      await page.getByRole("textbox", { name: /Budget/ }).fill("2 500,50");
      await submit(page);
      await page.locator("[data-thanks]").waitFor();
    },
  },
  ...[1, 2, 3].map((step) => ({ name: `agency-step-${step + 1}`, path: "/agence-ema", part: ".form-panel", act: (page) => agencyUntil(page, step) })),
  {
    name: "agency-failure",
    path: "/agence-ema",
    part: ".form-panel",
    act: async (page) => {
      await page.route("**/api/forms/agence", (route) => route.fulfill({ status: 502, json: { title: "Non" } }));
      await agencyUntil(page, 3);
      await page.getByRole("textbox", { name: /Nom complet/ }).fill("Ada Agence");
      await page.getByRole("textbox", { name: /E-mail/ }).fill("ada@exemple.re");
      await submit(page);
      await page.getByText("Une erreur est survenue").waitFor();
    },
  },
  {
    name: "agency-sent",
    path: "/agence-ema",
    whole: false,
    act: async (page) => {
      await agencyUntil(page, 3);
      await page.getByRole("textbox", { name: /Nom complet/ }).fill("Ada Agence");
      await page.getByRole("textbox", { name: /E-mail/ }).fill("ada@exemple.re");
      await submit(page);
      await page.locator("[data-thanks]").waitFor();
    },
  },
  { name: "filters-misspelt", path: "/projects", act: (page) => page.getByRole("searchbox").fill("paysagsite") },
  {
    name: "newsletter-sent",
    path: "/blog",
    part: ".newsletter",
    act: async (page) => {
      await page.locator("[data-form=newsletter] input[type=email]").fill("ada@exemple.re");
      await page.waitForFunction(() => performance.now() > 3200);
      await page.locator("[data-form=newsletter] input[type=email]").press("Enter");
      await page.locator(".banner, .thanks, .toast").first().waitFor();
    },
  },
  {
    name: "card-focus",
    path: "/projects",
    whole: false,
    widths: [1280],
    act: (page) => focusVisibly(page, '[data-list="projects"] h3 a, [data-list="projects"] h2 a'),
  },
  { name: "skip-link", path: "/", whole: false, widths: [360, 1280], act: (page) => page.keyboard.press("Tab") },
  { name: "without-scripts-home", path: "/", themes: ["light"], options: { javaScriptEnabled: false } },
  { name: "without-scripts-contact", path: "/contact", themes: ["light"], options: { javaScriptEnabled: false } },
  { name: "without-scripts-kap", path: "/kap-numerik", themes: ["light"], options: { javaScriptEnabled: false } },
  // An A4 sheet is 794 px wide; its margins leave 680.
  ...[
    ["print-article", "/blog/developpeur-senior-freelance-vs-juniors-projet-logiciel"],
    ["print-article-scores", "/blog/react-vue-angular-2024-comparaison"],
    ["print-case-study", "/case-studies/sergos"],
    ["print-service", pathOf("service-saas")],
    ["print-home", "/"],
    ["print-contact", "/contact", (page) => answerQuestions(page, 5)],
  ].map(([name, path, act]) => ({ name, path, act, widths: [680], themes: ["light", "dark"], media: "print" })),
];

/** What the relay answers to those without scripts: `post` is the address, `fields` what is sent. */
export const answers = [
  { name: "relay-contact", post: "/api/forms/contact", fields: { name: "Ada", email: "ada@" } },
  { name: "relay-eligibility", post: "/api/forms/eligibilite", fields: {} },
  { name: "relay-newsletter", post: "/api/forms/newsletter", fields: { email: "ada@" } },
  { name: "relay-unknown", post: "/api/forms/nulle-part", fields: {} },
  { name: "relay-expired", path: "/api/newsletter/confirm?token=x" },
];

async function search(page) {
  await page.getByRole("searchbox").fill("anticonstitutionnellement");
  await page.locator("[data-empty]:visible").waitFor();
}

async function focusVisibly(page, selector) {
  await page.locator(selector).nth(1).scrollIntoViewIfNeeded();
  await page.keyboard.press("Shift");
  await page.locator(selector).nth(1).focus();
}
