import { useId } from "react";

interface SearchFieldProps {
  label: string;
  placeholder: string;
  value: string;
  onSearch: (text: string) => void;
  /** Called by Enter, or the search key of a phone. */
  onEnter: () => void;
}

/** A search box. */
export function SearchField({ label, placeholder, value, onSearch, onEnter }: SearchFieldProps) {
  const id = useId();
  return (
    <div className="field search needs-js">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="search"
        className="input"
        placeholder={placeholder}
        value={value}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => onSearch(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Enter" && onEnter()}
      />
    </div>
  );
}
