import type { ImportSummary } from '@petstore/client';
import { formatNumber } from '../texts/in-language.ts';
import { TEXTS } from './summary-texts.ts';

/** The counts in the order of the page. Those that are 0 are left out. */
const COUNTS = [
  'created',
  'updated',
  'unchanged',
  'held',
  'kept',
  'deleted',
  'superseded',
  'older',
  'failed',
  'movementsAdded',
  'movementsChanged',
  'movementsUnchanged',
  'movementsFailed',
  'bondsChanged',
  'bondsUnchanged',
  'bondsFailed',
] as const satisfies ReadonlyArray<keyof ImportSummary>;

interface SummaryProps {
  summary: ImportSummary;
  isDone: boolean;
}

/** What an import does or did, in numbers. */
export function Summary({ summary, isDone }: SummaryProps) {
  const counts = COUNTS.filter((count) => (summary[count] ?? 0) > 0 || count === 'created');
  return (
    <>
      <dl className="import-counts">
        {counts.map((count) => (
          <div key={count} className={`count-${count}`}>
            <dt>{isDone ? TEXTS[count].after : TEXTS[count].before}</dt>
            <dd>{formatNumber(summary[count] ?? 0)}</dd>
          </div>
        ))}
      </dl>
      {summary.skipped.length > 0 && (
        <p className="hint">
          {TEXTS.leftOut(
            summary.skipped.map(({ reason, rows }) => `${reason} (${formatNumber(rows)})`).join(', '),
          )}
        </p>
      )}
      {summary.leftInCatalogue > 0 && <p className="hint">{TEXTS.left(namesOf(summary))}</p>}
      {summary.withoutReference > 0 && (
        <p className="hint">{TEXTS.withoutReference(summary.withoutReference)}</p>
      )}
    </>
  );
}

const MAX_NAMED = 10;

function namesOf({ left, leftInCatalogue }: ImportSummary): string {
  const names = [...new Set(left.map(({ reference }) => reference))].slice(0, MAX_NAMED);
  return [...names, ...(leftInCatalogue > MAX_NAMED ? ['…'] : [])].join(', ');
}
