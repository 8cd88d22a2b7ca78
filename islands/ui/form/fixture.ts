import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FormDefinition } from "./definition";
import type { FormIslandProps } from "./useForm";

/** Typography is none of these tests' concern: their texts have plain spaces and apostrophes. */
function plain(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, " ").replaceAll("’", "'");
}

/** A form's definition from content/forms, as crates/forms wrote it beside this file. */
export function formFixture(id: string): FormDefinition {
  const text = plain(readFileSync(join(import.meta.dirname, "fixture.json"), "utf8"));
  const form = (JSON.parse(text) as FormDefinition[]).find((one) => one.id === id);
  if (!form) throw new Error(`fixture.json has no form ${id}`);
  return form;
}

/** What a template gives the island of a form. */
export function formProps(form: FormDefinition): FormIslandProps {
  return {
    form,
    action: `/api/forms/${form.id}`,
    mailto: "moi@exemple.re",
    privacy: "/politique-de-confidentialite",
    hours: { opens: "09:00", days: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"] },
    page: "/page",
  };
}
