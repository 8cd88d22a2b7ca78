import { expect, test } from "vitest";
import { emptyAnswers } from "./answers";
import { formFixture } from "./fixture";
import { mailtoLink } from "./mailto";
import { attempt, newId } from "./submission";

const contact = formFixture("contact");
let ids = 0;
const at = {
  honeypot: "",
  elapsed: 4200.4,
  source: "/contact?utm_source=x",
  now: new Date("2026-11-21T08:30:00Z"),
  newId: () => `submission-${++ids}`,
};
const filled = {
  ...emptyAnswers(contact),
  projectType: "both",
  name: " Ada ",
  email: "ada@exemple.re",
  phone: "+262-692123456",
};

test("the payload has the specification's fields, those that every form has, and others of the form alone", () => {
  const { body } = attempt(contact, filled, undefined, at);
  const sent = JSON.parse(body);
  const specified = {
    projectType: "both",
    projectStage: "",
    industry: "",
    budget: "",
    timeline: "",
    name: "Ada",
    email: "ada@exemple.re",
    company: "",
    phone: "+262-692123456",
    message: "",
    formattedPhone: "+262 69 21 23 45 6",
    features: [],
    integrations: [],
    userScale: "",
    teamSize: "",
    timestamp: "2026-11-21T08:30:00.000Z",
    precisions: "",
    elapsed: 4200,
    source: "/contact?utm_source=x",
    submissionId: expect.stringMatching(/^submission-/),
  };
  expect(sent).toMatchObject(specified);
  const asked = contact.steps.flatMap((step) => step.fields.map((field) => field.name));
  expect(new Set(Object.keys(sent))).toEqual(new Set([...Object.keys(specified), ...asked]));
});

test("the agency's payload has its empty lists, and the phone twice", () => {
  const agency = formFixture("agence");
  const { body } = attempt(agency, { ...emptyAnswers(agency), phone: "0692 12 34 56" }, undefined, at);
  expect(JSON.parse(body)).toMatchObject({
    features: [],
    integrations: [],
    industry: "",
    projectStage: "",
    userScale: "",
    teamSize: "",
    phone: "0692 12 34 56",
    formattedPhone: "0692 12 34 56",
    timestamp: "2026-11-21T08:30:00.000Z",
  });
});

test("what is not asked is not sent", () => {
  const grant = formFixture("eligibilite");
  const stale = {
    ...emptyAnswers(grant),
    type: "autoentrepreneur",
    taille: "moins20",
    besoins: ["formation"],
  };
  expect(JSON.parse(attempt(grant, stale, undefined, at).body)).toMatchObject({
    taille: "",
    besoins: ["formation"],
  });
});

test("a retry sends the same bytes, later and under other circumstances", () => {
  const first = attempt(contact, filled, undefined, at);
  const later = { ...at, elapsed: 60_000, now: new Date("2026-11-21T09:00:00Z"), source: "/" };
  expect(attempt(contact, { ...filled }, first, later).body).toBe(first.body);
});

test("other content gets another id", () => {
  const first = attempt(contact, filled, undefined, at);
  const second = attempt(contact, { ...filled, message: "Bonjour" }, first, at);
  expect(JSON.parse(second.body).submissionId).not.toBe(JSON.parse(first.body).submissionId);
});

test("ids are what the relay takes", () => expect(newId()).toMatch(/^[A-Za-z0-9_-]{8,64}$/));

test("the mail link carries everything typed", () => {
  const link = new URL(mailtoLink(contact, "moi@exemple.re", { ...filled, message: "Été & <b>\n2" }));
  expect(link.pathname).toBe("moi@exemple.re");
  expect(link.searchParams.get("subject")).toBe("Nouvelle demande de contact de Ada");
  expect(link.searchParams.get("body")).toBe(
    [
      "Type de solution\u00a0: Web et mobile",
      "Nom complet\u00a0: Ada",
      "E-mail\u00a0: ada@exemple.re",
      "Téléphone\u00a0: +262 69 21 23 45 6",
      "Message\u00a0: Été & <b>\n2",
    ].join("\r\n"),
  );
});

test("a long message does not make the link too long for mail programs", () => {
  const link = mailtoLink(contact, "moi@exemple.re", { ...filled, message: "é😀".repeat(5000) });
  expect(() => decodeURIComponent(link)).not.toThrow();
  expect([...decodeURIComponent(link)].length).toBeLessThan(1700);
});

test("a long answer is cut where one can see it, and the others stay whole", () => {
  const eligibility = formFixture("eligibilite");
  const answers = { ...emptyAnswers(eligibility), nom: "Ada", projet: "mot ".repeat(600), budget: "1500" };
  const body = new URL(mailtoLink(eligibility, "moi@exemple.re", answers)).searchParams.get("body");
  expect(body).toMatch(/mot {2}\[…\] \(suite à recopier ici\)\r\nBudget envisagé\s: 1500/);
});
