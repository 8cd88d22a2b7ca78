import { filled } from "../ui/form/answers";
import { FormPanel } from "../ui/form/FormPanel";
import { Recap } from "../ui/form/Recap";
import { type FormController, type FormIslandProps, useForm } from "../ui/form/useForm";
import { Toasts } from "../ui/Toasts";

/** Five questions, then who asks. */
export default function ContactWizard(props: FormIslandProps) {
  const form = useForm(props);
  const { steps } = props.form;
  const isAnswered = (index: number) =>
    steps[index]?.fields.every((field) => Boolean(form.state.answers[field.name]?.length)) ?? false;
  return (
    <FormPanel
      form={form}
      props={props}
      head={<Head form={form} />}
      above={(index) => (index === steps.length - 1 ? <Recap form={form} before={index} isLinked /> : null)}
      // Choosing goes on by itself; the button is for going on with an answer that stands.
      mayGoOn={isAnswered}
    >
      <Toasts />
    </FormPanel>
  );
}

function Head({ form }: { form: FormController }) {
  const { definition, state, isLast } = form;
  const total = definition.steps.length - 1;
  const question = filled(definition.progress?.question ?? "", { n: state.step + 1, total });
  return (
    <div className="form-head needs-js">
      <p className="form-title">{isLast ? definition.progress?.last : question}</p>
      <progress className="form-progress" aria-label="Avancement" value={state.step} max={total + 1} />
    </div>
  );
}
