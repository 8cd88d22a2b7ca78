import { afterEach, beforeEach, expect, test, vi } from "vitest";
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
  vi.useFakeTimers({ now: 0 });
  storage = new MemoryStorage();
  vi.stubGlobal("localStorage", storage);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what was typed comes back, with the last try", () => {
  const attempt = { content: "c", body: "b" };
  const countries = { phone: "US" };
  saveDraft(form, { answers, countries, step: 5, attempt });
  vi.setSystemTime(DAY);
  expect(loadDraft(form)).toEqual({ answers, countries, step: 5, attempt });
});

test("after seven days it is gone", () => {
  saveDraft(form, { answers, countries: {}, step: 0 });
  vi.setSystemTime(7 * DAY - 1);
  expect(loadDraft(form)).toBeDefined();
  vi.setSystemTime(7 * DAY);
  expect(loadDraft(form)).toBeUndefined();
  expect(storage.items.size).toBe(0);
});

test("another page adds an answer to a draft, or begins one, and never revives an old one", () => {
  saveDraft(form, { answers, countries: {}, step: 3 });
  vi.setSystemTime(DAY);
  expect(leaveAnswer(form, "calculation", () => "98 400 €")).toBe(true);
  const both = { ...answers, calculation: "98 400 €" };
  expect(loadDraft(form)).toMatchObject({ answers: both, step: 3 });
  vi.setSystemTime(9 * DAY);
  expect(leaveAnswer(form, "calculation", () => "1 €")).toBe(true);
  expect(loadDraft(form)).toMatchObject({ answers: { ...emptyAnswers(form), calculation: "1 €" }, step: 0 });
  storage.setItem("draft:contact", "{");
  expect(leaveAnswer(form, "calculation", () => "2 €")).toBe(true);
  storage.setItem = () => {
    throw new Error("full");
  };
  expect(leaveAnswer(form, "calculation", () => "3 €")).toBe(false);
});

test("a sent form leaves nothing", () => {
  saveDraft(form, { answers, countries: {}, step: 0 });
  forgetDraft(form);
  expect(loadDraft(form)).toBeUndefined();
});

test.each(["not json", "[]", "null", "7", '"savedAt"', '{"answers":{"name":"Ada"}}', '{"answers":{},"savedAt":"today"}'])(
  "%s is no draft, and goes",
  (stored) => {
    storage.setItem("draft:contact", stored);
    expect(loadDraft(form)).toBeUndefined();
    expect(storage.items.size).toBe(0);
  },
);

test.each([
  '{"answers":7}',
  '{"answers":null,"countries":null,"step":null}',
  '{"answers":{"name":7,"projectType":null},"step":99}',
  '{"answers":[],"step":"length"}',
  '{"step":"0"}',
])("of %s nothing is taken that the form could not have written", (stored) => {
  storage.setItem("draft:contact", JSON.stringify({ ...JSON.parse(stored), savedAt: 0 }));
  expect(loadDraft(form)).toEqual({ answers: emptyAnswers(form), countries: {}, step: 0, attempt: undefined });
});

test("an answer that is offered no more is left out", () => {
  saveDraft(form, { answers: { ...answers, projectType: "fax" }, countries: {}, step: 0 });
  expect(loadDraft(form)?.answers).toMatchObject({ name: "Ada", projectType: "" });
});

test("a draft that holds no answers gets the one that another page leaves", () => {
  storage.setItem("draft:contact", '{"answers":null,"savedAt":0}');
  expect(leaveAnswer(form, "calculation", () => "1 €")).toBe(true);
  expect(loadDraft(form)?.answers).toEqual({ ...emptyAnswers(form), calculation: "1 €" });
});

test.each([
  ["what it is asked for", () => vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse })],
  ["itself", () => vi.spyOn(globalThis, "localStorage", "get").mockImplementation(refuse)],
])("storage that refuses %s does no harm", (_, refuses) => {
  refuses();
  expect(saveDraft(form, { answers, countries: {}, step: 0 })).toBe(false);
  expect(leaveAnswer(form, "calculation", () => "1 €")).toBe(false);
  forgetDraft(form);
  expect(loadDraft(form)).toBeUndefined();
});

function refuse(): never {
  throw new DOMException("refused", "SecurityError");
}
