import { filled, labelOf } from "./answers";
import { type Answers, fieldsOf, isAsked, text } from "./conditions";
import type { FormDefinition } from "./definition";

/** The beginning of a long answer. Longer links are cut by some mail programs and refused by others. */
const LONG = /^(.{1100}).+/su;

/** A link that opens a mail with everything typed, for when sending failed. */
export function mailtoLink(form: FormDefinition, address: string, answers: Answers): string {
  const fields = fieldsOf(form);
  const values = Object.fromEntries(fields.map((field) => [field.name, text(answers, field.name)]));
  const subject = filled(form.mail?.subject ?? form.title, values);
  const lines = fields.flatMap((field) => {
    const value = labelOf(field, answers);
    return value && isAsked(field, answers) ? [`${field.label}\u00a0: ${value}`] : [];
  });
  const body = lines.map((line) => line.replace(LONG, "$1 […] (suite à recopier ici)")).join("\r\n");
  return `mailto:${address.replace(/^mailto:/, "")}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
