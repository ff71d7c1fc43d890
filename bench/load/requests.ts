import { encodeCursor } from '../../service/src/core/cursor.ts';
import type { Store } from '../data/seed.ts';
import { shuffled } from '../data/shuffle.ts';

const LIMIT = 20;
/** More than a run asks for, so that no page comes twice and no cache can help. */
const MOST_PAGES = 200_000;

export const FIRST_PAGE = `/v1/pets?limit=${LIMIT}`;
export const PETS = '/v1/pets';
/** JSON of a pet to be added. */
export const NEW_PET = JSON.stringify({ name: 'Łucja "Lu"', categoryId: 3, status: 'available' });

/** Full pages of a catalogue in an order without pattern, each of which has a next page. */
export function randomPages({ pets }: Store): [string, ...string[]] {
  const withNextPage = shuffled(pets).filter((id) => id > LIMIT + 1);
  const [first = pets, ...others] = withNextPage.subarray(0, MOST_PAGES);
  return [pageBefore(first), ...others.map(pageBefore)];
}

/** As the `Link` header of the page before names it. */
function pageBefore(id: number): string {
  return `${FIRST_PAGE}&cursor=${encodeCursor('/v1/pets?', BigInt(id))}`;
}
