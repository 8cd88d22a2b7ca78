import { Toasts } from "../Toasts";
import { Attached } from "./Attached";
import { Failure } from "./Failure";
import { FormHead } from "./FormHead";
import { MetaFields } from "./MetaFields";
import { Receipt } from "./Receipt";
import { StepPanel } from "./StepPanel";
import { type FormIslandProps, useForm } from "./useForm";

/** Milliseconds between the clicks of a pair, at most. */
const PAIR = 1000;

/** A whole form: every step, in one plain form that the browser can send by itself. */
export function FormPanel(props: FormIslandProps) {
  const form = useForm(props);
  const { definition, enhanced, state } = form;
  return (
    <div className="form-panel">
      <Receipt form={form} hours={props.hours} />
      <form
        ref={form.element}
        method="post"
        action={props.action}
        noValidate={enhanced}
        data-form={definition.id}
        aria-label={definition.title}
        // A form that goes back to its start by itself gives way to its thanks until then.
        hidden={state.thanked && definition.resetDelay !== undefined}
        // The second click of a pair was meant for the button that sent: it answers nothing of the form that begins again.
        onClickCapture={(event) => {
          if (event.detail < 2 || !(Date.now() - Number(state.sent?.at) < PAIR)) return;
          event.preventDefault();
          event.stopPropagation();
        }}
        onSubmit={form.onSubmit}
      >
        {definition.steps.length > 1 ? <FormHead form={form} /> : null}
        <Attached form={form} />
        <MetaFields definition={definition} page={props.page} />
        {definition.steps.map((step, index) => (
          <StepPanel key={step.id} form={form} step={step} index={index} />
        ))}
        <Failure form={form} mailto={props.mailto} />
        <p className="visually-hidden" role="status">
          {state.sending ? definition.buttons.sending : null}
        </p>
        <p className="form-privacy">
          {definition.privacy.text} <a href={props.privacy}>{definition.privacy.link}</a>
        </p>
      </form>
      <Toasts />
    </div>
  );
}
