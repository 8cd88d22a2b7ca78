import { useEffect, useRef } from "react";

export interface SearchProps {
  /** The search's form as HTML. The browser has it in the page and is not given it again. */
  content?: string;
}

/** The search of the articles: its form is the page's own HTML; its script and index come when somebody turns to it. */
export default function Search({ content = "" }: SearchProps) {
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const search = root.current?.querySelector<HTMLElement>("[data-script]");
    const input = search?.querySelector("input");
    const script = search?.dataset.script;
    if (!input || !script) return;
    const over = new AbortController();
    const begin = () => {
      over.abort();
      import(script).then(({ start }) => start(search), console.error);
    };
    const isAsked = () => new URLSearchParams(location.search).has(input.name);
    if (isAsked() || input.value || document.activeElement === input) begin();
    else {
      input.addEventListener("focus", begin, { signal: over.signal });
      // Back may lead to an address that asks.
      addEventListener("popstate", () => isAsked() && begin(), { signal: over.signal });
    }
    return () => over.abort();
  }, []);

  return (
    <div
      ref={root}
      // The server's HTML stands: comparing it would write it, which the page's policy on HTML refuses.
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made from a template by the build, never by a visitor.
      dangerouslySetInnerHTML={{ __html: content }}
    />
  );
}
