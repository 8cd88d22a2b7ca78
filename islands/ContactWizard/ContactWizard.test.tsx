// @vitest-environment happy-dom
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { blockStorage, events, fillStorage, mount, unmount } from "../tests/mount";
import { broken, received, refused, relay, unreachable } from "../tests/relay";
import { formFixture, formProps } from "../ui/form/fixture";
import ContactWizard from "./ContactWizard";

const form = { ...formFixture("contact"), advanceDelay: 10 };
const props = formProps(form);
const user = userEvent.setup();
let clock = 10_000;
beforeEach(() => {
  clock = 10_000;
  vi.spyOn(performance, "now").mockImplementation(() => clock);
});

const title = () => document.querySelector(".form-title")?.textContent;
const choose = async (label: string) => {
  const before = title();
  await user.click(screen.getByRole("radio", { name: new RegExp(`^${label}`) }));
  await waitFor(() => expect(title()).not.toBe(before));
};
const toContact = async () => {
  for (const label of ["Web et mobile", "Automatiser", "J'ai une idée", "Moins de 10", "Je me renseigne"])
    await choose(label);
};
const fill = async () => {
  await user.type(screen.getByRole("textbox", { name: /Nom complet/ }), "Ada");
  await user.type(screen.getByRole("textbox", { name: /E-mail/ }), "ada@exemple.re");
};
const submit = () => user.click(screen.getByRole("button", { name: "Envoyer ma demande" }));

test("without JavaScript it is one plain form with every question", async () => {
  const { html } = await mount(ContactWizard, props);
  expect(html).toContain('method="post"');
  expect(html).toContain('action="/api/forms/contact"');
  for (const field of form.steps.flatMap((step) => step.fields))
    // What another page attaches has no control to fill in.
    expect(html.includes(`name="${field.name}"`)).toBe(field.control !== "attached");
  expect(html).not.toContain(' hidden=""><legend');
  expect(html.match(/data-js-hidden=""[^>]*><legend/g)).toHaveLength(5);
  expect(html).toContain('name="precisions"');
  expect(html).toMatch(/<input[^>]*name="email"|required=""/);
});

test("from the first tap to the mail", async () => {
  const sent = relay(received);
  const heard = events();
  await mount(ContactWizard, props);
  expect(title()).toBe("1/5 : Qualifiez votre projet");
  expect(screen.queryByRole("button", { name: "Précédent" })).toBeNull();
  await choose("Web et mobile");
  expect(title()).toBe("2/5 : Qualifiez votre projet");
  expect(screen.getByRole("progressbar").getAttribute("value")).toBe("1");
  expect(screen.getByRole("progressbar").getAttribute("max")).toBe("6");
  expect(document.activeElement).toBe(document.querySelector('[data-step="1"]'));
  await user.click(screen.getByRole("button", { name: "Précédent" }));
  expect(screen.getByRole("radio", { name: /^Web et mobile/ })).toHaveProperty("checked", true);
  await toContact();
  expect(title()).toBe("Dernière étape : Vos coordonnées");
  await fill();
  await user.type(screen.getByRole("textbox", { name: "Téléphone" }), "06a92123456789");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Téléphone" }).value).toBe("06 92 12 34 56");
  await submit();
  await waitFor(() => expect(title()).toBe("1/5 : Qualifiez votre projet"));
  expect(
    within(document.querySelector(".toasts [role=status]") as HTMLElement).getByText(
      "Merci pour votre message !",
    ),
  ).toBeDefined();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    projectType: "both",
    projectStage: "automate",
    industry: "idea",
    budget: "small",
    timeline: "exploring",
    phone: "+262-0692123456",
    formattedPhone: "+262 06 92 12 34 56",
    elapsed: 10_000,
  });
  expect(heard).toEqual([
    ["form_submission", { form_name: "contact" }],
    ["contact_method", { method: "form", value: "contact" }],
  ]);
  expect(localStorage.getItem("draft:contact")).toBeNull();
  expect(screen.getByRole("radio", { name: /^Web et mobile/ })).toHaveProperty("checked", false);
});

test("the second click of a pair answers nothing of the form that begins again", async () => {
  relay(received);
  await mount(ContactWizard, props);
  await toContact();
  await fill();
  await submit();
  await waitFor(() => expect(title()).toBe("1/5 : Qualifiez votre projet"));
  const radio = screen.getByRole<HTMLInputElement>("radio", { name: /^Web et mobile/ });
  await act(async () => radio.closest("label")?.dispatchEvent(new MouseEvent("click", { detail: 2, bubbles: true, cancelable: true })));
  expect(radio.checked).toBe(false);
  await choose("Web et mobile");
  await waitFor(() => expect(title()).toMatch(/^2\/5/));
});

