import { plainNumber } from "../plainNumber";
import { type Answers, fieldsOf, isAsked, items, text } from "./conditions";
import type { Field, FormDefinition } from "./definition";
import { formattedPhone } from "./phone";

export function emptyAnswers(form: FormDefinition): Answers {
  return Object.fromEntries(fieldsOf(form).map((field) => [field.name, field.kind === "multi" ? [] : ""]));
}

/** The answers with one changed, and what depends on it emptied. */
export function withAnswer(answers: Answers, { name, clears = [] }: Field, value: string | string[]): Answers {
  if (answers[name] === value) return answers;
  const cleared = clears.map(
    (other) => [other, Array.isArray(answers[other]) ? [] : ""] as const,
  );
  return { ...answers, [name]: value, ...Object.fromEntries(cleared) };
}

export function isEmpty(answers: Answers): boolean {
  return Object.values(answers).join("") === "";
}

/** What the visitor reads for a value: the options' labels, or the value itself. */
export function labelOf(field: Field, answers: Answers): string {
  const values = field.kind === "multi" ? items(answers, field.name) : [text(answers, field.name)];
  const label = (value: string) => field.options?.find((choice) => choice.value === value)?.label ?? value;
  if (field.countries) return formattedPhone(values[0] ?? "");
  const said = values.filter(Boolean).map(label).join(", ");
  return said && field.unit ? `${plainNumber(said)}\u00a0${field.unit}` : said;
}

export interface RecapLine {
  name: string;
  label: string;
  value: string;
  /** Index of the step that asks it. */
  step: number;
}

/** The answers given before a step: those of the summary, or all of them. */
export function recapLines(form: FormDefinition, answers: Answers, before: number, all = false): RecapLine[] {
  return form.steps.slice(0, before).flatMap((step, index) =>
    step.fields.flatMap((field) => {
      const value = labelOf(field, answers);
      const label = field.recap ?? (all ? field.label : undefined);
      if (!label || !value || !isAsked(field, answers)) return [];
      return [{ name: field.name, label, value, step: index }];
    }),
  );
}

/** Texts with `{name}` placeholders filled in. */
export function filled(template: string, values: Record<string, string | number>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
