import type { Key } from '@petstore/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { itemsOf } from '../queries/list-pages.ts';
import { useSession } from '../session/use-session.ts';
import { ListState, Skeleton } from '../ui/list-states.tsx';
import { More } from '../ui/more.tsx';
import { KeyRow } from './key-row.tsx';
import { keyList } from './program-queries.ts';
import { TEXTS } from './programs-texts.ts';

/** The keys of an account. */
export function KeyList({ accountId }: { accountId: bigint }) {
  const list = useInfiniteQuery(keyList(useSession().petstore, accountId));
  const keys = list.data === undefined ? [] : itemsOf<Key>(list.data);
  return (
    <ListState
      isLoading={list.isPending && list.error === null}
      error={list.error}
      isEmpty={keys.length === 0}
      onRetry={list.refetch}
      skeleton={<Skeleton rows={1} className="keys" />}
      empty={<p>{TEXTS.noKeys}</p>}
    >
      <ul className="keys">
        {keys.map((key) => (
          <KeyRow key={String(key.id)} apiKey={key} />
        ))}
      </ul>
      {list.hasNextPage && <More list={list} isLoading={list.isFetchingNextPage} end="" />}
    </ListState>
  );
}
