import type { Answers } from "./conditions";
import { fieldsOf, text } from "./conditions";
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

export function draftKey(form: Owner): string {
  return `draft:${form.id}`;
}

/** Whether the browser does it: storage that is refused is refused as soon as it is named. */
function isDone(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/** Keeps a draft; false where the browser refuses: site data that is blocked, full disks. What is typed then lasts as long as the page. */
export function saveDraft(form: Owner, draft: Partial<Draft>): boolean {
  return isDone(() => localStorage.setItem(draftKey(form), JSON.stringify({ ...draft, savedAt: Date.now() })));
}

export function forgetDraft(form: Owner): boolean {
  return isDone(() => localStorage.removeItem(draftKey(form)));
}

/** The draft as this form can show it: expired ones are forgotten, and answers that it no longer asks left out. */
export function loadDraft(form: FormDefinition): Draft | undefined {
  const stored = storedDraft(form);
  if (!stored) return undefined;
  const { answers, countries, step, attempt } = stored;
  return {
    answers: known(form, { ...answers }),
    countries: { ...countries },
    step: [...form.steps.keys()].find((one) => one === step) ?? 0,
    attempt,
  };
}

/** Changes an answer in the draft of a form that stands on another page; false when the browser keeps nothing. */
export function leaveAnswer(form: Owner, name: string, answer: (before: string) => string): boolean {
  const draft = storedDraft(form);
  const value = answer(text({ ...draft?.answers }, name));
  return saveDraft(form, { ...draft, answers: { ...draft?.answers, [name]: value } });
}

function storedDraft(form: Owner): Partial<Draft> | undefined {
  try {
    const stored: Partial<Draft> & { savedAt: number } = JSON.parse(localStorage.getItem(draftKey(form)) ?? "");
    const age = Date.now() - stored.savedAt;
    if (age >= -DAY && age < form.draftDays * DAY) return stored;
  } catch {
    // What cannot be read is no draft, and goes like those that are too old.
  }
  forgetDraft(form);
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
