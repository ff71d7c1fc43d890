import { useQuery } from '@tanstack/react-query';
import { Moment } from '../../session/moment.tsx';
import { useSession } from '../../session/use-session.ts';
import { statusName } from '../../texts/status-names.ts';
import { ListState, Skeleton } from '../../ui/list-states.tsx';
import { useNames } from '../category-name.tsx';
import { type AnimalHistory, historyOf } from './animal-history-query.ts';
import { TEXTS } from './history-texts.ts';
import { historyLines } from './history-words.ts';

/** The history of an animal, newest first, as far as the feed keeps it. */
export function AnimalHistorySection({ id }: { id: bigint }) {
  const { petstore } = useSession();
  const history = useQuery(historyOf(petstore, id));
  return (
    <section className="animal-page-history" aria-labelledby="history">
      <h2 id="history">{TEXTS.history}</h2>
      <ListState
        isLoading={history.isPending}
        error={history.error}
        isEmpty={(history.data?.events.length ?? 0) === 0}
        onRetry={history.refetch}
        skeleton={<Skeleton rows={4} className="animal-history" />}
        empty={<p>{TEXTS.noEvents}</p>}
      >
        {history.data !== undefined && (
          <Lines history={history.data} isLoading={history.isFetching} onMore={history.refetch} />
        )}
      </ListState>
    </section>
  );
}

interface LinesProps {
  history: AnimalHistory;
  isLoading: boolean;
  onMore(): void;
}

function Lines({ history: { events, isComplete }, isLoading, onMore }: LinesProps) {
  const names = useNames(events.flatMap(({ pet }) => pet?.categoryId ?? []));
  const category = (id: bigint) => names.byId.get(id) ?? TEXTS.category(id);
  // A name may need another line than the number of the category.
  if (!names.isComplete) return <Skeleton rows={4} className="animal-history" />;
  return (
    <>
      {!isComplete && (
        <button type="button" onClick={onMore} disabled={isLoading}>
          {isLoading ? TEXTS.loading : TEXTS.loadNewer}
        </button>
      )}
      <ol className="animal-history">
        {historyLines(events, { status: statusName, category }).map(({ id, at, words }) => (
          <li key={String(id)}>
            <p>{words}</p>
            <p className="detail">
              <Moment at={at} />
            </p>
          </li>
        ))}
      </ol>
      {events[0]?.type !== 'pet.created' && <p className="detail">{TEXTS.isCut}</p>}
    </>
  );
}
