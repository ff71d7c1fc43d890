import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useObservable } from '../../observable.ts';
import { hrefOf } from '../../route.ts';
import { useSession } from '../../session/use-session.ts';
import { historyOf } from '../history/animal-history-query.ts';
import { TEXTS } from './merge-notes-texts.ts';
import { lastMerge } from './use-merge.ts';

/** Shows on the page of an animal that another record was merged into it just now, until the page is left. */
export function MergeDone({ id }: { id: bigint }) {
  const merge = useObservable(lastMerge);
  useEffect(
    () => () => {
      if (lastMerge.get()?.into === id) lastMerge.set(undefined);
    },
    [id],
  );
  return (
    <p role="status" className="merge-done">
      {merge?.into === id && TEXTS.wasMerged(merge.name, merge.id)}
    </p>
  );
}

/** Leads from an animal that does not exist any more to the one that it was merged into. */
export function MergedInto({ id }: { id: bigint }) {
  const { data } = useQuery(historyOf(useSession().petstore, id));
  const into = data?.events.flatMap(({ mergedInto }) => mergedInto ?? []).at(-1);
  if (into === undefined) return null;
  return (
    <p>
      {TEXTS.isMergedInto} <a href={hrefOf({ page: 'animal', id: into })}>{TEXTS.numbered(into)}</a>
    </p>
  );
}
