import type { ReactNode } from "react";
import { Failure } from "./Failure";
import { MetaFields } from "./MetaFields";
import { StepPanel, type StepSlots } from "./StepPanel";
import type { FormController, FormIslandProps } from "./useForm";

interface FormPanelProps extends StepSlots {
  form: FormController;
  props: FormIslandProps;
  /** Over the form. */
  head?: ReactNode;
  /** In the form's place, while it stands. */
  instead?: ReactNode;
  /** Under the form: toasts, banners. */
  children?: ReactNode;
}

/** A whole form: every step, in one plain form that the browser can send by itself. */
export function FormPanel({ form, props, head, instead, children, ...slots }: FormPanelProps) {
  const { definition, enhanced } = form;
  return (
    <div className="form-panel">
      {instead}
      <form
        ref={form.element}
        method="post"
        action={props.action}
        noValidate={enhanced}
        data-form={definition.id}
        aria-label={definition.title}
        hidden={Boolean(instead)}
        onSubmit={form.onSubmit}
      >
        {head}
        <MetaFields definition={definition} />
        {definition.steps.map((step, index) => (
          <StepPanel key={step.id} form={form} step={step} index={index} {...slots} />
        ))}
        <Failure form={form} mailto={props.mailto} />
        <p className="form-privacy">
          {definition.privacy.text} <a href={props.privacy}>{definition.privacy.link}</a>
        </p>
      </form>
      {children}
    </div>
  );
}
