import { isDeepStrictEqual } from 'node:util';
import type { Order, Pet } from '../../client/src/index.ts';
import type { Contents } from './contents.ts';
import type { Feed } from './feed.ts';
import type { Violation } from './violation.ts';

/** Compares the lists, while no client writes, with the feed, and with the rules that hold at any time. */
export function checkContents({ pets, orders, categories }: Contents, feed: Feed): Violation[] {
  const available = Map.groupBy(
    pets.filter(({ status }) => status === 'available'),
    ({ categoryId }) => categoryId,
  );
  const counts = categories.filter(({ id, available: count }) => count !== (available.get(id)?.length ?? 0));
  return [
    ...compare('the list of pets agrees with the feed', feed.pets, pets),
    ...compare('the list of orders agrees with the feed', feed.orders, orders),
    ...checkHolds(pets, orders),
    ...feed.unfinished.map((petId) => broken('a pet and its order change together', undefined, { petId })),
    ...counts.map((one) =>
      broken('a category counts its available pets', available.get(one.id)?.length ?? 0, one),
    ),
  ];
}

function compare<Thing extends { id: bigint }>(
  promise: string,
  expected: ReadonlyMap<bigint, Thing>,
  listed: readonly Thing[],
): Violation[] {
  const seen = Map.groupBy(listed, ({ id }) => id);
  const missing = [...expected.values()].filter(({ id }) => !seen.has(id));
  return [
    ...missing.map((one) => broken(promise, one, undefined)),
    ...[...seen].flatMap(([id, found]) => {
      const isEqual = found.length === 1 && isDeepStrictEqual(found[0], expected.get(id));
      return isEqual ? [] : [broken(promise, expected.get(id), found)];
    }),
  ];
}

function checkHolds(pets: readonly Pet[], orders: readonly Order[]): Violation[] {
  const byId = new Map(pets.map((pet) => [pet.id, pet]));
  const open = orders.filter(({ status }) => status === 'placed' || status === 'approved');
  const holders = Map.groupBy(open, ({ petId }) => petId);
  return [...holders].flatMap(([petId, holding]) => {
    if (holding.length > 1) return [broken('a pet has one open order', byId.get(petId), holding)];
    if (byId.get(petId)?.status === 'pending') return [];
    return [broken('the pet of an open order is pending', holding, byId.get(petId))];
  });
}

function broken(promise: string, acknowledged: unknown, found: unknown): Violation {
  return { promise, acknowledged, found };
}
