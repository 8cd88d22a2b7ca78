import { type Answers, fieldsOf } from "./conditions";
import type { Field, FormDefinition } from "./definition";
import { countryOf, parsePhone, phoneValue } from "./phone";

/** What the visitor entered before hydration, or the browser filled in again after a reload. */
export function typedAnswers(form: FormDefinition, element: HTMLFormElement): Answers {
  const data = new FormData(element);
  return Object.fromEntries(
    fieldsOf(form).map((field) => {
      const values = data.getAll(field.name).map(String);
      return [field.name, field.kind === "multi" ? values : normal(field, values[0] ?? "")];
    }),
  );
}

function normal(field: Field, value: string): string {
  if (!field.countries) return value;
  return phoneValue(parsePhone(field.countries, value, countryOf(field.countries, undefined)));
}

/** The first answers, and those of the second where the first has none. */
export function mergedAnswers(first: Answers, second: Answers = {}): Answers {
  return Object.fromEntries(
    Object.entries(first).map(([name, value]) => [name, value.length > 0 ? value : (second[name] ?? value)]),
  );
}
