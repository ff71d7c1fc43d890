import type { ApplicationSummary } from '@petstore/client';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hrefOf } from '../../route.ts';
import { useMayManage, useSession } from '../../session/use-session.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { applicationOf, applicationsOf } from '../application-queries.ts';
import { SectionPage } from '../section-page.tsx';
import { animalText, useAnimalNames } from '../use-animal-names.ts';
import { CompareTable } from './compare-table.tsx';
import { TEXTS } from './compare-texts.ts';
import './compare.css';

/** All applicants of one animal side by side. */
export function ComparePage({ petId }: { petId: bigint }) {
  const { petstore } = useSession();
  const mayManage = useMayManage();
  const { data, error, refetch } = useQuery({ ...applicationsOf(petstore, petId), enabled: mayManage });
  const animal = animalText(petId, useAnimalNames([petId])(petId));
  return (
    <SectionPage title={TEXTS.title(animal)} className="wide">
      <p className="back">
        <a href={hrefOf({ page: 'applications' })}>{TEXTS.back}</a>{' '}
        <a href={hrefOf({ page: 'animal', id: petId })}>{TEXTS.toAnimal}</a>
      </p>
      {data === undefined && error !== null && <ErrorNote error={error} onRetry={refetch} />}
      {data?.items.length === 0 && <p className="empty">{TEXTS.none}</p>}
      {data !== undefined && data.items.length > 0 && <Applicants applications={data.items} />}
      {data?.more === true && <p className="hint">{TEXTS.more(data.items.length)}</p>}
    </SectionPage>
  );
}

/** Each one that is compared is a request of its own. */
const MAX_AT_FIRST = 8;

/** Those who wait are more interesting than those that have ended, which stay hidden at first unless there are no others. */
function Applicants({ applications }: { applications: readonly ApplicationSummary[] }) {
  const { petstore } = useSession();
  const open = applications.filter(({ endedAt }) => endedAt === undefined);
  const [isOnlyOpen, setOnlyOpen] = useState(open.length > 0);
  const [count, setCount] = useState(MAX_AT_FIRST);
  const chosen = isOnlyOpen ? open : applications;
  const shown = chosen.slice(0, count);
  const details = useQueries({ queries: shown.map(({ id }) => applicationOf(petstore, id)) });
  const loaded = details.flatMap(({ data }) => data ?? []);
  const [failed] = details.flatMap(({ error }) => error ?? []);
  return (
    <>
      {open.length > 0 && open.length < applications.length && (
        <label className="switch">
          <input
            type="checkbox"
            checked={isOnlyOpen}
            onChange={({ target }) => setOnlyOpen(target.checked)}
          />
          {TEXTS.onlyOpen}
        </label>
      )}
      {failed !== undefined && <ErrorNote error={failed} />}
      {loaded.length < shown.length && failed === undefined && (
        <div className="compare skeleton" role="status" aria-label={TEXTS.loading} />
      )}
      {loaded.length === shown.length && <CompareTable applications={loaded} />}
      {shown.length < chosen.length && (
        <button type="button" onClick={() => setCount(count + MAX_AT_FIRST)}>
          {TEXTS.showMore(Math.min(MAX_AT_FIRST, chosen.length - shown.length))}
        </button>
      )}
    </>
  );
}
