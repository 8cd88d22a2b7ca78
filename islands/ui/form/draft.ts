import type { Answers } from "./conditions";
import { fieldsOf } from "./conditions";
import type { FormDefinition } from "./definition";
import type { Attempt } from "./submission";

/** What is kept in the browser until a form was sent. */
export interface Draft {
  answers: Answers;
  countries: Record<string, string>;
  step: number;
  /** A submission that may have arrived although no answer came back. */
  attempt?: Attempt | undefined;
}

const DAY = 24 * 60 * 60 * 1000;

/** What of a form's definition tells which drafts are its own. */
type Owner = Pick<FormDefinition, "id" | "draftDays">;

function key(form: Owner): string {
  return `draft:${form.id}`;
}

/** Keeps a draft; refused storage is not an error. */
export function saveDraft(storage: Storage, form: FormDefinition, draft: Draft, now: number): void {
  try {
    storage.setItem(key(form), JSON.stringify({ ...draft, savedAt: now }));
  } catch {
    // Private windows and full disks refuse; what is typed then lasts as long as the page.
  }
}

export function forgetDraft(storage: Storage, form: Owner): void {
  try {
    storage.removeItem(key(form));
  } catch {
    // As above.
  }
}

/** The draft as this form can show it: expired ones are forgotten, and answers that it no longer asks left out. */
export function loadDraft(storage: Storage, form: FormDefinition, now: number): Draft | undefined {
  try {
    const stored = storedDraft(storage, form, now);
    if (!stored) return undefined;
    const step = Number.isInteger(stored.step) && form.steps[stored.step] ? stored.step : 0;
    const countries = Object.fromEntries(
      Object.entries(stored.countries ?? {}).filter(([, code]) => typeof code === "string"),
    );
    return { answers: known(form, stored.answers ?? {}), countries, step, attempt: stored.attempt };
  } catch {
    return undefined;
  }
}

/** Puts an answer into the draft of a form that stands on another page; false when the browser keeps nothing. */
export function leaveAnswer(
  storage: Storage,
  form: Owner,
  name: string,
  value: string,
  now: number,
): boolean {
  try {
    const draft = { countries: {}, step: 0, ...storedDraft(storage, form, now) };
    const answers = { ...draft.answers, [name]: value };
    storage.setItem(key(form), JSON.stringify({ ...draft, answers, savedAt: now }));
    return true;
  } catch {
    return false;
  }
}

function storedDraft(storage: Storage, form: Owner, now: number): Draft | undefined {
  let stored: (Draft & { savedAt: number }) | null;
  try {
    stored = JSON.parse(storage.getItem(key(form)) ?? "null");
  } catch {
    return undefined;
  }
  if (!stored) return undefined;
  const age = now - stored.savedAt;
  if (age >= -DAY && age < form.draftDays * DAY) return stored;
  forgetDraft(storage, form);
  return undefined;
}

function known(form: FormDefinition, stored: Answers): Answers {
  return Object.fromEntries(
    fieldsOf(form).map((field) => {
      const value = stored[field.name];
      if (field.kind === "multi") return [field.name, strings(value).filter((one) => offers(one))];
      return [field.name, typeof value === "string" && offers(value) ? value : ""];

      function offers(one: string): boolean {
        return one === "" || !field.options || field.options.some((choice) => choice.value === one);
      }
    }),
  );
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
