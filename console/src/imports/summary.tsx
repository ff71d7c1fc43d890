import type { ImportSummary } from '@petstore/client';
import { formatNumber } from '../ui/local-text.tsx';

type Count = Exclude<
  keyof ImportSummary,
  'skipped' | 'left' | 'rows' | 'leftInCatalogue' | 'withoutReference'
>;

/** The counts in the order of the page, before and after the import. Those that are 0 are left out. */
const COUNTS: ReadonlyArray<{ count: Count; before: string; after: string }> = [
  { count: 'created', before: 'will be added', after: 'added' },
  { count: 'updated', before: 'will be changed', after: 'changed' },
  { count: 'unchanged', before: 'are in the catalogue already', after: 'were in the catalogue already' },
  {
    count: 'held',
    before: 'keep the status that their order sets',
    after: 'kept the status that their order sets',
  },
  {
    count: 'kept',
    before: 'stay as they are in the catalogue',
    after: 'stayed as they are in the catalogue',
  },
  {
    count: 'deleted',
    before: 'were removed earlier and stay removed',
    after: 'were removed earlier and stay removed',
  },
  { count: 'superseded', before: 'are repeated further down', after: 'were repeated further down' },
  {
    count: 'failed',
    before: 'have a problem and will be left out',
    after: 'have a problem and were left out',
  },
];

interface SummaryProps {
  summary: ImportSummary;
  isDone: boolean;
}

/** What an import does or did, in numbers. */
export function Summary({ summary, isDone }: SummaryProps) {
  const counts = COUNTS.filter(({ count }) => summary[count] > 0 || count === 'created');
  return (
    <>
      <dl className="import-counts">
        {counts.map(({ count, before, after }) => (
          <div key={count} className={`count-${count}`}>
            <dt>{isDone ? after : before}</dt>
            <dd>{formatNumber(summary[count])}</dd>
          </div>
        ))}
      </dl>
      {summary.skipped.length > 0 && (
        <p className="hint">
          Left out as you chose:{' '}
          {summary.skipped.map(({ reason, rows }) => `${reason} (${formatNumber(rows)})`).join(', ')}.
        </p>
      )}
      {summary.withoutReference > 0 && (
        <p className="hint">
          No column has the number of the animals in your own system: importing this file again adds them
          again.
        </p>
      )}
    </>
  );
}
