/**
 * A form's definition as crates/forms writes it: `form(id)` in templates, `props.form` of the form islands.
 * Absent values are left out of the JSON. Nothing here is decided twice: labels, rules and texts all come from it.
 */

export type Condition =
  | { all: Condition[] }
  | { any: Condition[] }
  | { field: string; in: string[] }
  | { field: string; filled: boolean };

export type FieldKind = "choice" | "multi" | "text" | "email" | "phone" | "textarea" | "url" | "number";

export interface Choice {
  value: string;
  label: string;
  description?: string;
  icon?: string;
  /** Offered only when it holds; absent: always. */
  when?: Condition;
}

export interface Country {
  code: string;
  name: string;
  flag: string;
  dialCode: string;
  /** Most digits after the dial code; absent: no limit. */
  maxDigits?: number;
}

export interface Countries {
  default: string;
  /** Accessible name of the picker. */
  label: string;
  /** Placeholder of the search box. */
  search: string;
  /** When the search finds nothing. */
  empty: string;
  list: Country[];
}

export interface Field {
  /** The payload's key. */
  name: string;
  kind: FieldKind;
  /** Of `choice` and `multi` only. */
  control?: "cards" | "list" | "select";
  label: string;
  /** Label in the summary of earlier answers; absent: not in the summary. */
  recap?: string;
  hint?: string;
  placeholder?: string;
  autocomplete?: string;
  required: boolean;
  maxLength?: number;
  rows?: number;
  /** What a number counts, such as "€". */
  unit?: string;
  /** For `new RegExp(pattern, "u")` on a trimmed value that is not empty. */
  pattern?: string;
  /** Key of `messages` when the pattern does not match. */
  patternCode?: string;
  options?: Choice[];
  /** Asked only when it holds (a field not asked is neither required nor sent). */
  when?: Condition;
  /** Names of the fields that a change of this one empties. */
  clears?: string[];
  countries?: Countries;
}

export interface OutcomeCase {
  id: string;
  tone: "success" | "warning";
  label: string;
  when?: Condition;
  title?: string;
  text: string;
}

/** The first case whose condition holds (or that has none) is shown once `when` holds. */
export interface Outcome {
  when: Condition;
  cases: OutcomeCase[];
}

export interface Step {
  id: string;
  title: string;
  description?: string;
  /** Choosing goes on by itself after `advanceDelay`. */
  advance: boolean;
  fields: Field[];
  outcome?: Outcome;
}

/** A payload value without a control: "" for text, [] for list, new Date().toISOString() at submit for timestamp. */
export interface Carried {
  name: string;
  kind: "text" | "list" | "timestamp";
  /** The field it is made from … */
  from?: string;
  /** … as it is, or as dial code, space, digits grouped by two. */
  format?: "copy" | "pairs";
  maxLength: number;
}

export interface Notice {
  title: string;
  text: string;
  button?: string;
}

export interface FormDefinition {
  id: string;
  title: string;
  description?: string;
  /** Where a visitor without JavaScript lands after success. */
  thanks: string;
  /** The island refuses a submission faster than this (seconds). */
  minimumSeconds: number;
  /** Milliseconds. */
  advanceDelay: number;
  /** Milliseconds after which the thank-you screen resets the form; absent: at once. */
  resetDelay?: number;
  draftDays: number;
  /** `{n}` and `{total}`; total counts the steps before the last one. */
  progress?: { question: string; last: string };
  /** Heading of the summary of earlier answers. */
  recap?: string;
  /** `submit` and `sending` are always there; also `next`, `previous`, `edit`. */
  buttons: { submit: string; sending: string; next?: string; previous?: string; edit?: string };
  steps: Step[];
  carried: Carried[];
  /** By code: required, too_long, control_character, email_invalid, phone_invalid, url_invalid, number_invalid, choice_invalid, … `{max}` stands for the limit. */
  messages: Record<string, string>;
  toasts: { missing?: Notice; tooFast?: Notice; failed?: Notice; success?: Notice };
  success: Notice;
  failure: { text: string; offline: string; busy: string; retry: string; mailto: string };
  privacy: { text: string; link: string };
  /** Names of the fields that every payload has beside the form's own. */
  meta: {
    /** Send an empty text (or what a robot typed). Rendered off-screen, tabindex -1, autocomplete off. */
    honeypot: { name: string; label: string };
    /** Milliseconds since the form was displayed: a number in JSON. */
    elapsed: string;
    /** location.pathname + location.search of the page (campaign parameters included). */
    source: string;
    /** 8-64 of [A-Za-z0-9_-], e.g. crypto.randomUUID(); a new one when the content changes, the same one (and the same timestamp) for a retry. */
    submission: string;
  };
  /** For the prefilled mailto: link; `{name}` stands for that field's value. Absent for the newsletter. */
  mail?: { subject: string };
}

/** POST action, `Content-Type: application/json`, `Accept: application/json`. Unknown keys are refused. */
export type Payload = Record<string, string | number | string[]>;

/** 200. */
export interface Received {
  /** The submission's id. */
  id: string;
}

/** Any other status, `application/problem+json` (RFC 9457). 503 and 429 carry Retry-After (seconds). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  instance: string;
  detail?: string;
  /** 422 only: `#/email`, `#/besoins/1`. */
  errors?: { pointer: string; code: string; detail: string }[];
  /** The owner's address as a mailto: link, on failures, when the relay knows a public one. */
  mailto?: string;
}