test("after sending: when the answer comes, a copy, a way to add something; the country is emptied too", async () => {
  relay(received);
  await mount(ContactWizard, props);
  await toContact();
  await fill();
  await user.type(screen.getByRole("textbox", { name: "Téléphone" }), "0692123456");
  await user.type(screen.getByRole("textbox", { name: "Message" }), "Un planning");
  await submit();
  const receipt = await waitFor(() => {
    const found = document.querySelector<HTMLElement>("[data-thanks]");
    expect(document.activeElement).toBe(found);
    return found as HTMLElement;
  });
  expect(within(receipt).getByText(/^Ma réponse part au plus tard \w+ (matin|après-midi), heure de La Réunion\.$/)).toBeDefined();
  await act(async () => dispatchEvent(new Event("pageshow")));
  expect(receipt.isConnected, "the page that comes back still thanks").toBe(true);
  const copy = within(receipt).getAllByRole("definition").map((line) => line.textContent);
  expect(copy).toContain("Un planning");
  expect(copy).toContain("+262 06 92 12 34 56");
  expect(receipt.compareDocumentPosition(document.querySelector('[data-step="0"]') as Element)).toBe(4);
  await user.click(within(receipt).getByRole("button", { name: "Ajouter quelque chose" }));
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: /E-mail/ }).value).toBe("ada@exemple.re");
  const message = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  expect(message.value).toBe("");
  expect(document.activeElement).toBe(message);
  await unmount(document.querySelector("site-island") as HTMLElement);
  localStorage.clear();
  await mount(ContactWizard, props);
  expect(screen.getByRole("button", { name: /Indicatif/, hidden: true }).textContent).toContain("+33");
});

test("the phone's country comes back with a draft, even without digits or with a shared dial code", async () => {
  const { element } = await mount(ContactWizard, props);
  await toContact();
  await user.click(screen.getByRole("button", { name: /Indicatif/ }));
  await user.type(screen.getByRole("combobox"), "etats{Enter}");
  await unmount(element);
  await mount(ContactWizard, props);
  const picker = () => screen.getByRole("button", { name: /Indicatif/ }).getAttribute("aria-label");
  expect(picker()).toContain("États-Unis US +1");
  await user.type(screen.getByRole("textbox", { name: "Téléphone" }), "5551234567");
  await unmount(document.querySelector("site-island") as HTMLElement);
  await mount(ContactWizard, props);
  expect(picker()).toContain("États-Unis US +1");
});

test("an address that looks like a slip is asked about, and one click corrects it", async () => {
  await mount(ContactWizard, props);
  await toContact();
  const email = screen.getByRole<HTMLInputElement>("textbox", { name: /E-mail/ });
  await user.type(email, "ada@gmial.com");
  expect(screen.queryByText(/Vouliez-vous dire/)).toBeNull();
  await user.tab();
  await user.click(screen.getByRole("button", { name: "ada@gmail.com" }));
  expect(email.value).toBe("ada@gmail.com");
  expect(screen.queryByText(/Vouliez-vous dire/)).toBeNull();
  expect(document.activeElement, "the button is gone").toBe(email);
});

test("Enter skips no question, as a mouse cannot", async () => {
  await mount(ContactWizard, props);
  screen.getByRole("radio", { name: /^Application mobile/ }).focus();
  await user.keyboard("{Enter}");
  expect(title()).toBe("1/5 : Qualifiez votre projet");
});

/** Writes into the form as an autofill or a script may: no event tells of it. */
const write = (values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) {
    const control = document.querySelector<HTMLInputElement>(`form :is(input,textarea)[name="${name}"]`);
    if (!control) throw new Error(`there is no ${name}`);
    control.value = value;
  }
};

test("what is written without an event is sent, and stays where something else is wrong", async () => {
  const sent = relay(received);
  await mount(ContactWizard, props);
  await toContact();
  write({ name: "Ada", message: "Bonjour", phone: "06 92 12 34 56" });
  await submit();
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: /Nom complet/ }).value).toBe("Ada");
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" }).value).toBe("Bonjour");
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: /E-mail/ }));
  write({ email: "ada@exemple.re" });
  await submit();
  await waitFor(() => expect(sent).toMatchObject([{ name: "Ada", email: "ada@exemple.re", message: "Bonjour", phone: "+262-0692123456" }]));
  await screen.findByText("Merci pour votre message !", { selector: ".toasts *" });
  expect(stored(), "what was sent is no draft").toBeNull();
});

