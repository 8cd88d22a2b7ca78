import { useEffect, useRef } from "react";
import { fragmentOf } from "../ui/fragment";
import { track } from "../ui/track";

export interface FaqProps {
  /** The questions as HTML, one `<details>` each. The browser has them in the page and is not given them again. */
  content?: string;
}

/**
 * Questions of which one is open at a time; the first is at first. They are the page's own HTML: what is open, the
 * visitor may have changed before hydration.
 */
export default function Faq({ content = "" }: FaqProps) {
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const questions = () => [...(root.current?.querySelectorAll("details") ?? [])];
    const topOf = (question: Element) => question.getBoundingClientRect().top;
    let pressed: { question: Element; top: number } | undefined;
    const press = ({ target }: Event) => {
      const question = (target as Element).closest("summary")?.parentElement;
      pressed = question ? { question, top: topOf(question) } : undefined;
    };
    const toggled = ({ target }: Event) => {
      const question = target as HTMLDetailsElement;
      if (!question.open) return;
      // Browsers that do not know `name` on details leave the others open.
      for (const other of questions()) {
        if (other !== question) other.open = false;
      }
      // What closed above must not pull the question away from under the finger.
      if (pressed?.question === question) scrollBy({ top: topOf(question) - pressed.top, behavior: "instant" });
      pressed = undefined;
      const name = question.querySelector("summary")?.textContent?.trim() ?? "";
      track("button_click", { button_name: name, location: "faq" });
    };
    // An address that names a question opens it.
    const openNamed = () => {
      const id = fragmentOf(location);
      const named = questions().find((one) => one.id !== "" && one.id === id);
      if (named) named.open = true;
    };
    const over = new AbortController();
    const { signal } = over;
    // What opens or closes does not say so to what is around it.
    root.current?.addEventListener("click", press, { capture: true, signal });
    root.current?.addEventListener("toggle", toggled, { capture: true, signal });
    addEventListener("hashchange", openNamed, { signal });
    addEventListener("site:anchor", openNamed, { signal });
    openNamed();
    return () => over.abort();
  }, []);

  return (
    <div
      ref={root}
      className="accordion"
      // The server's HTML stands: comparing it would write it, which the page's policy on HTML refuses.
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made from Markdown by the build, never by a visitor.
      dangerouslySetInnerHTML={{ __html: content }}
    />
  );
}
