import type { Listing, Page } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type AnimalFilters, listingsQuery } from '../queries/animal-queries.ts';
import { chunksOf } from '../queries/id-chunks.ts';
import type { Session } from '../session/session.ts';
import { useSession } from '../session/use-session.ts';
import { ListReading, NOTHING_READ } from './list-reading.ts';

interface Use<Result> {
  filters: AnimalFilters;
  /** Only these animals, whatever the filters are. */
  ids?: readonly bigint[] | undefined;
  /** Throws if there are more animals than can be used. */
  checkCount?(count: number): void;
  /** Called with all animals. */
  use(animals: readonly Listing[]): Result | Promise<Result>;
}

/** Reads all animals of a list, and does something with them. Leaving the page ends it. */
export function useListReading<Result>({ filters, ids, checkCount, use }: Use<Result>) {
  const session = useSession();
  const [reading, setReading] = useState<ListReading>();
  const [progress, setProgress] = useState(NOTHING_READ);
  const abort = useRef(new AbortController());
  const { mutate, reset, data, error, isPending } = useMutation({
    mutationFn: async (list: ListReading) => {
      abort.current = new AbortController();
      return use(await list.readRest(abort.current.signal));
    },
  });
  useEffect(() => () => abort.current.abort(), []);
  const start = () => {
    const readPage = ids === undefined ? pagesOf(session, filters) : pagesOfIds(session, ids);
    const list = new ListReading({ readPage, checkCount, onProgress: setProgress });
    setReading(list);
    setProgress(NOTHING_READ);
    mutate(list);
  };
  const cancel = () => {
    abort.current.abort();
    reset();
  };
  return {
    progress,
    isReading: isPending,
    /** Undefined until all animals have been read and used. */
    result: data,
    error,
    start,
    /** Reads what is missing after an error. */
    proceed: () => reading !== undefined && mutate(reading),
    cancel,
  };
}

/** The client waits for the time in a 429, and repeats what is safe. The banner shows why it waits, until a page has arrived. */
function pagesOf({ petstore, resume }: Session, filters: AnimalFilters) {
  return async (cursor: string | undefined, signal: AbortSignal) => {
    const query = { ...listingsQuery(filters), limit: 100, cursor };
    const page = await petstore.listings.page(query, { signal, total: cursor === undefined });
    resume();
    return page;
  };
}

/** Its pages are the requests that the ids need. A cursor is the place of a request. */
function pagesOfIds({ petstore, resume }: Session, all: readonly bigint[]) {
  const chunks = chunksOf(all);
  return async (cursor: string | undefined, signal: AbortSignal): Promise<Page<Listing>> => {
    const index = Number(cursor ?? 0);
    const page = await petstore.listings.page({ ids: chunks[index] ?? [], limit: 100 }, { signal });
    resume();
    const next = index + 1 < chunks.length ? String(index + 1) : undefined;
    return { ...page, total: all.length, next };
  };
}