test("the country that was chosen stays with a number that another one's would be", async () => {
  const sent = relay(received);
  await mount(ContactWizard, props);
  await toContact();
  await fill();
  await user.type(screen.getByRole("textbox", { name: "Téléphone" }), "0692123456");
  await user.click(screen.getByRole("button", { name: /Indicatif/ }));
  await user.type(screen.getByRole("combobox"), "france{Enter}");
  await submit();
  await waitFor(() => expect(sent[0]?.phone).toBe("+33-0692123456"));
});

test("names in any script", async () => {
  const sent = relay(received);
  await mount(ContactWizard, props);
  await toContact();
  await user.type(screen.getByRole("textbox", { name: /Nom complet/ }), "李小龍 Ñandú Łukasz");
  await user.type(screen.getByRole("textbox", { name: /E-mail/ }), "ada@exemple.re");
  await submit();
  await waitFor(() => expect(sent[0]).toMatchObject({ name: "李小龍 Ñandú Łukasz" }));
});

test("the summary leads back to its step", async () => {
  await mount(ContactWizard, props);
  await toContact();
  const region = () => screen.getByRole("region", { name: "Récapitulatif de vos choix" });
  const recapped = () => region().textContent;
  const recap = region();
  expect(
    within(recap)
      .getAllByRole("term")
      .map((term) => term.textContent),
  ).toEqual(["Type de solution", "Objectif principal", "Situation actuelle", "Budget", "Délai"]);
  await user.click(within(recap).getByRole("button", { name: /Moins de 10/ }));
  expect(title()).toBe("4/5 : Qualifiez votre projet");
  await choose("De 10 000");
  expect(title()).toBe("Dernière étape : Vos coordonnées");
  expect(recapped()).toContain("De 10 000 € à 30 000 €");
  await user.click(within(region()).getByRole("button", { name: /Web et mobile/ }));
  await user.click(screen.getByRole("button", { name: "Continuer" }));
  expect(title()).toBe("Dernière étape : Vos coordonnées");
});

test("without name and address nothing is sent", async () => {
  const sent = relay(received);
  await mount(ContactWizard, props);
  await toContact();
  await submit();
  const alert = screen.getByText("Veuillez remplir tous les champs obligatoires.").closest("[role=alert]");
  expect(alert?.textContent).toContain("Erreur");
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: /Nom complet/ }));
  expect(screen.getByRole("textbox", { name: /E-mail/ }).getAttribute("aria-invalid")).toBe("true");
  await fill();
  expect(screen.queryByText("Ce champ est requis")).toBeNull();
  expect(document.querySelector(".toast"), "what is corrected is said no more").toBeNull();
  expect(sent).toHaveLength(0);
});

test("under three seconds nothing is sent", async () => {
  const sent = relay(received);
  await mount(ContactWizard, props);
  await toContact();
  await fill();
  clock = 2_999;
  await submit();
  expect(
    screen.getByText("Soumission trop rapide détectée. Veuillez réessayer.").closest("[role=alert]"),
  ).not.toBeNull();
  clock = 3_000;
  await submit();
  await waitFor(() => expect(sent).toHaveLength(1));
});

test("after a failure everything is kept, and a retry sends the same bytes", async () => {
  const sent = relay(broken, unreachable, received);
  await mount(ContactWizard, props);
  vi.spyOn(console, "error").mockImplementation(() => {});
  await toContact();
  await fill();
  await submit();
  const message = await screen.findByText(/^Un problème est survenu/, { selector: "[data-failure] p" });
  await waitFor(() => expect(document.activeElement).toBe(message.parentElement));
  expect(screen.getByText(/^Un problème est survenu/, { selector: ".toast p" })).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: /Nom complet/ }).value).toBe("Ada");
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: "Envoyer par e-mail" });
  expect(decodeURIComponent(link.href)).toContain("Nouvelle demande de contact de Ada");
  clock = 90_000;
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  await user.click(await screen.findByRole("button", { name: "Réessayer" }));
  await waitFor(() => expect(title()).toBe("1/5 : Qualifiez votre projet"));
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[2]).toEqual(sent[0]);
});

