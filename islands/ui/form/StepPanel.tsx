import { away } from "../useEnhanced";
import { outcomeOf } from "./conditions";
import type { Step } from "./definition";
import { FieldControl } from "./FieldControl";
import { Recap } from "./Recap";
import type { FormController } from "./useForm";

interface StepPanelProps {
  form: FormController;
  step: Step;
  index: number;
}

/** One step of a form with its buttons. */
export function StepPanel({ form, step, index }: StepPanelProps) {
  const { definition, enhanced, state } = form;
  const { buttons, progress, steps } = definition;
  const isLast = index === steps.length - 1;
  // The form's own title may say it, where it shows.
  const isSaid = steps.length === 1 || (enhanced && isLast && progress?.last.includes(step.title));
  const outcome = outcomeOf(step.outcome, state.answers);
  return (
    <fieldset className="form-step" data-step={index} tabIndex={-1} {...away(index !== state.step, enhanced)}>
      <legend className={isSaid ? "visually-hidden" : "form-legend"}>{step.title}</legend>
      {step.description ? <p className="form-description">{step.description}</p> : null}
      {/* Steps that go on by themselves are over before a summary is read. */}
      {index === state.step && !step.advance ? <Recap form={form} before={index} /> : null}
      <div className="form-grid">
        {step.fields.map((field) => (
          <FieldControl key={field.name} form={form} field={field} quiet={step.fields.length === 1} />
        ))}
      </div>
      {step.outcome ? (
        <div role="status">
          {outcome ? (
            <div className={`banner banner-${outcome.tone}`} data-outcome={outcome.id}>
              {outcome.title ? <strong>{outcome.title}</strong> : null}
              <p>{outcome.text}</p>
            </div>
          ) : null}
        </div>
      ) : null}
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
            // Disabled, it would lose the focus.
            aria-disabled={state.sending || undefined}
            aria-busy={state.sending || undefined}
          >
            {state.sending ? buttons.sending : buttons.submit}
          </button>
        ) : (
          <button
            type="button"
            className="button button-primary needs-js"
            onClick={form.next}
            {...away(!form.mayGoOn(index), enhanced)}
          >
            {buttons.next ?? "Continuer"}
          </button>
        )}
      </div>
    </fieldset>
  );
}
