import { useEffect, useRef, useState } from "react";
import type { Toast } from "./toast";

/** Milliseconds that good news stays; hovering or focusing it holds it. */
const STAYS = 8000;

/** Two live regions in a popover that is always open, so that what comes in is announced and lies over everything. */
export function Toasts() {
  const popover = useRef<HTMLDivElement>(null);
  // The last word counts: a new try must not stand under the error of the one before.
  const [shown, show] = useState<Toast & { id: number }>();

  useEffect(() => {
    const hear = (event: Event) => {
      if (event.defaultPrevented) return;
      event.preventDefault();
      const message = (event as CustomEvent<Toast | null>).detail;
      show((before) => {
        if (message) return { ...message, id: (before?.id ?? 0) + 1 };
        return before?.tone === "error" ? undefined : before;
      });
    };
    popover.current?.showPopover?.();
    addEventListener("site:toast", hear);
    return () => removeEventListener("site:toast", hear);
  }, []);

  const region = (tone: Toast["tone"], role: "status" | "alert") => (
    <div role={role}>
      {shown?.tone === tone ? <Message key={shown.id} toast={shown} onClose={() => show(undefined)} /> : null}
    </div>
  );
  return (
    <div className="toasts" popover="manual" ref={popover}>
      {region("success", "status")}
      {region("error", "alert")}
    </div>
  );
}

function Message({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const [held, setHeld] = useState(false);
  const before = useRef<Element>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onClose` is made anew with every render and means the same.
  useEffect(() => {
    if (held || toast.tone === "error") return;
    const timer = setTimeout(onClose, STAYS);
    return () => clearTimeout(timer);
  }, [held, toast.tone]);
  if (toast.quiet) {
    return (
      <div className="visually-hidden">
        <div className="toast">
          <strong>{toast.title}</strong> <p>{toast.text}</p>
        </div>
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering or focusing only keeps it from closing by itself.
    <div
      className="toast"
      data-tone={toast.tone}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={({ relatedTarget }) => {
        setHeld(true);
        before.current = relatedTarget;
      }}
      onBlur={() => setHeld(false)}
    >
      <strong className="toast-title">{toast.title}</strong>
      <p>{toast.text}</p>
      <button type="button" className="toast-close" aria-label="Fermer"
        onClick={() => {
          onClose();
          // The focus goes back to where it came from.
          (before.current as HTMLElement | null)?.focus();
        }}
      >
        <svg
          viewBox="0 0 24 24"
          width="20"
          height="20"
          stroke="currentColor"
          strokeWidth="2"
          aria-hidden="true"
        >
          <path d="M6 6l12 12M18 6 6 18" />
        </svg>
      </button>
    </div>
  );
}
