import { type FormEvent, useCallback, useEffect, useId, useLayoutEffect, useReducer, useRef } from "react";
import { useEnhanced } from "../useEnhanced";
import { isEmpty } from "./answers";
import type { Field, FormDefinition } from "./definition";
import { forgetDraft, loadDraft, saveDraft } from "./draft";
import { INVALID, useFocusAfter } from "./focus";
import { judge } from "./judge";
import { type FormAction, type FormState, reduce, startState } from "./state";
import type { Attempt } from "./submission";
import { mergedAnswers, typedAnswers } from "./typed";
import { useSubmit } from "./useSubmit";

export interface FormIslandProps {
  form: FormDefinition;
  /** Where the form is sent. */
  action: string;
  /** The owner's address, for the mail that a visitor can send when sending failed. */
  mailto: string;
  /** Path of the privacy page. */
  privacy: string;
}

/** A form's state and everything that changes it. */
export function useForm({ form, action }: FormIslandProps) {
  const element = useRef<HTMLFormElement>(null);
  const prefix = useId();
  const enhanced = useEnhanced();
  const [state, dispatch] = useReducer(
    (current: FormState, what: FormAction) => reduce(form, current, what),
    form,
    startState,
  );
  const attempt = useRef<Attempt | undefined>(undefined);
  const sent = useRef<FormState["answers"] | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const focusAfter = useFocusAfter(element);

  const go = useCallback(
    (step: number) => {
      clearTimeout(timer.current);
      dispatch({ type: "went", step });
      focusAfter(`[data-step="${step}"]`);
    },
    [focusAfter],
  );
  /** Goes on after the delay, in a step that advances by itself. */
  const advance = useCallback(
    (step: number) => {
      clearTimeout(timer.current);
      if (form.steps[step]?.advance) timer.current = setTimeout(() => go(step + 1), form.advanceDelay);
    },
    [form, go],
  );

  useLayoutEffect(() => {
    if (!element.current) return;
    const draft = loadDraft(localStorage, form, Date.now());
    const typed = typedAnswers(form, element.current);
    attempt.current = draft?.attempt;
    dispatch({
      type: "restored",
      answers: draft ? mergedAnswers(typed, draft.answers) : typed,
      step: draft?.step ?? 0,
    });
    // A choice made before hydration goes on as one made after.
    const asked = form.steps[0]?.fields[0];
    if (!draft && asked && typed[asked.name]?.length) advance(0);
    return () => clearTimeout(timer.current);
  }, [form, advance]);

  useEffect(() => {
    if (!enhanced || sent.current === state.answers) return;
    if (isEmpty(state.answers)) forgetDraft(localStorage, form);
    else saveDraft(localStorage, form, { ...state, attempt: attempt.current }, Date.now());
  }, [form, enhanced, state]);

  const submit = useSubmit({ form, action, element, state, dispatch, attempt, sent, focusAfter });
  const next = () => {
    const errors = judge(form, state.answers, state.step);
    if (Object.keys(errors).length === 0) return go(state.step + 1);
    dispatch({ type: "judged", errors });
    focusAfter(INVALID);
  };

  return {
    definition: form,
    /** What the ids of the form's controls begin with. */
    prefix,
    state,
    enhanced,
    element,
    isLast: state.step === form.steps.length - 1,
    answer: (field: Field, value: string | string[]) =>
      dispatch({ type: "answered", name: field.name, value }),
    advance: () => advance(state.step),
    go,
    next,
    close: () => {
      dispatch({ type: "closed" });
      focusAfter(`[data-step="${state.step}"]`);
    },
    submit,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      if (state.step < form.steps.length - 1) next();
      else void submit();
    },
  };
}

export type FormController = ReturnType<typeof useForm>;
