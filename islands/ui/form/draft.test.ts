import { beforeEach, expect, test } from "vitest";
import { emptyAnswers } from "./answers";
import { forgetDraft, leaveAnswer, loadDraft, saveDraft } from "./draft";
import { formFixture } from "./fixture";

const form = formFixture("contact");
const DAY = 24 * 60 * 60 * 1000;
const answers = { ...emptyAnswers(form), name: "Ada", projectType: "both" };

class MemoryStorage {
  items = new Map<string, string>();
  length = 0;
  key = () => null;
  clear = () => this.items.clear();
  getItem = (key: string) => this.items.get(key) ?? null;
  setItem = (key: string, value: string) => void this.items.set(key, value);
  removeItem = (key: string) => void this.items.delete(key);
}
let storage = new MemoryStorage();
beforeEach(() => {
  storage = new MemoryStorage();
});

test("what was typed comes back, with the last try", () => {
  const attempt = { content: "c", body: "b" };
  const countries = { phone: "US" };
  saveDraft(storage, form, { answers, countries, step: 5, attempt }, 0);
  expect(loadDraft(storage, form, DAY)).toEqual({ answers, countries, step: 5, attempt });
});

test("after seven days it is gone", () => {
  saveDraft(storage, form, { answers, countries: {}, step: 0 }, 0);
  expect(loadDraft(storage, form, 7 * DAY - 1)).toBeDefined();
  expect(loadDraft(storage, form, 7 * DAY)).toBeUndefined();
  expect(storage.items.size).toBe(0);
});

test("another page adds an answer to a draft, or begins one, and never revives an old one", () => {
  saveDraft(storage, form, { answers, countries: {}, step: 3 }, 0);
  expect(leaveAnswer(storage, form, "calculation", "98 400 €", DAY)).toBe(true);
  const both = { ...answers, calculation: "98 400 €" };
  expect(loadDraft(storage, form, DAY)).toMatchObject({ answers: both, step: 3 });
  expect(leaveAnswer(storage, form, "calculation", "1 €", 9 * DAY)).toBe(true);
  expect(loadDraft(storage, form, 9 * DAY)).toMatchObject({ answers: { ...emptyAnswers(form), calculation: "1 €" }, step: 0 });
  storage.setItem("draft:contact", "{");
  expect(leaveAnswer(storage, form, "calculation", "2 €", 0)).toBe(true);
  storage.setItem = () => {
    throw new Error("full");
  };
  expect(leaveAnswer(storage, form, "calculation", "3 €", 0)).toBe(false);
});

test("a sent form leaves nothing", () => {
  saveDraft(storage, form, { answers, countries: {}, step: 0 }, 0);
  forgetDraft(storage, form);
  expect(loadDraft(storage, form, 0)).toBeUndefined();
});

test.each(["not json", "[]", '{"answers":7}', '{"answers":{"name":7},"savedAt":0,"step":99}', "null"])(
  "%s does no harm",
  (stored) => {
    storage.setItem("draft:contact", stored);
    const draft = loadDraft(storage, form, 0);
    if (draft) expect(draft).toEqual({ answers: emptyAnswers(form), countries: {}, step: 0, attempt: undefined });
  },
);

test("an answer that is offered no more is left out", () => {
  saveDraft(storage, form, { answers: { ...answers, projectType: "fax" }, countries: {}, step: 0 }, 0);
  expect(loadDraft(storage, form, 0)?.answers).toMatchObject({ name: "Ada", projectType: "" });
});

test("refused storage does no harm", () => {
  const refuse = () => {
    throw new DOMException("refused");
  };
  const refusing = Object.assign(new MemoryStorage(), {
    getItem: refuse,
    setItem: refuse,
    removeItem: refuse,
  });
  saveDraft(refusing, form, { answers, countries: {}, step: 0 }, 0);
  forgetDraft(refusing, form);
  expect(loadDraft(refusing, form, 0)).toBeUndefined();
});