test("offline the form says so", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const sent = relay(received);
  await mount(ContactWizard, props);
  vi.spyOn(console, "error").mockImplementation(() => {});
  await toContact();
  await fill();
  await submit();
  expect(await screen.findByText(/Vous êtes hors ligne/)).toBeDefined();
  expect(document.querySelector(".toast"), "no toast asks for a try at once").toBeNull();
  expect(sent).toHaveLength(0);
});

test("what the relay refuses is shown at its field", async () => {
  relay(refused("email", "Adresse email invalide"));
  await mount(ContactWizard, props);
  await toContact();
  await fill();
  await submit();
  expect(await screen.findByText("Adresse email invalide")).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("textbox", { name: /E-mail/ })));
});

test("while it is sent, the button keeps the focus, what happens is said, and nothing typed is lost", async () => {
  let answer = (_: Response) => {};
  const fetch = vi.fn(() => new Promise<Response>((resolve) => (answer = resolve)));
  vi.stubGlobal("fetch", fetch);
  await mount(ContactWizard, props);
  await toContact();
  await fill();
  await user.dblClick(screen.getByRole("button", { name: "Envoyer ma demande" }));
  const button = screen.getByRole("button", { name: "Envoi en cours..." });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(document.activeElement).toBe(button);
  expect(document.querySelector("form > [role=status]")?.textContent).toBe("Envoi en cours...");
  await user.type(screen.getByRole("textbox", { name: /Nom complet/ }), " Lovelace");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: /Nom complet/ }).value).toBe("Ada");
  expect(screen.getByRole("textbox", { name: "Message" })).toHaveProperty("readOnly", true);
  await user.click(button);
  expect(fetch).toHaveBeenCalledTimes(1);
  await act(async () => answer(received()));
});

test("what is pasted is kept whole, and said to be too long", async () => {
  await mount(ContactWizard, props);
  await toContact();
  await fill();
  const message = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  message.focus();
  await user.paste("x".repeat(6000));
  expect(message.value).toHaveLength(6000);
  await submit();
  expect(await screen.findByText("Texte trop long : 5000 caractères au plus")).toBeDefined();
});

test("what another tab adds to the draft is taken over, and not written back", async () => {
  await mount(ContactWizard, props);
  await choose("Web et mobile");
  const draft = { ...stored(), step: 5, answers: { ...stored().answers, message: "Bonjour" } };
  localStorage.setItem("draft:contact", JSON.stringify(draft));
  await act(async () => dispatchEvent(new Event("storage")));
  expect(stored()).toEqual(draft);
  expect(title()).toBe("2/5 : Qualifiez votre projet");
  await choose("Automatiser");
  expect(stored().answers).toMatchObject({ projectStage: "automate", message: "Bonjour" });
});

const stored = () => JSON.parse(localStorage.getItem("draft:contact") ?? "null");
/** What a tab hears when another one changes the storage. */
const hear = (key = "draft:contact") => act(async () => dispatchEvent(new StorageEvent("storage", { key })));
const comeBack = () => act(async () => dispatchEvent(new Event("pageshow")));

test("what the browser could not keep is not overwritten by what it kept before", async () => {
  await mount(ContactWizard, props);
  await choose("Web et mobile");
  fillStorage();
  await choose("Automatiser");
  expect(stored().answers).toMatchObject({ projectType: "both", projectStage: "" });
  for (const happens of [hear, () => hear("theme"), comeBack]) {
    await happens();
    expect(document.querySelector("[value=automate]")).toHaveProperty("checked", true);
  }
});

test("only what another tab makes of this form's draft counts", async () => {
  await mount(ContactWizard, props);
  await choose("Web et mobile");
  localStorage.setItem("draft:contact", JSON.stringify({ ...stored(), answers: { message: "Bonjour" } }));
  await hear("theme");
  expect(document.querySelector("textarea")?.value).toBe("");
  await hear();
  expect(document.querySelector("textarea")?.value).toBe("Bonjour");
});

test("what another tab sends is emptied here too, and comes back in neither", async () => {
  for (const told of [hear, comeBack]) {
    const { element } = await mount(ContactWizard, props);
    await toContact();
    await fill();
    // The other tab keeps what it sends until it is received.
    localStorage.setItem("draft:contact", JSON.stringify({ ...stored(), attempt: { content: "c", body: "b" } }));
    if (told === hear) await hear();
    localStorage.removeItem("draft:contact");
    await told();
    expect(title()).toBe("1/5 : Qualifiez votre projet");
    expect(document.querySelectorAll("input:checked")).toHaveLength(0);
    expect(stored()).toBeNull();
    await choose("Application mobile");
    expect(stored().answers).toMatchObject({ projectType: "mobile-app", industry: "", name: "" });
    expect(stored().attempt).toBeUndefined();
    await unmount(element);
    localStorage.clear();
  }
});

