import { type Answers, holds, isAsked, items, text } from "./conditions";
import type { Field, FormDefinition } from "./definition";
import { tidy } from "./tidy";

/** What is wrong, by field name. */
export type Errors = Record<string, string>;

/** Control characters, and the two separators that some readers take for line breaks. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;
const CONTROL_BUT_LAYOUT = /[^\P{Cc}\n\r\t]/u;

function codeOf(field: Field, answers: Answers): string | undefined {
  if (field.kind === "multi") {
    const values = items(answers, field.name);
    if (values.length === 0) return field.required ? "required" : undefined;
    return values.map((value) => optionCode(field, value, answers)).find(Boolean);
  }
  const value = tidy(field, text(answers, field.name));
  if (value === "") return field.required ? "required" : undefined;
  const control = field.kind === "textarea" ? CONTROL_BUT_LAYOUT : CONTROL;
  if (control.test(value)) return "control_character";
  // Characters are counted as the relay does, not in UTF-16 units.
  if (field.maxLength !== undefined && [...value].length > field.maxLength) return "too_long";
  if (field.pattern) return new RegExp(field.pattern, "u").test(value) ? undefined : field.patternCode;
  return field.options ? optionCode(field, value, answers) : undefined;
}

function optionCode(field: Field, value: string, answers: Answers): string | undefined {
  const choice = field.options?.find((one) => one.value === value);
  if (!choice) return "choice_invalid";
  return holds(choice.when, answers) ? undefined : "choice_unavailable";
}

/** Judges the fields of one step, or of all, as the relay will. */
export function judge(form: FormDefinition, answers: Answers, step?: number): Errors {
  const steps = step === undefined ? form.steps : form.steps.slice(step, step + 1);
  const errors: Errors = {};
  for (const field of steps.flatMap((one) => one.fields)) {
    if (!isAsked(field, answers)) continue;
    const code = codeOf(field, answers);
    if (code) errors[field.name] = (form.messages[code] ?? code).replace("{max}", String(field.maxLength));
  }
  return errors;
}

/** Whether an error goes away with what the field holds now: an edit that leaves it filled. */
export function clearsError(value: string | string[]): boolean {
  return String(value).trim() !== "";
}

/** Index of the first step with an error; none when there is none. */
export function stepOfErrors(form: FormDefinition, errors: Errors): number | undefined {
  const index = form.steps.findIndex((step) => step.fields.some((field) => errors[field.name]));
  return index < 0 ? undefined : index;
}
