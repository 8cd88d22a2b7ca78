import { filled, recapLines } from "./answers";
import { type Hours, moment, replyBy } from "./reply";
import type { FormController } from "./useForm";

/** What stands above the form once it was sent: thanks, when the answer comes, a copy, a way to add something. */
export function Receipt({ form, hours }: { form: FormController; hours: Hours }) {
  const { definition, state } = form;
  if (!state.sent) return null;
  const { receipt, success, steps } = definition;
  const { answers, at } = state.sent;
  const isScreen = state.thanked && definition.resetDelay !== undefined;
  return (
    <div className="receipt banner banner-success" role="status" tabIndex={-1} data-thanks="">
      {state.thanked ? <strong className="thanks-title">{success.title}</strong> : null}
      {state.thanked ? <p>{success.text}</p> : null}
      {receipt ? (
        <>
          <p>{filled(receipt.reply, { moment: replyBy(at, hours) })}</p>
          <details>
            <summary>{filled(receipt.sent, { moment: moment(at) })}</summary>
            <dl className="recap">
              {recapLines(definition, answers, steps.length, true).map(({ name, label, value }) => (
                <div key={name}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </details>
          <p className="form-actions">
            <button type="button" className="button button-text" onClick={form.more}>
              {receipt.more}
            </button>
            {isScreen && success.button ? (
              <button type="button" className="button" onClick={form.close}>
                {success.button}
              </button>
            ) : null}
          </p>
        </>
      ) : null}
    </div>
  );
}
