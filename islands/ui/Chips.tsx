import { useLayoutEffect, useRef } from "react";

export interface Chip {
  value: string;
  label: string;
  count?: number;
}

interface ChipsProps {
  /** What the group is about, for screen readers or as a visible legend. */
  label: string;
  visibleLabel?: boolean;
  chips: readonly Chip[];
  chosen: string;
  onChoose: (chip: Chip) => void;
}

/** Pixels beside the pressed chip in which its neighbour is seen. */
const NEIGHBOUR = 48;

/** A row of buttons of which one is pressed. */
export function Chips({ label, visibleLabel = false, chips, chosen, onChoose }: ChipsProps) {
  const row = useRef<HTMLFieldSetElement>(null);
  // Where the row scrolls sideways, the pressed chip and what is beside it are in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: which chip is pressed follows from `chosen`.
  useLayoutEffect(() => {
    const pressed = row.current?.querySelector("[aria-pressed=true]")?.getBoundingClientRect();
    const box = row.current?.getBoundingClientRect();
    if (!row.current || !pressed || !box) return;
    if (Math.min(pressed.left - box.left, box.right - pressed.right) >= NEIGHBOUR) return;
    row.current.scrollLeft += (pressed.left + pressed.right - box.left - box.right) / 2;
  }, [chosen]);
  return (
    <fieldset className="chips needs-js" ref={row}>
      <legend className={visibleLabel ? "label" : "visually-hidden"}>{label}</legend>
      {chips.map((chip) => (
        <button
          key={chip.value}
          type="button"
          className="chip"
          aria-pressed={chip.value === chosen}
          onClick={() => onChoose(chip)}
        >
          {chip.label}
          {chip.count === undefined ? null : <span className="count">{` ${chip.count}`}</span>}
        </button>
      ))}
    </fieldset>
  );
}
