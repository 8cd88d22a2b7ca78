import { mailtoLink } from "./mailto";
import { moment } from "./reply";
import type { FormController } from "./useForm";

/** What stands at the form when sending failed: why, once more, and by mail instead. */
export function Failure({ form, mailto }: { form: FormController; mailto: string }) {
  const { definition, state } = form;
  if (!state.failure) return null;
  const { why, at } = state.failure;
  return (
    <div className="banner banner-error form-failure" role="alert" tabIndex={-1} data-failure="">
      <p>{definition.failure[why]}</p>
      <div className="form-actions">
        <button type="button" className="button" onClick={() => void form.submit()}>
          {definition.failure.retry}
          {at ? ` le ${moment(at)}` : null}
        </button>
        <a className="button button-text" href={mailtoLink(definition, mailto, state.answers)}>
          {definition.failure.mailto}
        </a>
      </div>
    </div>
  );
}
