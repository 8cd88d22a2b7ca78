import { type ComponentProps, useState } from "react";
import { mailMeant } from "./mailTypo";

interface EmailFieldProps {
  control: ComponentProps<"input">;
  maxLength: number | undefined;
  value: string;
  onChange: (value: string) => void;
}

/** An address, and the one that was probably meant once the visitor has left the field. */
export function EmailField({ control, maxLength, value, onChange }: EmailFieldProps) {
  const [isLeft, setLeft] = useState(false);
  const meant = isLeft ? mailMeant(value) : undefined;
  return (
    <>
      <input
        {...control}
        type="email"
        maxLength={maxLength}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
      />
      <div role="status">
        {meant ? (
          <p className="hint">
            {"Vouliez-vous dire "}
            <button type="button" className="recap-line" onClick={() => onChange(meant)}>
              {meant}
            </button>
            {"\u202f?"}
          </p>
        ) : null}
      </div>
    </>
  );
}
