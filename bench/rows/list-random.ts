import { encodeCursor } from '../../service/src/core/cursor.ts';
import { measureListLoad } from '../list-load.ts';
import type { Row } from '../row.ts';
import type { Store } from '../seed.ts';
import { shuffled } from '../shuffle.ts';

const LIMIT = 20;
/** More than a run asks for, so that no page comes twice and no cache can help. */
const MOST_PAGES = 200_000;

export const listRandom: Row = {
  name: 'list-random',
  measure: (sizes) => measureListLoad({ sizes, target: 0.3, paths: randomPages }),
};

function randomPages({ pets }: Store): [string, ...string[]] {
  const withNextPage = shuffled(pets).filter((id) => id > LIMIT + 1);
  const [first = pets, ...others] = withNextPage.subarray(0, MOST_PAGES);
  return [pageBefore(first), ...others.map(pageBefore)];
}

/** As the `Link` header of the page before names it. */
function pageBefore(id: number): string {
  return `/v1/pets?limit=${LIMIT}&cursor=${encodeCursor('/v1/pets?', BigInt(id))}`;
}
