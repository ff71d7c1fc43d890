import type { Listing, Pet } from '@petstore/client';

/** Sorts listings: first those with the name and the category of an animal, then those with its name, then the others as they are. */
export function likelyFirst(listings: readonly Listing[], pet: Pet): Listing[] {
  const rank = ({ pet: other }: Listing) => {
    if (plain(other.name) !== plain(pet.name)) return 2;
    return other.categoryId === pet.categoryId ? 0 : 1;
  };
  return listings
    .filter(({ pet: other }) => other.id !== pet.id)
    .sort((one, other) => rank(one) - rank(other));
}

/** Without case, accents, and spaces at its ends. */
function plain(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
