import { FormPanel } from "../ui/form/FormPanel";
import type { FormIslandProps } from "../ui/form/useForm";

/** Two or three choices and a verdict, then the project. */
export default function EligibilityForm(props: FormIslandProps) {
  return <FormPanel {...props} />;
}
