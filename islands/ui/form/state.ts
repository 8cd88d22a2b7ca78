import { emptyAnswers, withAnswer } from "./answers";
import type { Answers } from "./conditions";
import type { Field, FormDefinition } from "./definition";
import { clearsError, type Errors } from "./judge";
import type { Failure } from "./send";
import type { Attempt } from "./submission";

/** Where a form stands. */
export interface FormState {
  answers: Answers;
  /** Code of the country that a phone field stands at, by the field's name: several share a dial code. */
  countries: Record<string, string>;
  step: number;
  /** The step to come back to after an earlier answer was changed. */
  back: number | undefined;
  errors: Errors;
  sending: boolean;
  /** Why the last try failed. */
  failure: Failure | undefined;
  /** The last try, for sending the same bytes again. */
  attempt: Attempt | undefined;
  /** The thank-you screen or banner shows. */
  thanked: boolean;
  /** What arrived last, and when. */
  sent: ({ at: Date } & Pick<FormState, "answers" | "countries">) | undefined;
}

export function startState(form: FormDefinition): FormState {
  return {
    answers: emptyAnswers(form),
    countries: {},
    step: 0,
    back: undefined,
    errors: {},
    sending: false,
    failure: undefined,
    attempt: undefined,
    thanked: false,
    sent: undefined,
  };
}

/** What follows from an answer: what depends on it is emptied, and what was wrong with it goes once it is filled. */
export function answered(
  state: FormState,
  field: Field,
  value: string | string[],
  country: string | undefined,
): FormState {
  const { name } = field;
  const answers = withAnswer(state.answers, field, value);
  const { [name]: error, ...others } = state.errors;
  const countries = country ? { ...state.countries, [name]: country } : state.countries;
  const errors = error && !clearsError(value) ? state.errors : others;
  return { ...state, answers, countries, errors };
}
