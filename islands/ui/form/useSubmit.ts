import { type RefObject, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { clearToast, toast } from "../toast";
import { track } from "../track";
import { isEmpty } from "./answers";
import type { Answers } from "./conditions";
import type { FormDefinition, Notice } from "./definition";
import { forgetDraft, saveDraft } from "./draft";
import { type After, INVALID } from "./focus";
import { type Errors, judge, stepOfErrors } from "./judge";
import { type Failure, send } from "./send";
import { type FormState, startState } from "./state";
import { attempt as makeAttempt, newId } from "./submission";

interface Submission {
  form: FormDefinition;
  action: string;
  element: RefObject<HTMLFormElement | null>;
  state: FormState;
  /** Takes what stands in the form's fields over into its state. */
  typed: () => Answers;
  set: (part: Partial<FormState>) => void;
  after: (selectors: After) => void;
}

/** Checks, sends and says how it went. */
export function useSubmit({ form, action, element, state, typed, set, after }: Submission) {
  const busy = useRef(false);
  // A page is displayed from its start on, long before the island wakes.
  const displayedAt = useRef(0);
  const latest = useRef(state);
  const resetTimer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    latest.current = state;
  });
  useEffect(() => () => clearTimeout(resetTimer.current), []);

  const wrong = (errors: Errors) => {
    set({ errors, step: stepOfErrors(form, errors) ?? 0, sending: false, failure: undefined });
    after({ focus: INVALID });
  };
  const reset = (part: Pick<FormState, "sent" | "thanked">) => {
    displayedAt.current = performance.now();
    element.current?.reset();
    set({ ...startState(form), ...part });
  };
  const received = (answers: Answers) => {
    const { countries } = state;
    const sent = { answers, countries, at: new Date() };
    forgetDraft(form);
    track("form_submission", { form_name: form.id });
    track("contact_method", { method: "form", value: form.id });
    say(form.toasts.success, "success", true);
    after({ focus: "[data-thanks]" });
    const beginsAgain = form.resetDelay === undefined;
    // At once: a second click that comes before the thanks show would meet the form as it was sent.
    flushSync(() => (beginsAgain ? reset({ thanked: true, sent }) : set({ sending: false, thanked: true, sent })));
    if (beginsAgain) return;
    resetTimer.current = setTimeout(() => {
      // What was typed since the thank-you screen closed is a new request.
      if (latest.current.answers !== answers) return;
      const panel = element.current?.closest(".form-panel");
      // What had the focus goes; what stays of the thanks takes it.
      if (panel?.contains(document.activeElement)) after({ focus: "[data-thanks]" });
      reset({ thanked: false, sent });
    }, form.resetDelay);
  };

  return async (): Promise<void> => {
    if (busy.current) return;
    clearToast();
    const answers = typed();
    const errors = judge(form, answers);
    if (!isEmpty(errors)) {
      const isMissing = Object.values(errors).includes(form.messages.required ?? "");
      if (isMissing) say(form.toasts.missing, "error", true);
      wrong(errors);
      return;
    }
    const elapsed = performance.now() - displayedAt.current;
    if (elapsed < form.minimumSeconds * 1000) {
      say(form.toasts.tooFast, "error");
      return;
    }
    busy.current = true;
    clearTimeout(resetTimer.current);
    const honeypot = new FormData(element.current ?? undefined).get(form.meta.honeypot.name);
    const attempt = makeAttempt(form, answers, state.attempt, {
      honeypot: String(honeypot ?? ""),
      elapsed,
      source: location.pathname + location.search,
      now: new Date(),
      newId,
    });
    set({ sending: true, errors: {}, failure: undefined, thanked: false, attempt });
    // The button that sends once more goes with the failure that it stands at.
    after({ focus: "[type=submit]" });
    saveDraft(form, { ...state, answers, attempt });
    const outcome = await send(action, attempt.body, () => navigator.onLine);
    busy.current = false;
    if (outcome.kind === "received") {
      received(answers);
    } else if (outcome.kind === "refused" && stepOfErrors(form, outcome.errors) !== undefined) {
      wrong(outcome.errors);
    } else {
      console.error(`form \`${form.id}\` was not sent`, outcome);
      const failure: Failure = outcome.kind === "failed" ? outcome : { why: "text" };
      // It asks for another try, which is of use neither offline nor before the relay's time.
      if (failure.why === "text") say(form.toasts.failed, "error", true);
      set({ sending: false, failure });
      after({ focus: "[data-failure]" });
    }
  };
}

/** What the form repeats in view does not show as a toast on a low screen, where it would lie over the form. */
function say(notice: Notice | undefined, tone: "success" | "error", isRepeated = false): void {
  if (!notice) return;
  const isRoom = matchMedia("(min-height: 28rem)").matches;
  toast({ tone, ...notice, quiet: isRepeated && !isRoom });
}
