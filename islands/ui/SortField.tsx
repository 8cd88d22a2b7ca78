import { useId } from "react";

interface SortFieldProps {
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onSort: (value: string) => void;
}

/** A drop-down list that orders another one. */
export function SortField({ label, options, value, onSort }: SortFieldProps) {
  const id = useId();
  return (
    <div className="field sort needs-js">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="input" value={value} onChange={(event) => onSort(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
