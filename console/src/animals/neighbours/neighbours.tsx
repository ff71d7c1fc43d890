import type { Pet } from '@petstore/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { animalList } from '../../queries/animal-queries.ts';
import { itemsOf } from '../../queries/list-pages.ts';
import { hrefOf } from '../../route.ts';
import { useSession } from '../../session/use-session.ts';
import { extendLastList, listAround } from './last-list.ts';
import { TEXTS } from './neighbours-texts.ts';
import { KEYS, useArrowKeys } from './use-arrow-keys.ts';
import './neighbours.css';

interface NeighboursProps {
  id: bigint;
  /** What else can be done with the page, beside the way back. */
  children?: ReactNode;
}

/** The way back to the list that one came from, and to the animals before and after this one; also with the arrow keys. */
export function Neighbours({ id, children }: NeighboursProps) {
  const { petstore } = useSession();
  const { filters, ids, previous, next } = listAround(id);
  // Only what the list has read already, and its next page when this is its last animal.
  const list = useInfiniteQuery({ ...animalList(petstore, filters), enabled: false });
  const isLast = ids.length > 0 && ids.at(-1) === id;
  const { hasNextPage, isFetching, fetchNextPage } = list;
  useEffect(() => {
    if (!isLast || !hasNextPage || isFetching) return;
    fetchNextPage().then(({ data }) => data && extendLastList(itemsOf<Pet>(data).map((pet) => pet.id)));
  }, [isLast, hasNextPage, isFetching, fetchNextPage]);
  useArrowKeys(previous, next);
  return (
    <nav className="neighbours" aria-label={TEXTS.list}>
      <a href={hrefOf({ page: 'animals', ...filters })}>{TEXTS.back}</a>
      {children}
      {(previous !== undefined || next !== undefined) && (
        <span className="neighbours-steps">
          <Step to={previous} name={TEXTS.previous} keys={KEYS.previous} />
          <Step to={next} name={TEXTS.next} keys={KEYS.next} />
        </span>
      )}
    </nav>
  );
}

function Step({ to, name, keys }: { to: bigint | undefined; name: string; keys: string }) {
  if (to === undefined) return <span>{name}</span>;
  return (
    <a href={hrefOf({ page: 'animal', id: to })} aria-keyshortcuts={keys}>
      {name}
    </a>
  );
}
