import type { ApplicationSummary } from '@petstore/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { itemsOf } from '../queries/list-pages.ts';
import type { ApplicationView, EndedState } from '../route.ts';
import { useMayManage, usePerson, useSession } from '../session/use-session.ts';
import { ListState, Skeleton } from '../ui/list-states.tsx';
import { More } from '../ui/more.tsx';
import { hrefOfList } from './application-filter.tsx';
import { applicationList, secondQueue } from './application-queries.ts';
import { ApplicationRow } from './application-row.tsx';
import { TEXTS, VIEW_NAMES } from './applications-texts.ts';
import { ByAnimal } from './by-animal.tsx';
import { ChangedApplications } from './changed-applications.tsx';
import { useAnimalNames } from './use-animal-names.ts';

interface ApplicationListProps {
  view: ApplicationView;
  person: bigint | undefined;
  state: EndedState | undefined;
}

/** One list of applications. */
export function ApplicationList({ view, person, state }: ApplicationListProps) {
  const { petstore } = useSession();
  const mayManage = useMayManage();
  const self = usePerson()?.id;
  const hasNone = view === 'mine' && self === undefined;
  const filters = {
    assignedTo: view === 'mine' ? self : person,
    state: view === 'ended' ? state : undefined,
  };
  const list = useInfiniteQuery({
    ...applicationList(petstore, view, filters),
    enabled: mayManage && !hasNone,
  });
  const applications = list.data === undefined ? [] : itemsOf<ApplicationSummary>(list.data);
  if (hasNone) return <p className="empty">{TEXTS.mineNeedsPerson}</p>;
  const isNarrowed = view !== 'mine' && (person ?? state) !== undefined;
  return (
    <>
      <ChangedApplications view={view} shown={applications} />
      <ListState
        isLoading={list.isPending && list.error === null}
        error={list.error}
        isEmpty={applications.length === 0}
        onRetry={list.refetch}
        skeleton={<Skeleton rows={6} className="applications" />}
        empty={isNarrowed ? <p>{TEXTS.noneHere}</p> : <EmptyList view={view} />}
      >
        {view === 'animals' ? (
          <ByAnimal applications={applications} isComplete={!list.hasNextPage} />
        ) : (
          <ul className="applications" aria-label={VIEW_NAMES[view]}>
            {list.data?.pages.map(({ items }) => (
              <Rows key={String(items[0]?.id)} applications={items} />
            ))}
          </ul>
        )}
        {view === 'second' && <p className="hint">{TEXTS.secondHelp}</p>}
        <More list={list} isLoading={list.isFetchingNextPage} end={TEXTS.end} />
      </ListState>
      {mayManage && view === 'waiting' && <SecondQueue />}
    </>
  );
}

/** The applications of one page of the list. One request reads the names of their animals. */
function Rows({ applications }: { applications: readonly ApplicationSummary[] }) {
  const nameOf = useAnimalNames(applications.map(({ petId }) => petId));
  return applications.map((application) => (
    <ApplicationRow
      key={String(application.id)}
      application={application}
      animalName={application.petId === undefined ? undefined : nameOf(application.petId)}
    />
  ));
}

function EmptyList({ view }: { view: ApplicationView }) {
  return (
    <>
      <p>{TEXTS.none[view]}</p>
      {view === 'waiting' && <p>{TEXTS.howTheyArrive}</p>}
    </>
  );
}

/** Leads to those who wait because very many want the same animal. */
function SecondQueue() {
  const { petstore } = useSession();
  const { data: hasSome } = useQuery(secondQueue(petstore));
  if (hasSome !== true) return null;
  return (
    <p>
      <a href={hrefOfList('second')}>{VIEW_NAMES.second}</a>{' '}
      <span className="detail">{TEXTS.secondHelp}</span>
    </p>
  );
}
