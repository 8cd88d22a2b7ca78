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

/** A row of buttons of which one is pressed. */
export function Chips({ label, visibleLabel = false, chips, chosen, onChoose }: ChipsProps) {
  return (
    <fieldset className="chips needs-js">
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
