import { emptyAnswers, withAnswer } from "./answers";
import type { Answers } from "./conditions";
import type { FormDefinition } from "./definition";
import { clearsError, type Errors } from "./judge";

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
  /** Why the last try failed; a key of the definition's `failure`. */
  failure: "text" | "offline" | "busy" | undefined;
  /** The thank-you screen or banner shows. */
  thanked: boolean;
  /** What arrived last, and when. */
  sent: ({ at: Date } & Pick<FormState, "answers" | "countries">) | undefined;
}

export type FormAction =
  | ({ type: "restored" } & Pick<FormState, "answers" | "countries" | "step">)
  | { type: "answered"; name: string; value: string | string[]; country?: string | undefined }
  | { type: "went"; step: number; back?: number | undefined }
  | { type: "judged"; errors: Errors; step?: number | undefined }
  | { type: "sending" }
  | { type: "failed"; why: NonNullable<FormState["failure"]> }
  | { type: "thanked"; at: Date }
  | { type: "closed" }
  | { type: "reset"; thanked: boolean };

export function startState(form: FormDefinition): FormState {
  return {
    answers: emptyAnswers(form),
    countries: {},
    step: 0,
    back: undefined,
    errors: {},
    sending: false,
    failure: undefined,
    thanked: false,
    sent: undefined,
  };
}

/** What follows from what happened. */
export function reduce(form: FormDefinition, state: FormState, action: FormAction): FormState {
  switch (action.type) {
    case "restored":
      return { ...state, answers: action.answers, countries: action.countries, step: action.step };
    case "answered": {
      // What is on its way must be what stays on the screen.
      if (state.sending) return state;
      const answers = withAnswer(form, state.answers, action.name, action.value);
      const { [action.name]: error, ...others } = state.errors;
      const countries = action.country
        ? { ...state.countries, [action.name]: action.country }
        : state.countries;
      const errors = error && !clearsError(action.value) ? state.errors : others;
      return { ...state, answers, countries, errors };
    }
    case "went":
      return { ...state, step: Math.min(Math.max(action.step, 0), form.steps.length - 1), back: action.back };
    case "judged":
      return {
        ...state,
        errors: action.errors,
        step: action.step ?? state.step,
        sending: false,
        failure: undefined,
      };
    case "sending":
      return { ...state, sending: true, errors: {}, failure: undefined, thanked: false };
    case "failed":
      return { ...state, sending: false, failure: action.why };
    case "thanked":
      return {
        ...state,
        sending: false,
        failure: undefined,
        thanked: true,
        sent: { answers: state.answers, countries: state.countries, at: action.at },
      };
    case "closed":
      return { ...state, thanked: false };
    case "reset":
      return { ...startState(form), thanked: action.thanked, sent: state.sent };
  }
}
