import type { Listing } from '@petstore/client';
import { chunksOf } from '../../queries/id-chunks.ts';
import type { Session } from '../../session/session.ts';

/** Returns a function that names the animals with which an animal goes together. Those that have no card are read. */
export async function bondedNamesOf(
  { petstore }: Session,
  animals: readonly Listing[],
): Promise<(listing: Listing) => readonly string[]> {
  const names = new Map(animals.map(({ pet }) => [pet.id, pet.name]));
  const bonded = new Set(animals.flatMap(({ profile }) => profile.bondedWith ?? []));
  const others = [...bonded].filter((id) => !names.has(id));
  for (const ids of chunksOf(others)) {
    const { items } = await petstore.listings.page({ ids, limit: 100 });
    for (const { pet } of items) names.set(pet.id, pet.name);
  }
  return ({ profile }) => (profile.bondedWith ?? []).flatMap((id) => names.get(id) ?? []);
}
