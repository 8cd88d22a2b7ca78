import { type KeyboardEvent, useId, useRef, useState } from "react";
import { placeAfter } from "../ui/listKeys";
import { track } from "../ui/track";
import { away, useEnhanced } from "../ui/useEnhanced";

export interface MethodSelectorProps {
  steps: { title: string; text: string; items?: string[] | null }[];
}

/** The method's steps along a route, one at a time, chosen by numbers, dots or arrow keys. */
export default function MethodSelector({ steps }: MethodSelectorProps) {
  const id = useId();
  const enhanced = useEnhanced();
  const [active, setActive] = useState(0);
  const tabs = useRef<(HTMLButtonElement | null)[]>([]);

  const choose = (index: number) => {
    setActive(index);
    track("button_click", { button_name: steps[index]?.title ?? "", location: "method" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, active, steps.length);
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
    tabs.current[next]?.focus();
  };

  return (
    <div className="method">
      <div
        className="method-numbers needs-js"
        role="tablist"
        aria-label="Étapes de la méthode"
        onKeyDown={onKeyDown}
      >
        {steps.map(({ title }, index) => (
          <button
            key={title}
            ref={(element) => {
              tabs.current[index] = element;
            }}
            type="button"
            role="tab"
            id={`${id}tab${index}`}
            className="method-number"
            aria-selected={index === active}
            aria-controls={`${id}panel${index}`}
            tabIndex={index === active ? 0 : -1}
            data-done={index <= active ? "" : undefined}
            onClick={() => choose(index)}
          >
            <span aria-hidden="true">{index + 1}</span>
            <span className="method-name">{title}</span>
          </button>
        ))}
      </div>
      <div className="method-panels">
        {steps.map(({ title, text, items }, index) => (
          <section
            key={title}
            id={`${id}panel${index}`}
            className="method-panel"
            role="tabpanel"
            aria-labelledby={`${id}title${index}`}
            {...away(index !== active, enhanced)}
          >
            <p className="label">{`Étape ${index + 1} sur ${steps.length}`}</p>
            <h3 id={`${id}title${index}`}>{title}</h3>
            <p>{text}</p>
            {items?.length ? (
              <ul className="dots">
                {items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            ) : null}
          </section>
        ))}
      </div>
      <div className="method-dots needs-js">
        {steps.map(({ title }, index) => (
          <button
            key={title}
            type="button"
            className="method-dot"
            aria-label={`Étape ${index + 1}\u00a0: ${title}`}
            aria-current={index === active ? "step" : undefined}
            onClick={() => choose(index)}
          />
        ))}
      </div>
    </div>
  );
}
