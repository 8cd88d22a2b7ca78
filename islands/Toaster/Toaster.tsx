import { Toasts } from "../ui/Toasts";

/** Toasts for a page whose forms bring none of their own. */
export default function Toaster() {
  return <Toasts />;
}
