import { useEffect, useRef, useState } from "react";
import type { Toast } from "./toast";

/** Milliseconds that good news stays; hovering or focusing it holds it. */
const STAYS = 8000;

type Shown = Toast & { id: number };

/** Two live regions in a popover that is always open, so that what comes in is announced and lies over everything. */
export function Toasts() {
  const popover = useRef<HTMLDivElement>(null);
  const count = useRef(0);
  const [toasts, setToasts] = useState<Shown[]>([]);
  const close = (id: number) => setToasts((all) => all.filter((one) => one.id !== id));

  useEffect(() => {
    const add = (event: Event) => {
      if (event.defaultPrevented) return;
      event.preventDefault();
      const message = (event as CustomEvent<Toast | null>).detail;
      if (!message) return setToasts((all) => all.filter(({ tone }) => tone !== "error"));
      count.current += 1;
      const shown = { ...message, id: count.current };
      // The last word counts: a new try must not stand under the error of the one before.
      setToasts([shown]);
    };
    const element = popover.current;
    element?.showPopover?.();
    addEventListener("site:toast", add);
    return () => removeEventListener("site:toast", add);
  }, []);

  const region = (tone: Toast["tone"], role: "status" | "alert") => (
    <div role={role}>
      {toasts
        .filter((one) => one.tone === tone)
        .map((one) => (
          <Message key={one.id} toast={one} onClose={() => close(one.id)} />
        ))}
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onClose` is made anew with every render and means the same.
  useEffect(() => {
    if (held || toast.tone === "error") return;
    const timer = setTimeout(onClose, STAYS);
    return () => clearTimeout(timer);
  }, [held, toast.tone]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering or focusing only keeps it from closing by itself.
    <div
      className="toast"
      data-tone={toast.tone}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <strong className="toast-title">{toast.title}</strong>
      <p>{toast.text}</p>
      <button type="button" className="toast-close" aria-label="Fermer" onClick={onClose}>
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
