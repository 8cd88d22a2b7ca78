import { FormPanel } from "../ui/form/FormPanel";
import { Recap } from "../ui/form/Recap";
import { Thanks } from "../ui/form/Thanks";
import { type FormIslandProps, useForm } from "../ui/form/useForm";
import { Toasts } from "../ui/Toasts";

/** The agency's four steps, each checked before the next, and a thank-you screen. */
export default function AgencyForm(props: FormIslandProps) {
  const form = useForm(props);
  const total = props.form.steps.length;
  return (
    <FormPanel
      form={form}
      props={props}
      head={
        <div className="form-head needs-js">
          <p className="form-title">{`Étape ${form.state.step + 1} sur ${total}`}</p>
          <progress
            className="form-progress"
            aria-label="Avancement"
            value={form.state.step + 1}
            max={total}
          />
        </div>
      }
      instead={form.state.thanked ? <Thanks form={form} onClose={form.close} /> : null}
      above={(index) =>
        index > 0 && index === form.state.step ? <Recap form={form} before={index} /> : null
      }
    >
      <Toasts />
    </FormPanel>
  );
}
