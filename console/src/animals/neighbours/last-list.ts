import type { Pet } from '@petstore/client';
import { useEffect } from 'react';
import type { AnimalFilters } from '../../queries/animal-queries.ts';

/** The list of animals that was shown last, as it was then: an animal may leave it while it is being worked on. */
interface LastList {
  readonly filters: AnimalFilters;
  readonly ids: readonly bigint[];
}

let last: LastList = { filters: {}, ids: [] };

/** Remembers the list that is shown, so that the page of an animal can lead to the next one. */
export function useRememberedList(filters: AnimalFilters, animals: readonly Pet[]): void {
  useEffect(() => {
    last = { filters, ids: animals.map(({ id }) => id) };
  });
}

/** Returns the list from which one came, and the animals around one of it. */
export function listAround(
  id: bigint,
): LastList & { previous: bigint | undefined; next: bigint | undefined } {
  const position = last.ids.indexOf(id);
  const at = (index: number) => (position === -1 ? undefined : last.ids[index]);
  return { ...last, previous: at(position - 1), next: at(position + 1) };
}

/** Adds the animals of the next page to the remembered list. */
export function extendLastList(ids: readonly bigint[]): void {
  const known = new Set(last.ids);
  last = { ...last, ids: [...last.ids, ...ids.filter((id) => !known.has(id))] };
}
