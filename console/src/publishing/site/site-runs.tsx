import type { PublishingRun, PublishingSite } from '@petstore/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { itemsOf } from '../../queries/list-pages.ts';
import { useSession } from '../../session/use-session.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { runsOf } from '../publishing-queries.ts';
import { RunLine } from '../run-line.tsx';
import { TEXTS } from './site-texts.ts';

/** What was sent before, newest first. */
export function SiteRuns({ site }: { site: PublishingSite }) {
  const { petstore } = useSession();
  const list = useInfiniteQuery(runsOf(petstore, site));
  const runs = list.data === undefined ? [] : itemsOf<PublishingRun>(list.data);
  return (
    <section className="card place" aria-labelledby="runs">
      <h2 id="runs">{TEXTS.runs}</h2>
      {list.error !== null && runs.length === 0 && <ErrorNote error={list.error} onRetry={list.refetch} />}
      {list.data !== undefined && runs.length === 0 && <p>{TEXTS.noRuns}</p>}
      <ol className="site-runs">
        {runs.map((run) => (
          <li key={String(run.id)}>
            <RunLine run={run} />
            <p className="hint">{TEXTS.startedBy[run.startedBy]}</p>
          </li>
        ))}
      </ol>
      {list.hasNextPage && (
        <button type="button" disabled={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          {TEXTS.more}
        </button>
      )}
    </section>
  );
}
