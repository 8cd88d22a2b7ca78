/** A short message that appears over the page. */
export interface Toast {
  /** An error is announced at once and stays until it is closed. */
  tone: "success" | "error";
  title: string;
  text: string;
  /** It is announced, not shown: the same stands in view, and there is no room beside it. */
  quiet?: boolean;
}

/** Takes back what was said to be wrong: the visitor has gone on. */
export function clearToast(): void {
  dispatchEvent(new CustomEvent("site:toast"));
}

/** Shows a toast in the first list of toasts that is awake. */
export function toast(message: Toast): void {
  dispatchEvent(new CustomEvent("site:toast", { detail: message, cancelable: true }));
}