test("what is typed here while another tab sends stays", async () => {
  await mount(ContactWizard, props);
  await toContact();
  localStorage.setItem("draft:contact", JSON.stringify({ ...stored(), attempt: { content: "c", body: "b" } }));
  await hear();
  const message = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  await user.type(message, "Encore");
  localStorage.removeItem("draft:contact");
  await hear();
  expect(message.value).toBe("Encore");
});

test("how long to wait before another try is said on its button", async () => {
  relay(() => new Response("{}", { status: 429, headers: { "Retry-After": "86400" } }));
  vi.spyOn(console, "error").mockImplementation(() => {});
  await mount(ContactWizard, props);
  await toContact();
  await fill();
  await submit();
  const button = await screen.findByRole("button", { name: /^Réessayer le \d+ \p{L}+ à \d+.h.\d\d$/u });
  expect(document.querySelector(".toast"), "no toast asks for a try at once").toBeNull();
  const said = button.textContent;
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 7_200_000);
  await user.type(screen.getByRole("textbox", { name: "Message" }), "Bonjour");
  expect(button.textContent, "the time that was named stays").toBe(said);
});

test("a draft comes back after a reload, with its submission", async () => {
  const first = relay(broken);
  const { element } = await mount(ContactWizard, props);
  vi.spyOn(console, "error").mockImplementation(() => {});
  await toContact();
  await fill();
  await submit();
  await waitFor(() => expect(first).toHaveLength(1));
  await screen.findByRole("button", { name: "Réessayer" });
  await unmount(element);

  const second = relay(received);
  await mount(ContactWizard, props);
  expect(title()).toBe("Dernière étape : Vos coordonnées");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: /E-mail/ }).value).toBe("ada@exemple.re");
  await submit();
  await waitFor(() => expect(second).toHaveLength(1));
  expect(second[0]).toEqual(first[0]);
});

test("where site data is blocked the form works, and only its draft is missing", async () => {
  blockStorage();
  const sent = relay(received);
  await mount(ContactWizard, props, (element) => {
    const radio = element.querySelector<HTMLInputElement>("input[value=both]");
    if (radio) radio.checked = true;
  });
  await waitFor(() => expect(title()).toBe("2/5 : Qualifiez votre projet"));
  for (const label of ["Automatiser", "J'ai une idée", "Moins de 10", "Je me renseigne"]) await choose(label);
  await fill();
  await act(async () => dispatchEvent(new Event("pageshow")));
  await submit();
  await waitFor(() => expect(sent).toMatchObject([{ projectType: "both", name: "Ada", email: "ada@exemple.re" }]));
  await waitFor(() => expect(title()).toBe("1/5 : Qualifiez votre projet"));
});

test("what is no draft leaves a form that can be filled in", async () => {
  localStorage.setItem("draft:contact", JSON.stringify({ answers: null, step: "length", savedAt: Date.now() }));
  await mount(ContactWizard, props);
  expect(title()).toBe("1/5 : Qualifiez votre projet");
  expect(localStorage.getItem("draft:contact")).toBeNull();
  await choose("Web et mobile");
});

test("arrow keys choose without going on, Enter goes on", async () => {
  await mount(ContactWizard, props);
  screen.getByRole("radio", { name: /^Application mobile/ }).focus();
  await user.keyboard("{ArrowDown}");
  expect(screen.getByRole("radio", { name: /^Application web/ })).toHaveProperty("checked", true);
  await new Promise((done) => setTimeout(done, 50));
  expect(title()).toBe("1/5 : Qualifiez votre projet");
  await user.click(screen.getByRole("button", { name: "Continuer" }));
  expect(title()).toBe("2/5 : Qualifiez votre projet");
});

test("a choice made before hydration goes on", async () => {
  await mount(ContactWizard, props, (element) => {
    const radio = element.querySelector<HTMLInputElement>("input[value=both]");
    if (radio) radio.checked = true;
  });
  await waitFor(() => expect(title()).toBe("2/5 : Qualifiez votre projet"));
});
