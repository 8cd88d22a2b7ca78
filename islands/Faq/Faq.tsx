import { type ToggleEvent, useEffect, useId, useRef } from "react";
import type { Question } from "../generated/faq";
import { track } from "../ui/track";

export interface FaqProps {
  items: (Pick<Question, "question" | "answer"> & { id: string })[];
}

/**
 * Questions of which one is open at a time; the first is at first. What is open belongs to the DOM, where the visitor
 * may have changed it before hydration: React writes `open` once, on the server, and never again.
 */
export default function Faq({ items }: FaqProps) {
  const group = useId();
  const root = useRef<HTMLDivElement>(null);
  const questions = () => [...(root.current?.querySelectorAll("details") ?? [])];

  // An address that names a question opens it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `questions` reads the DOM.
  useEffect(() => {
    const openNamed = () => {
      const id = decodeURIComponent(location.hash.slice(1));
      const named = questions().find((one) => one.id !== "" && one.id === id);
      if (named) named.open = true;
    };
    openNamed();
    addEventListener("hashchange", openNamed);
    addEventListener("site:anchor", openNamed);
    return () => {
      removeEventListener("hashchange", openNamed);
      removeEventListener("site:anchor", openNamed);
    };
  }, []);

  const toggled = (event: ToggleEvent<HTMLDetailsElement>, question: string) => {
    if (!event.currentTarget.open) return;
    // Browsers that do not know `name` on details leave the others open.
    for (const other of questions()) {
      if (other !== event.currentTarget) other.open = false;
    }
    track("button_click", { button_name: question, location: "faq" });
  };
  return (
    <div className="accordion" ref={root}>
      {items.map(({ id, question, answer }, index) => (
        <details
          key={id}
          id={id}
          name={group}
          open={index === 0}
          suppressHydrationWarning
          onToggle={(event) => toggled(event, question)}
        >
          <summary>{question}</summary>
          {/* The server's HTML stands: comparing it would write it, which the page's policy on HTML refuses. */}
          <div
            className="accordion-answer"
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: made from Markdown by the build, never by a visitor.
            dangerouslySetInnerHTML={{ __html: answer }}
          />
        </details>
      ))}
    </div>
  );
}
