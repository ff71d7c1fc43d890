import { useQuery } from '@tanstack/react-query';
import { useNames } from '../../category-name.tsx';
import { groupChanges } from '../../queries/group-changes.ts';
import { hrefOf } from '../../route.ts';
import { Moment } from '../../session/moment.tsx';
import { useAuthors } from '../../session/use-authors.ts';
import { useRole, useSession } from '../../session/use-session.ts';
import { statusName } from '../../texts/status-names.ts';
import { ListState, Skeleton } from '../../ui/list-states.tsx';
import { type AnimalHistory, historyOf } from './animal-history-query.ts';
import { TEXTS } from './history-texts.ts';
import { type HistoryLine, historyLines } from './history-words.ts';

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
          <Lines id={id} history={history.data} isLoading={history.isFetching} onMore={history.refetch} />
        )}
      </ListState>
    </section>
  );
}

interface LinesProps {
  id: bigint;
  history: AnimalHistory;
  isLoading: boolean;
  onMore(): void;
}

function Lines({ id: petId, history: { events, isComplete }, isLoading, onMore }: LinesProps) {
  const isAdmin = useRole() === 'admin';
  const { authors, isLoading: areAuthorsLoading } = useAuthors(
    events.map(({ id }) => id),
    petId,
  );
  const names = useNames(events.flatMap(({ pet }) => pet?.categoryId ?? []));
  const category = (id: bigint) => names.byId.get(id) ?? TEXTS.category(id);
  // A name may need another line than the number of the category, and an author one more.
  if (!names.isComplete || areAuthorsLoading) return <Skeleton rows={4} className="animal-history" />;
  return (
    <>
      {!isComplete && (
        <button type="button" onClick={onMore} disabled={isLoading}>
          {isLoading ? TEXTS.loading : TEXTS.loadNewer}
        </button>
      )}
      <ol className="animal-history">
        {groupChanges(historyLines(events, { status: statusName, category }), (line) =>
          line.isProfile ? (authors.get(line.id) ?? '') : undefined,
        ).map((group) => (
          <Group key={String(group[0].id)} group={group} authors={authors} />
        ))}
      </ol>
      {isAdmin && (
        <p>
          <a href={hrefOf({ page: 'audit', animal: petId })}>{TEXTS.allChanges}</a>
        </p>
      )}
      {events[0]?.type !== 'pet.created' && <p className="detail">{TEXTS.isCut}</p>}
    </>
  );
}

interface GroupProps {
  group: readonly [HistoryLine, ...HistoryLine[]];
  authors: ReadonlyMap<bigint, string>;
}

/** One line, or several changes of the profile, which the user can open. */
function Group({ group, authors }: GroupProps) {
  const [newest, ...others] = group;
  if (others.length === 0) return <Line line={newest} author={authors.get(newest.id)} />;
  return (
    <li>
      <details>
        <summary>{TEXTS.profileChanges(group.length)}</summary>
        <ol>
          {group.map((line) => (
            <Line key={String(line.id)} line={line} author={undefined} />
          ))}
        </ol>
      </details>
      <Detail at={newest.at} author={authors.get(newest.id)} />
    </li>
  );
}

function Line({ line: { at, words }, author }: { line: HistoryLine; author: string | undefined }) {
  return (
    <li>
      <p>{words}</p>
      <Detail at={at} author={author} />
    </li>
  );
}

function Detail({ at, author }: { at: string; author: string | undefined }) {
  return (
    <p className="detail">
      <Moment at={at} />
      {author !== undefined && (
        <>
          {' · '}
          <bdi>{author}</bdi>
        </>
      )}
    </p>
  );
}
