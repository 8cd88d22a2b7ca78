import type { Condition, Field, FormDefinition, Outcome, OutcomeCase } from "./definition";

/** What the visitor answered so far, by field name; a list for `multi`. */
export type Answers = Record<string, string | string[]>;

/** A field's text; empty when it has none. */
export function text(answers: Answers, name: string): string {
  const value = answers[name];
  return typeof value === "string" ? value.trim() : "";
}

export function items(answers: Answers, name: string): string[] {
  const value = answers[name];
  return Array.isArray(value) ? value : [];
}

export function holds(condition: Condition | undefined, answers: Answers): boolean {
  if (!condition) return true;
  if ("all" in condition) return condition.all.every((one) => holds(one, answers));
  if ("any" in condition) return condition.any.some((one) => holds(one, answers));
  const value = text(answers, condition.field);
  return "in" in condition ? condition.in.includes(value) : (value !== "") === condition.filled;
}

export function fieldsOf(form: FormDefinition): Field[] {
  return form.steps.flatMap((step) => step.fields);
}

/** Whether the field is asked, as far as the answers say. */
export function isAsked(field: Field, answers: Answers): boolean {
  return holds(field.when, answers);
}

/** The judgement that the answers give, once there is one. */
export function outcomeOf(outcome: Outcome | undefined, answers: Answers): OutcomeCase | undefined {
  if (!outcome || !holds(outcome.when, answers)) return undefined;
  return outcome.cases.find((one) => holds(one.when, answers));
}
