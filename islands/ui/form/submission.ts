import { type Answers, fieldsOf, isAsked, items, text } from "./conditions";
import type { FormDefinition } from "./definition";
import type { Payload } from "./exchange";
import { formattedPhone } from "./phone";
import { tidy } from "./tidy";

/** What a submission says beside the answers. */
export interface Circumstances {
  /** What stands in the field that people do not see. */
  honeypot: string;
  /** Milliseconds since the form was displayed. */
  elapsed: number;
  /** The page's path with its query, campaign parameters included. */
  source: string;
  now: Date;
  newId: () => string;
}

/** One submission's bytes. A retry of the same content sends them again, so the relay can tell that it is one. */
export interface Attempt {
  /** The content that the body was made from. */
  content: string;
  body: string;
}

/** The answers that count: what is not asked is empty. */
function answered(form: FormDefinition, answers: Answers): Payload {
  return Object.fromEntries(
    fieldsOf(form).map((field) => {
      const asked = isAsked(field, answers);
      if (field.kind === "multi") return [field.name, asked ? items(answers, field.name) : []];
      return [field.name, asked ? tidy(field, text(answers, field.name)) : ""];
    }),
  );
}

function carried(form: FormDefinition, payload: Payload, now: Date): Payload {
  return Object.fromEntries(
    form.carried.map(({ name, kind, from, format }) => {
      if (kind === "list") return [name, []];
      if (kind === "timestamp") return [name, now.toISOString()];
      const value = String((from && payload[from]) || "");
      return [name, format === "pairs" ? formattedPhone(value) : value];
    }),
  );
}

/** The bytes to send: those of the last attempt when the content is the same, else new ones under a new id. */
export function attempt(
  form: FormDefinition,
  answers: Answers,
  last: Attempt | undefined,
  at: Circumstances,
): Attempt {
  const payload = answered(form, answers);
  const content = JSON.stringify([payload, at.honeypot]);
  if (last?.content === content) return last;
  const { honeypot, elapsed, source, submission } = form.meta;
  const body = JSON.stringify({
    ...payload,
    ...carried(form, payload, at.now),
    [honeypot.name]: at.honeypot,
    [elapsed]: Math.round(at.elapsed),
    [source]: at.source,
    [submission]: at.newId(),
  });
  return { content, body };
}

/** A random id, also where the page is not served securely and `randomUUID` is missing. */
export function newId(): string {
  return crypto.getRandomValues(new Uint8Array(16)).join("-");
}
