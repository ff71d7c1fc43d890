import { ScrollingTable } from '../ui/scrolling/scrolling-table.tsx';
import { TEXTS } from './figures-texts.ts';

/** The columns of a table, and how each shows its value of a row. */
export type Columns<Figures> = ReadonlyArray<readonly [name: string, read: (figures: Figures) => string]>;

export interface FiguresRow<Figures> {
  readonly name: string;
  readonly figures: Figures;
}

interface FiguresTableProps<Figures> {
  label: string;
  /** The name of the first column, if it has one. */
  first: string;
  rows: ReadonlyArray<FiguresRow<Figures>>;
  columns: Columns<Figures>;
}

/** A table of numbers with a row for each month or group. */
export function FiguresTable<Figures>({ label, first, rows, columns }: FiguresTableProps<Figures>) {
  if (rows.length === 0) return <p className="empty">{TEXTS.nothing}</p>;
  return (
    <ScrollingTable label={label}>
      <table>
        <thead>
          <tr>
            {first === '' ? <td /> : <th scope="col">{first}</th>}
            {columns.map(([name]) => (
              <th key={name} scope="col" className="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, figures }) => (
            <tr key={name}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              {columns.map(([column, read]) => (
                <td key={column} className="number">
                  {read(figures)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollingTable>
  );
}
