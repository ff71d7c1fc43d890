import type { StaysReport } from '@petstore/client';
import { REASON_NAMES } from '../animals/movements/movement-words.ts';
import { formatNumber } from '../texts/in-language.ts';
import { longMonth } from '../ui/local-text.ts';
import { ScrollingTable } from '../ui/scrolling/scrolling-table.tsx';
import { TEXTS } from './figures-texts.ts';
import { dayNumber, rateText } from './numbers.ts';

type Figures = Omit<StaysReport['total'], 'byCategory' | 'byAge'>;

/** The columns of a table, and their values in each row. */
const COLUMNS = [
  [TEXTS.beginColumn, (row: Figures) => formatNumber(row.begin)],
  [TEXTS.intakes, (row: Figures) => formatNumber(row.intakes)],
  [TEXTS.outcomes, (row: Figures) => formatNumber(row.outcomes)],
  [TEXTS.endColumn, (row: Figures) => formatNumber(row.end)],
  [TEXTS.fosterColumn, (row: Figures) => formatNumber(row.inFoster)],
  [TEXTS.medianColumn, (row: Figures) => dayNumber(row.medianDays)],
  [TEXTS.p90Column, (row: Figures) => dayNumber(row.p90Days)],
  [TEXTS.liveReleaseColumn, (row: Figures) => rateText(row.liveReleaseRate)],
] as const;

/** Each month, newest first. */
export function MonthTable({ months }: Pick<StaysReport, 'months'>) {
  const rows = [...months].reverse().map(({ month, ...figures }) => ({ name: longMonth(month), figures }));
  return <FiguresTable label={TEXTS.byMonth} first={TEXTS.month} rows={rows} />;
}

interface Group {
  readonly name: string;
  readonly figures: Figures;
}

interface GroupTableProps {
  title: string;
  note?: string;
  groups: readonly Group[];
}

/** The whole period by kind or by age. */
export function GroupTable({ title, note, groups }: GroupTableProps) {
  return (
    <section className="card figures-card" aria-label={title}>
      <h2>{title}</h2>
      <FiguresTable label={title} first="" rows={groups} />
      {note !== undefined && <p className="hint">{note}</p>}
    </section>
  );
}

function FiguresTable({ label, first, rows }: { label: string; first: string; rows: readonly Group[] }) {
  if (rows.length === 0) return <p className="empty">{TEXTS.nothing}</p>;
  return (
    <ScrollingTable label={label}>
      <table>
        <thead>
          <tr>
            {first === '' ? <td /> : <th scope="col">{first}</th>}
            {COLUMNS.map(([name]) => (
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
              {COLUMNS.map(([column, read]) => (
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

interface ReasonTableProps {
  title: string;
  type: 'intake' | 'outcome';
  counts: Readonly<Record<string, number | undefined>>;
}

/** How many came in or left for each reason, the most frequent first. */
export function ReasonTable({ title, type, counts }: ReasonTableProps) {
  const rows = Object.entries(counts)
    .flatMap(([reason, count]) => (count === undefined ? [] : [{ reason, count }]))
    .sort((one, other) => other.count - one.count);
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <section className="card figures-card" aria-label={title}>
      <h2>{title}</h2>
      {rows.length === 0 && <p className="empty">{TEXTS.nothing}</p>}
      {rows.length > 0 && (
        <table>
          <tbody>
            {rows.map(({ reason, count }) => (
              <tr key={reason}>
                <th scope="row">
                  {REASON_NAMES[type][reason] ?? reason}
                  <span className="reason-bar" style={{ width: `${(count / most) * 100}%` }} />
                </th>
                <td className="number">{formatNumber(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
