import type { Import } from '@petstore/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { itemsOf } from '../queries/list-pages.ts';
import { Moment } from '../session/moment.tsx';
import { useSession } from '../session/use-session.ts';
import { formatNumber } from '../texts/in-language.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { CancelImport } from './cancel-import.tsx';
import { hasEnded, importList } from './import-queries.ts';
import { saveBadRows } from './import-requests.ts';
import { TEXTS } from './imports-texts.ts';

/** The imports of the last seven days. */
export function EarlierImports() {
  const { petstore } = useSession();
  const list = useInfiniteQuery(importList(petstore));
  const imports =
    list.data === undefined
      ? []
      : itemsOf<Import>(list.data).filter(({ dryRun, state }) => !dryRun && state !== 'preview');
  if (list.error !== null) return <ErrorNote error={list.error} onRetry={list.refetch} />;
  if (imports.length === 0) return null;
  return (
    <section className="import-section">
      <h2>{TEXTS.lastDays}</h2>
      <ul className="earlier-imports">
        {imports.map((one) => (
          <li key={String(one.id)} className="card">
            <p>
              <strong>{one.fileName}</strong>
            </p>
            <p className="detail">
              <Moment at={one.createdAt} />
              <span>{resultOf(one)}</span>
            </p>
            {!hasEnded(one) && <CancelImport job={one} />}
            {(one.summary?.failed ?? 0) > 0 && (
              <button type="button" onClick={() => saveBadRows(petstore, one)}>
                {TEXTS.downloadBad}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function resultOf({ state, summary, failure, processed }: Import): string {
  if (state === 'cancelled') return TEXTS.stopped(processed);
  if (state === 'failed') return failure ?? TEXTS.failed;
  if (summary === undefined) return TEXTS.running;
  const counts = [TEXTS.added(formatNumber(summary.created)), TEXTS.changed(formatNumber(summary.updated))];
  if (summary.failed > 0) counts.push(TEXTS.bad(summary.failed));
  return counts.join(', ');
}
