import { recapLines } from "./answers";
import { outcomeOf } from "./conditions";
import type { FormController } from "./useForm";

/** The answers given before a step, each leading back to its own, and the judgement that they gave. */
export function Recap({ form, before }: { form: FormController; before: number }) {
  const { definition, state } = form;
  const lines = recapLines(definition, state.answers, before);
  if (lines.length === 0) return null;
  const outcomes = definition.steps.slice(0, before).map((step) => outcomeOf(step.outcome, state.answers));
  return (
    <section className="recap-panel" aria-label={definition.recap}>
      {definition.recap ? <p className="label">{definition.recap}</p> : null}
      {outcomes.map((outcome) =>
        outcome ? (
          <p key={outcome.id} className={`banner banner-${outcome.tone}`}>
            {outcome.label}
          </p>
        ) : null,
      )}
      <dl className="recap">
        {lines.map(({ name, label, value, step }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              <button type="button" className="recap-line" onClick={() => form.go(step, before)}>
                {value}
                <span className="visually-hidden">{`\u00a0: ${definition.buttons.edit ?? "Modifier"}`}</span>
              </button>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
