import { type MouseEvent, type ToggleEvent, useId, useLayoutEffect, useRef, useState } from "react";
import type { Question } from "../generated/faq";

export interface FaqProps {
  items: (Pick<Question, "question" | "answer"> & { id: string })[];
}

/** Questions of which one is open at a time; the first is at first. */
export default function Faq({ items }: FaqProps) {
  const group = useId();
  const root = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<string | undefined>(items[0]?.id);

  // What the visitor opened or closed before hydration stands; an address that names a question opens it.
  useLayoutEffect(() => {
    const adopt = () => {
      const all = [...(root.current?.querySelectorAll("details") ?? [])];
      const wanted = all.find((one) => one.id !== "" && `#${one.id}` === decodeURIComponent(location.hash));
      setOpen((wanted ?? all.find((one) => one.open))?.id);
    };
    adopt();
    addEventListener("hashchange", adopt);
    addEventListener("site:anchor", adopt);
    return () => {
      removeEventListener("hashchange", adopt);
      removeEventListener("site:anchor", adopt);
    };
  }, []);

  const choose = (event: MouseEvent, id: string) => {
    event.preventDefault();
    setOpen((current) => (current === id ? undefined : id));
  };
  // The browser opens a question by itself when the visitor finds a word in it.
  const toggled = (event: ToggleEvent<HTMLDetailsElement>, id: string) => {
    const isOpen = event.currentTarget.open;
    setOpen((current) => (isOpen ? id : current === id ? undefined : current));
  };
  return (
    <div className="accordion" ref={root}>
      {items.map(({ id, question, answer }) => (
        <details key={id} id={id} name={group} open={id === open} onToggle={(event) => toggled(event, id)}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button by nature. */}
          <summary onClick={(event) => choose(event, id)}>{question}</summary>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made from Markdown by the build, never by a visitor. */}
          <div className="accordion-answer" dangerouslySetInnerHTML={{ __html: answer }} />
        </details>
      ))}
    </div>
  );
}
