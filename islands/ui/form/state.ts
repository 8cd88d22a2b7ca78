import { emptyAnswers, withAnswer } from "./answers";
import type { Answers } from "./conditions";
import type { FormDefinition } from "./definition";
import { clearsError, type Errors } from "./judge";

/** Where a form stands. */
export interface FormState {
  answers: Answers;
  step: number;
  errors: Errors;
  sending: boolean;
  /** Why the last try failed; a key of the definition's `failure`. */
  failure: "text" | "offline" | "busy" | undefined;
  /** The thank-you screen or banner shows. */
  thanked: boolean;
}

export type FormAction =
  | { type: "restored"; answers: Answers; step: number }
  | { type: "answered"; name: string; value: string | string[] }
  | { type: "went"; step: number }
  | { type: "judged"; errors: Errors; step?: number | undefined }
  | { type: "sending" }
  | { type: "failed"; why: NonNullable<FormState["failure"]> }
  | { type: "thanked" }
  | { type: "closed" }
  | { type: "reset"; thanked: boolean };

export function startState(form: FormDefinition): FormState {
  return {
    answers: emptyAnswers(form),
    step: 0,
    errors: {},
    sending: false,
    failure: undefined,
    thanked: false,
  };
}

/** What follows from what happened. */
export function reduce(form: FormDefinition, state: FormState, action: FormAction): FormState {
  switch (action.type) {
    case "restored":
      return { ...state, answers: action.answers, step: action.step };
    case "answered": {
      // What is on its way must be what stays on the screen.
      if (state.sending) return state;
      const answers = withAnswer(form, state.answers, action.name, action.value);
      const { [action.name]: error, ...others } = state.errors;
      return { ...state, answers, errors: error && !clearsError(action.value) ? state.errors : others };
    }
    case "went":
      return { ...state, step: Math.min(Math.max(action.step, 0), form.steps.length - 1) };
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
      return { ...state, sending: false, failure: undefined, thanked: true };
    case "closed":
      return { ...state, thanked: false };
    case "reset":
      return { ...startState(form), thanked: action.thanked };
  }
}
