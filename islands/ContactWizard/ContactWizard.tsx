import { FormPanel } from "../ui/form/FormPanel";
import type { FormIslandProps } from "../ui/form/useForm";

/** Five questions, then who asks. */
export default function ContactWizard(props: FormIslandProps) {
  return <FormPanel {...props} />;
}
