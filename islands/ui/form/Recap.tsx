import { recapLines } from "./answers";
import type { FormController } from "./useForm";

interface RecapProps {
  form: FormController;
  /** Answers given before this step. */
  before: number;
  /** Each line leads back to its step. */
  isLinked?: boolean;
}

/** The earlier answers. */
export function Recap({ form, before, isLinked = false }: RecapProps) {
  const { definition, state } = form;
  const lines = recapLines(definition, state.answers, before);
  if (lines.length === 0) return null;
  return (
    <section className="recap-panel" aria-label={definition.recap}>
      {definition.recap ? <p className="label">{definition.recap}</p> : null}
      <dl className="recap">
        {lines.map(({ name, label, value, step }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              {isLinked ? (
                <button type="button" className="recap-line" onClick={() => form.go(step)}>
                  {value}
                  <span className="visually-hidden">{`\u00a0: ${definition.buttons.edit ?? "Modifier"}`}</span>
                </button>
              ) : (
                value
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
