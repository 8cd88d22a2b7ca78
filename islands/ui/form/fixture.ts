import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Field, FormDefinition } from "./definition";

const root = join(import.meta.dirname, "../../..");

/** Patterns as the relay has them, read from its source so that tests judge by the same ones. */
function relayPattern(name: string): string {
  const source = readFileSync(join(root, "crates/forms/src/rules.rs"), "utf8");
  const found = new RegExp(`pub const ${name}: &str = r#?"(.*)"#?;`).exec(source);
  if (!found?.[1]) throw new Error(`crates/forms has no pattern ${name}`);
  return found[1];
}

const PATTERNS: Partial<Record<Field["kind"], [constant: string, code: string]>> = {
  email: ["EMAIL", "email_invalid"],
  phone: ["PHONE", "phone_invalid"],
  url: ["URL", "url_invalid"],
  number: ["NUMBER", "number_invalid"],
};

/** Typography is none of these tests' concern: their texts have plain spaces and apostrophes. */
function plain(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, " ").replaceAll("’", "'");
}

function camelKeys(value: unknown): unknown {
  if (typeof value === "string") return plain(value);
  if (Array.isArray(value)) return value.map(camelKeys);
  if (typeof value !== "object" || value === null) return value;
  const camel = (key: string) => key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [camel(key), camelKeys(one)]));
}

/** A form's definition from content/forms, as crates/forms makes it. */
export function formFixture(id: string): FormDefinition {
  const raw = parse(readFileSync(join(root, `content/forms/${id}.yaml`), "utf8")) as { messages: object };
  const form = camelKeys(raw) as FormDefinition & { honeypot: FormDefinition["meta"]["honeypot"] };
  const field = (one: Field): Field => {
    const rule = PATTERNS[one.kind];
    return {
      ...one,
      required: one.required ?? false,
      ...(rule ? { pattern: relayPattern(rule[0]), patternCode: rule[1] } : {}),
    };
  };
  return {
    ...form,
    id,
    advanceDelay: form.advanceDelay ?? 0,
    messages: Object.fromEntries(
      Object.entries(raw.messages).map(([code, text]) => [code, plain(String(text))]),
    ),
    toasts: form.toasts ?? {},
    steps: form.steps.map((step) => ({
      ...step,
      advance: step.advance ?? false,
      fields: step.fields.map(field),
    })),
    meta: { honeypot: form.honeypot, elapsed: "elapsed", source: "source", submission: "submissionId" },
  };
}
