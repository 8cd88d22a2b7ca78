import {
  type Column,
  cellOf,
  type Figures,
  type Input,
  inputsOf,
  isShared,
  type Row,
  type Sum,
  shown,
  TYPED_DECIMALS,
} from "./sum";
import { written } from "./number";

interface SumTableProps {
  /** What ids begin with. */
  id: string;
  sum: Sum;
  figures: Figures;
  /** What is being typed, by cell. */
  texts: Record<string, string>;
  /** What is wrong with it. */
  problems: Record<string, string>;
  of: (cell: string) => number;
  onType: (cell: string, text: string) => void;
  onLeave: (cell: string) => void;
}

/** The figures that are asked, above what follows from them; one table, so that each number has its row and its column. */
export function SumTable(props: SumTableProps) {
  const { id, sum } = props;
  const isWide = sum.columns.length > 1;
  const asked = sum.rows.filter((row) => !row.formula);
  const computed = sum.rows.filter((row) => row.formula);
  return (
    <div className="table-scroll">
      <table>
        <caption className="visually-hidden">{sum.title}</caption>
        {isWide ? (
          <thead>
            <tr>
              <td />
              {sum.columns.map(({ name, label, unit }) => (
                <th key={name} scope="col" id={`${id}column-${name}`}>
                  {label}
                  {unit ? (
                    <>
                      {" "}
                      <span className="muted small">{unit}</span>
                    </>
                  ) : null}
                </th>
              ))}
            </tr>
          </thead>
        ) : null}
        <tbody>
          {asked.map((row) => (
            <tr key={row.name}>
              <RowHead id={id} row={row} />
              {inputsOf(sum, row).map((input, index) => (
                <AskedCell key={input.cell} {...props} row={row} column={sum.columns[index]} input={input} />
              ))}
            </tr>
          ))}
        </tbody>
        <tbody className="results">
          {computed.map((row) => (
            <tr key={row.name} className={row.total ? "total" : undefined}>
              <RowHead id={id} row={row} />
              {isShared(sum, row) ? (
                <td colSpan={sum.columns.length} data-cell={row.name}>
                  {shown(sum, row.name, props.of(row.name))}
                </td>
              ) : (
                sum.columns.map((column) => {
                  const cell = cellOf(sum, row, column);
                  return (
                    <td key={cell} data-cell={cell}>
                      {column.given ? null : shown(sum, cell, props.of(cell))}
                    </td>
                  );
                })
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RowHead({ id, row }: { id: string; row: Row }) {
  return (
    <th scope="row" id={`${id}row-${row.name}`}>
      {row.label}
      {row.unit && !row.formula ? (
        <>
          {" "}
          <span className="muted small">{row.unit}</span>
        </>
      ) : null}
    </th>
  );
}

interface AskedCellProps extends SumTableProps {
  row: Row;
  column: Column | undefined;
  input: Input;
}

/** A figure: a field for those with JavaScript, the text's own number for the others. */
function AskedCell({
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
  const { cell } = input;
  const isAlone = isShared(sum, row);
  const number = figures[cell] ?? input.figure;
  const problem = problems[cell];
  return (
    <td colSpan={isAlone ? sum.columns.length : undefined}>
      <div className="field">
        <input
          className="input needs-js"
          id={`${id}${cell}`}
          name={`${sum.slug}.${cell}`}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={texts[cell] ?? written(number, TYPED_DECIMALS)}
          aria-labelledby={isAlone || !column ? `${id}row-${row.name}` : `${id}row-${row.name} ${id}column-${column.name}`}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}${cell}-error` : undefined}
          onChange={(event) => onType(cell, event.currentTarget.value)}
          onBlur={() => onLeave(cell)}
        />
        <span className="without-js">{shown(sum, cell, number)}</span>
        {problem ? (
          <p className="error" id={`${id}${cell}-error`}>
            {problem}
          </p>
        ) : null}
      </div>
    </td>
  );
}
