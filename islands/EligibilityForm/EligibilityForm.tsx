import { outcomeOf } from "../ui/form/conditions";
import { FormPanel } from "../ui/form/FormPanel";
import { judge } from "../ui/form/judge";
import { Thanks } from "../ui/form/Thanks";
import { type FormIslandProps, useForm } from "../ui/form/useForm";
import { Toasts } from "../ui/Toasts";

/** Three choices and a verdict, then the project. */
export default function EligibilityForm(props: FormIslandProps) {
  const form = useForm(props);
  const { answers } = form.state;
  const verdict = (index: number) => {
    const outcome = outcomeOf(props.form.steps[index]?.outcome, answers);
    return (
      <div role="status">
        {outcome ? (
          <div className={`banner banner-${outcome.tone}`} data-outcome={outcome.id}>
            {outcome.title ? <strong>{outcome.title}</strong> : null}
            <p>{outcome.text}</p>
          </div>
        ) : null}
      </div>
    );
  };
  return (
    <FormPanel
      form={form}
      props={props}
      below={(index) => (props.form.steps[index]?.outcome ? verdict(index) : null)}
      // Only once the last required choice is made.
      mayGoOn={(index) => Object.keys(judge(props.form, answers, index)).length === 0}
    >
      {form.state.thanked ? <Thanks form={form} /> : null}
      <Toasts />
    </FormPanel>
  );
}
