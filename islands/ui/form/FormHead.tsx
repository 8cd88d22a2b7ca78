import { filled } from "./answers";
import type { FormController } from "./useForm";

/** Which step this is, and the way there: a waypoint a step. */
export function FormHead({ form }: { form: FormController }) {
  const { definition, state } = form;
  const { progress, steps, title } = definition;
  const total = steps.length;
  const isLast = state.step === total - 1;
  const text = progress && isLast ? progress.last : (progress?.question ?? `{n}/{total}\u00a0: ${title}`);
  return (
    <div className="form-head needs-js">
      <p className="form-title">{filled(text, { n: state.step + 1, total: progress ? total - 1 : total })}</p>
      <div className="form-way">
        <progress className="form-progress" aria-label="Avancement" value={state.step} max={total} />
        {steps.map(({ id }, index) => (
          <span key={id} aria-hidden="true" data-done={index <= state.step ? "" : undefined} />
        ))}
      </div>
    </div>
  );
}
