import { FormPanel } from "../ui/form/FormPanel";
import { Thanks } from "../ui/form/Thanks";
import { type FormIslandProps, useForm } from "../ui/form/useForm";
import { Toasts } from "../ui/Toasts";

/** One address, confirmed by mail before it is kept. */
export default function Newsletter(props: FormIslandProps) {
  const form = useForm(props);
  return (
    <FormPanel form={form} props={props}>
      {form.state.thanked ? <Thanks form={form} /> : null}
      <Toasts />
    </FormPanel>
  );
}
