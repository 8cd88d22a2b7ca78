import { FormPanel } from "../ui/form/FormPanel";
import type { FormIslandProps } from "../ui/form/useForm";

/** The agency's four steps, each checked before the next, and a thank-you screen. */
export default function AgencyForm(props: FormIslandProps) {
  return <FormPanel {...props} />;
}
