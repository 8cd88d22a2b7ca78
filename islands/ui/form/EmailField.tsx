import { type ComponentProps, useState } from "react";
import { mailMeant } from "./mailTypo";

interface EmailFieldProps {
  control: ComponentProps<"input"> & { id: string; value: string };
  onMeant: (address: string) => void;
}

/** An address, and the one that was probably meant once the visitor has left the field. */
export function EmailField({ control, onMeant }: EmailFieldProps) {
  const [isLeft, setLeft] = useState(false);
  const leave = (input: HTMLInputElement) => {
    // What comes up under a pressed button moves it away from its click.
    if (document.querySelector(":active")) setTimeout(leave, 99, input);
    else setLeft(input !== document.activeElement);
  };
  const meant = isLeft ? mailMeant(control.value) : undefined;
  return (
    <>
      <input
        {...control}
        type="email"
        onFocus={() => setLeft(false)}
        onBlur={(event) => setTimeout(leave, 0, event.currentTarget)}
      />
      <div role="status">
        {meant ? (
          <p className="hint">
            {"Vouliez-vous dire "}
            <button type="button" className="recap-line" onClick={() => {
                onMeant(meant);
                // The button goes with the doubt.
                document.getElementById(control.id)?.focus();
              }}
            >
              {meant}
            </button>
            {"\u202f?"}
          </p>
        ) : null}
      </div>
    </>
  );
}
