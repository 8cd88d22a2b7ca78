import { withAnswer } from "./answers";
import { type Answers, fieldsOf } from "./conditions";
import type { FormDefinition } from "./definition";
import { countryOf, digitsOf, parsePhone, phoneValue } from "./phone";
import type { FormState } from "./state";

/**
 * The answers, with what stands in the form although no event told of it: entered before hydration, filled in again by the
 * browser after a reload, written by an autofill or a script. What is empty there may be so by React's own hand.
 */
export function withTyped(
  form: FormDefinition,
  element: HTMLFormElement | null,
  { answers, countries }: Pick<FormState, "answers" | "countries">,
): Answers {
  const data = new FormData(element ?? undefined);
  return fieldsOf(form).reduce((known, field) => {
    const values = data.getAll(field.name).map(String);
    const typed = values.join();
    const before = String(known[field.name]);
    if (!typed || typed === before) return known;
    if (!field.countries) return withAnswer(known, field, field.kind === "multi" ? values : typed);
    // Its field shows a number without the dial code, of which the state knows more.
    if (before.endsWith(digitsOf(typed))) return known;
    const at = countryOf(field.countries, countries[field.name]);
    return withAnswer(known, field, phoneValue(parsePhone(field.countries, typed, at)));
  }, answers);
}
