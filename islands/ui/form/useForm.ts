import { type FormEvent, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useEnhanced } from "../useEnhanced";
import { clearToast } from "../toast";
import { isEmpty, withAnswer } from "./answers";
import { type Answers, fieldsOf, isAsked, outcomeOf } from "./conditions";
import type { Field, FormDefinition } from "./definition";
import { draftKey, forgetDraft, loadDraft, saveDraft } from "./draft";
import { INVALID, useAfter } from "./focus";
import { judge } from "./judge";
import { answered, type FormState, startState } from "./state";
import { withTyped } from "./typed";
import type { Hours } from "./reply";
import { useSubmit } from "./useSubmit";

export interface FormIslandProps {
  form: FormDefinition;
  /** Where the form is sent. */
  action: string;
  /** The owner's address, for the mail that a visitor can send when sending failed. */
  mailto: string;
  /** Path of the privacy page. */
  privacy: string;
  /** When somebody answers. */
  hours: Hours;
  /** Path of the page, for those without JavaScript. */
  page: string;
}

/** A form's state and everything that changes it. */
export function useForm({ form, action }: FormIslandProps) {
  const element = useRef<HTMLFormElement>(null);
  const prefix = useId();
  const enhanced = useEnhanced();
  const [state, change] = useState(() => startState(form));
  const set = useCallback((part: Partial<FormState>) => change((before) => ({ ...before, ...part })), []);
  /** What another tab keeps. Only it saves that: it may be further by now. */
  const known = useRef<Answers | undefined>(undefined);
  /** Whether the browser keeps what stands here; otherwise that is newer than any draft. */
  const isKept = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const after = useAfter(element);

  const go = (step: number, back?: number) => {
    clearTimeout(timer.current);
    clearToast();
    set({ step, back });
    after({ focus: `[data-step="${step}"]` });
  };

  useLayoutEffect(() => {
    const draft = loadDraft(form);
    set({ ...draft, answers: withTyped(form, element.current, draft ?? startState(form)) });
    return () => clearTimeout(timer.current);
  }, [form, set]);

  // Another tab may go on with the same draft, or send it, also while the page is put away.
  useEffect(() => {
    const listening = new AbortController();
    const read = (event: Event) => {
      const { key } = event as Partial<StorageEvent>;
      if (!isKept.current || (key && key !== draftKey(form))) return;
      const draft = loadDraft(form);
      const start = startState(form);
      const last = known.current;
      known.current = (draft ?? start).answers;
      change((before) => {
        const { sent, step, thanked } = before;
        // What was typed here while the other tab was sending is not sent.
        if (before.sending || (key && !draft && before.answers !== last)) return before;
        return draft ? { ...before, ...draft, step } : { ...start, sent, thanked };
      });
    };
    addEventListener("storage", read, listening);
    addEventListener("pageshow", read, listening);
    return () => listening.abort();
  }, [form]);
  useEffect(() => {
    if (!enhanced) return;
    const { answers, countries, sent } = state;
    isKept.current =
      sent?.answers !== answers &&
      (known.current === answers ||
        (isEmpty(answers) && isEmpty(countries) ? forgetDraft(form) : saveDraft(form, state)));
  }, [form, enhanced, state]);

  /** What an autofill or a script wrote counts as soon as somebody goes on. */
  const typed = () => {
    const answers = withTyped(form, element.current, state);
    set({ answers });
    return answers;
  };
  const submit = useSubmit({ form, action, element, state, typed, set, after });
  /** Whether the button that goes on shows, and Enter does. */
  const mayGoOn = (index: number, answers = state.answers) => {
    const step = form.steps[index];
    // Where choosing goes on by itself, the button is for going on with an answer that stands.
    if (step?.advance) return step.fields.every((field) => answers[field.name]?.length);
    return !step?.outcome || outcomeOf(step.outcome, answers) !== undefined;
  };
  const next = () => {
    const answers = typed();
    if (!mayGoOn(state.step, answers)) return;
    const errors = judge(form, answers, state.step);
    if (isEmpty(errors)) return go(state.back ?? state.step + 1);
    set({ errors });
    after({ focus: INVALID });
  };

  return {
    definition: form,
    /** What the ids of the form's controls begin with. */
    prefix,
    state,
    enhanced,
    element,
    answer: (field: Field, value: string | string[], country?: string) => {
      clearToast();
      // What is on its way must be what stays on the screen.
      change((before) => (before.sending ? before : answered(before, field, value, country)));
      // What a choice brings up comes into view: the next question, or the judgement with the way on.
      const step = form.steps[state.step];
      const answers = withAnswer(state.answers, field, value);
      const asked = step?.fields.findLast((one) => isAsked(one, answers) && !isAsked(one, state.answers));
      if (asked) after({ show: `[data-field="${asked.name}"]` });
      const outcome = outcomeOf(step?.outcome, answers);
      if (outcome !== outcomeOf(step?.outcome, state.answers)) after({ show: `[data-step="${state.step}"] .form-actions` });
    },
    /**
     * Goes on from a choice after the delay, in a step that advances by itself, unless the choice was made in a step that is
     * not shown, as browsers do that fill in what a page held.
     */
    advance: (field: Field) => {
      const step = form.steps[state.step];
      if (!step?.advance || !step.fields.includes(field)) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => go(state.back ?? state.step + 1), form.advanceDelay);
    },
    go,
    next,
    mayGoOn,
    /** Opens the form again with who asks filled in, to add something to what was sent. */
    more: () => {
      if (!state.sent) return;
      const texts = fieldsOf(form).filter(({ kind }) => kind === "textarea");
      const emptied = Object.fromEntries(texts.map(({ name }) => [name, ""]));
      const { answers, countries } = state.sent;
      set({ answers: { ...answers, ...emptied }, countries, step: form.steps.length - 1, thanked: false });
      after({ focus: "textarea" });
    },
    close: () => {
      set({ thanked: false });
      after({ focus: `[data-step="${state.step}"]` });
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
