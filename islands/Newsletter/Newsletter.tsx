import { FormPanel } from "../ui/form/FormPanel";
import type { FormIslandProps } from "../ui/form/useForm";

/** One address, confirmed by mail before it is kept. */
export default function Newsletter(props: FormIslandProps) {
  return <FormPanel {...props} />;
}
