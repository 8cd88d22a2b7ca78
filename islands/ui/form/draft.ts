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

const DAY = 86_400_000;

/** What of a form's definition tells which drafts are its own. */
type Owner = Pick<FormDefinition, "id" | "draftDays">;

function key(form: Owner): string {
  return `draft:${form.id}`;
}

/** Keeps a draft; false where the browser refuses: private windows, full disks. What is typed then lasts as long as the page. */
export function saveDraft(storage: Storage, form: Owner, draft: Draft, now: number): boolean {
  try {
    storage.setItem(key(form), JSON.stringify({ ...draft, savedAt: now }));
    return true;
  } catch {
    return false;
  }
}

export function forgetDraft(storage: Storage, form: Owner): void {
  try {
    storage.removeItem(key(form));
  } catch {
    // What refuses to keep a draft keeps none.
  }
}

/** The draft as this form can show it: expired ones are forgotten, and answers that it no longer asks left out. */
export function loadDraft(storage: Storage, form: FormDefinition, now: number): Draft | undefined {
  const stored = storedDraft(storage, form, now);
  if (!stored) return undefined;
  const { answers = {}, countries = {}, step, attempt } = stored;
  return { answers: known(form, answers), countries, step: form.steps[step] ? step : 0, attempt };
}

/** Puts an answer into the draft of a form that stands on another page; false when the browser keeps nothing. */
export function leaveAnswer(
  storage: Storage,
  form: Owner,
  name: string,
  value: string,
  now: number,
): boolean {
  const draft = { countries: {}, step: 0, ...storedDraft(storage, form, now) };
  return saveDraft(storage, form, { ...draft, answers: { ...draft.answers, [name]: value } }, now);
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
    fieldsOf(form).map(({ name, kind, options }) => {
      const value: unknown = stored[name];
      const isOffered = (one: unknown): one is string =>
        typeof one === "string" && (one === "" || !options || options.some((choice) => choice.value === one));
      if (kind === "multi") return [name, Array.isArray(value) ? value.filter(isOffered) : []];
      return [name, isOffered(value) ? value : ""];
    }),
  );
}
