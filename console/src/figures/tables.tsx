import type { StaysReport } from '@petstore/client';
import { REASON_NAMES } from '../animals/movements/movement-words.ts';
import { formatNumber } from '../texts/in-language.ts';
import { longMonth } from '../ui/local-text.ts';
import { type Columns, type FiguresRow, FiguresTable } from './figures-table.tsx';
import { TEXTS } from './figures-texts.ts';
import { dayNumber, rateText } from './numbers.ts';

type Figures = Omit<StaysReport['total'], 'byCategory' | 'byAge'>;

const COLUMNS: Columns<Figures> = [
  [TEXTS.beginColumn, (row) => formatNumber(row.begin)],
  [TEXTS.intakes, (row) => formatNumber(row.intakes)],
  [TEXTS.outcomes, (row) => formatNumber(row.outcomes)],
  [TEXTS.endColumn, (row) => formatNumber(row.end)],
  [TEXTS.fosterColumn, (row) => formatNumber(row.inFoster)],
  [TEXTS.medianColumn, (row) => dayNumber(row.medianDays)],
  [TEXTS.p90Column, (row) => dayNumber(row.p90Days)],
  [TEXTS.liveReleaseColumn, (row) => rateText(row.liveReleaseRate)],
];

/** Each month, newest first. */
export function MonthTable({ months }: Pick<StaysReport, 'months'>) {
  const rows = [...months].reverse().map(({ month, ...figures }) => ({ name: longMonth(month), figures }));
  return <FiguresTable label={TEXTS.byMonth} first={TEXTS.month} rows={rows} columns={COLUMNS} />;
}

interface GroupTableProps {
  title: string;
  note?: string;
  groups: ReadonlyArray<FiguresRow<Figures>>;
}

/** The whole period by kind or by age. */
export function GroupTable({ title, note, groups }: GroupTableProps) {
  return (
    <section className="card figures-card" aria-label={title}>
      <h2>{title}</h2>
      <FiguresTable label={title} first="" rows={groups} columns={COLUMNS} />
      {note !== undefined && <p className="hint">{note}</p>}
    </section>
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
