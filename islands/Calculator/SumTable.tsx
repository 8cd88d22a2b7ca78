import { type Asking, AskedCell } from "./AskedCell";
import { cellOf, inputsOf, isShared, type Row, shown } from "./sum";

interface SumTableProps extends Asking {
  of: (cell: string) => number;
}

/** To how many columns something is common. */
const MANY = ["aux deux", "aux trois"];

/** The figures that are asked, above what follows from them; one table, so that each number has its row and its column. */
export function SumTable(props: SumTableProps) {
  const { id, sum } = props;
  const isWide = sum.columns.length > 1;
  const asked = sum.rows.filter((row) => !row.formula);
  // What every column's results follow from is no column's own.
  const common = isWide ? asked.filter((row) => isShared(sum, row)) : [];
  const computed = sum.rows.filter((row) => row.formula);
  const askedRow = (row: Row) => (
    <tr key={row.name}>
      <RowHead id={id} row={row} />
      {inputsOf(sum, row).map((input, index) => (
        <AskedCell key={input.cell} {...props} row={row} column={sum.columns[index]} input={input} />
      ))}
    </tr>
  );
  return (
    <div className="table-scroll" data-search="off">
      <table>
        <caption className="visually-hidden">{sum.title}</caption>
        {isWide ? (
          <thead>
            <tr>
              <td />
              {sum.columns.map(({ name, label }) => (
                <th key={name} scope="col" id={`${id}column-${name}`}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
        ) : null}
        <tbody>{asked.filter((row) => !common.includes(row)).map(askedRow)}</tbody>
        {common.length > 0 ? (
          <tbody>
            <tr>
              <th scope="rowgroup" colSpan={sum.columns.length + 1}>
                {`Commun ${MANY[sum.columns.length - 2] ?? "à tous"}`}
              </th>
            </tr>
            {common.map(askedRow)}
          </tbody>
        ) : null}
        <tbody className="results">
          {computed.map((row) => (
            <tr key={row.name} className={row.total ? "total" : undefined}>
              <RowHead id={id} row={row} />
              {isShared(sum, row) && !row.under ? (
                <td className={isWide ? "common" : undefined} colSpan={sum.columns.length} data-cell={row.name}>
                  {shown(sum, row.name, props.of(row.name))}
                </td>
              ) : (
                sum.columns.map((column) => {
                  const cell = cellOf(sum, row, column);
                  const isHere = row.under ? row.under === column.name : !column.given;
                  return (
                    <td key={column.name} data-cell={isHere ? cell : undefined}>
                      {isHere ? shown(sum, cell, props.of(cell)) : null}
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
    </th>
  );
}
