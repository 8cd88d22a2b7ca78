import type { ReactNode } from "react";
import { away } from "../useEnhanced";
import type { Step } from "./definition";
import { FieldControl } from "./FieldControl";
import type { FormController } from "./useForm";

/** What an island adds to the steps. */
export interface StepSlots {
  /** Above a step's questions, such as the summary. */
  above?: (index: number) => ReactNode;
  /** Under a step's questions, such as a banner. */
  below?: (index: number) => ReactNode;
  /** Whether the button that goes on shows; absent: always. */
  mayGoOn?: (index: number) => boolean;
}

interface StepPanelProps extends StepSlots {
  form: FormController;
  step: Step;
  index: number;
}

/** One step of a form with its buttons. */
export function StepPanel({ form, step, index, above, below, mayGoOn }: StepPanelProps) {
  const { definition, enhanced, state } = form;
  const { buttons, steps } = definition;
  const isLast = index === steps.length - 1;
  return (
    <fieldset className="form-step" data-step={index} tabIndex={-1} {...away(index !== state.step, enhanced)}>
      <legend className={steps.length > 1 ? "form-legend" : "visually-hidden"}>{step.title}</legend>
      {step.description ? <p className="form-description">{step.description}</p> : null}
      {above?.(index)}
      <div className="form-grid">
        {step.fields.map((field) => (
          <FieldControl key={field.name} form={form} field={field} quiet={step.fields.length === 1} />
        ))}
      </div>
      {below?.(index)}
      <div className="form-actions">
        {index > 0 ? (
          <button type="button" className="button needs-js" onClick={() => form.go(index - 1)}>
            {buttons.previous ?? "Précédent"}
          </button>
        ) : null}
        {isLast ? (
          <button
            type="submit"
            className="button button-primary"
            disabled={state.sending}
            aria-busy={state.sending || undefined}
          >
            {state.sending ? buttons.sending : buttons.submit}
          </button>
        ) : (
          <button
            type="button"
            className="button button-primary needs-js"
            onClick={form.next}
            {...away(!(mayGoOn?.(index) ?? true), enhanced)}
          >
            {buttons.next ?? "Continuer"}
          </button>
        )}
      </div>
    </fieldset>
  );
}
