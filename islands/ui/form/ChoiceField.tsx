import { type MouseEvent, useRef } from "react";
import { away } from "../useEnhanced";
import { holds, items, text } from "./conditions";
import type { Field } from "./definition";
import type { ControlProps } from "./control";
import type { FormController } from "./useForm";

interface ChoiceFieldProps {
  form: FormController;
  field: Field;
  control: ControlProps;
  /** No label stands above it. */
  quiet: boolean;
}

/** Tiles, radio buttons or checkboxes. */
export function ChoiceField({ form, field, control, quiet }: ChoiceFieldProps) {
  const byArrow = useRef<boolean>(undefined);
  const { answers } = form.state;
  const isMulti = field.kind === "multi";
  const isCards = field.control === "cards";
  const chosen = isMulti ? items(answers, field.name) : [text(answers, field.name)];

  const change = (value: string, isChecked: boolean) => {
    if (!isMulti) return form.answer(field, value);
    // In the order of the options, whatever the order of the clicks.
    const wanted = (option: string) => (option === value ? isChecked : chosen.includes(option));
    form.answer(field, (field.options ?? []).map((option) => option.value).filter(wanted));
  };
  const clicked = ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
    // Arrow keys walk through the answers and choose on the way; only a click, a tap or the space bar goes on.
    // A choice made before hydration is clicked again: the island says whether by an arrow (`record.ts`).
    if (!(byArrow.current ?? currentTarget.closest("[data-arrows]")) && !isMulti) form.advance(field);
    byArrow.current = false;
  };

  const group = {
    role: isMulti ? "group" : "radiogroup",
    ...(quiet ? { "aria-label": field.label } : { "aria-labelledby": `${control.id}-label` }),
    "aria-describedby": control["aria-describedby"],
    // A group of checkboxes knows neither.
    "aria-required": isMulti ? undefined : control["aria-required"],
    "aria-invalid": isMulti ? undefined : control["aria-invalid"],
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices which key was pressed inside; its role is in `group`.
    <div
      {...group}
      className={isCards ? "tiles" : "checks-list"}
      onKeyDown={(event) => {
        byArrow.current = event.key.startsWith("Arrow");
      }}
      onPointerDown={() => {
        byArrow.current = false;
      }}
    >
      {field.options?.map(({ value, label, description, when }) => (
        <label
          key={value}
          className={isCards ? "tile" : "checkbox"}
          {...away(!holds(when, answers), form.enhanced)}
        >
          <input
            type={isMulti ? "checkbox" : "radio"}
            name={field.name}
            value={value}
            required={control.required && !isMulti}
            checked={chosen.includes(value)}
            onChange={(event) => change(value, event.currentTarget.checked)}
            onClick={clicked}
          />
          <span>
            <span className={isCards ? "tile-label" : undefined}>{label}</span>
            {description ? <span className="tile-hint">{description}</span> : null}
          </span>
        </label>
      ))}
    </div>
  );
}
