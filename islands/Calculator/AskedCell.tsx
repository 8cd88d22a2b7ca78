import { unitOf } from "../ui/unit";
import { inDigits, written } from "./number";
import {
  type Column,
  type Figures,
  type Input,
  isShared,
  type Row,
  type Sum,
  TYPED_DECIMALS,
} from "./sum";

/** What the cells that are filled in share. */
export interface Asking {
  /** What ids begin with. */
  id: string;
  sum: Sum;
  figures: Figures;
  /** What is being typed, by cell. */
  texts: Record<string, string>;
  /** What is wrong with it. */
  problems: Record<string, string>;
  onType: (cell: string, text: string) => void;
  onLeave: (cell: string) => void;
}

interface AskedCellProps extends Asking {
  row: Row;
  column: Column | undefined;
  input: Input;
}

/** A figure: a field for those with JavaScript, the text's own number for the others. */
export function AskedCell({
  sum,
  figures,
  texts,
  problems,
  onType,
  onLeave,
  id,
  row,
  column,
  input,
}: AskedCellProps) {
  const { cell, unit } = input;
  const isAlone = isShared(sum, row);
  const number = figures[cell] ?? input.figure;
  const problem = problems[cell];
  return (
    <td
      className={isAlone && sum.columns.length > 1 ? "common" : undefined}
      colSpan={isAlone ? sum.columns.length : undefined}
    >
      {/* A press on the unit is one on the field. */}
      <label className="input needs-js">
        <input
          id={`${id}${cell}`}
          name={`${sum.slug}.${cell}`}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          value={texts[cell] ?? inDigits(number, TYPED_DECIMALS, unit)}
          aria-labelledby={[
            `${id}row-${row.name}`,
            unit && `${id}${cell}-unit`,
            !isAlone && column && `${id}column-${column.name}`,
          ]
            .filter(Boolean)
            .join(" ")}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}${cell}-error` : undefined}
          onChange={(event) => onType(cell, event.currentTarget.value)}
          onBlur={() => onLeave(cell)}
        />
        {unit ? (
          <span className="muted" id={`${id}${cell}-unit`}>
            {unitOf(number, unit)}
          </span>
        ) : null}
      </label>
      <span className="without-js">{written(number, TYPED_DECIMALS, unit)}</span>
      {problem ? (
        <p className="error" id={`${id}${cell}-error`}>
          {problem}
        </p>
      ) : null}
    </td>
  );
}
