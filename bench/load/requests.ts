import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scope } from '@petstore/testing/folders.ts';
import { Random } from '@petstore/testing/random.ts';
import { encodeCursor } from '../../service/src/core/cursor.ts';
import type { Store } from '../data/stores.ts';
import { temporaryFolder } from '../scope.ts';

export interface HttpRequest {
  /** GET without it. */
  readonly method?: string;
  readonly path: string;
  /** JSON without a line break. */
  readonly body?: string;
}

const LIMIT = 20;
/** More than a run asks for, so that no page comes twice and no cache can help. */
const MAX_PAGES = 200_000;

export const FIRST_PAGE: HttpRequest = { path: `/v1/pets?limit=${LIMIT}` };
export const ADD_PET: HttpRequest = {
  method: 'POST',
  path: '/v1/pets',
  body: JSON.stringify({ name: 'Łucja "Lu"', categoryId: 3, status: 'available' }),
};

/** Returns the page of a list that begins with the pet before an id, as `Link` names it. */
export function pageBefore(id: number): HttpRequest {
  return { path: `${FIRST_PAGE.path}&cursor=${encodeCursor('/v1/pets?', BigInt(id))}` };
}

/** Returns full pages of a catalogue in random order, each of which has a next page. */
export function randomPages({ pets }: Store): HttpRequest[] {
  const ids = new Random(1).permutation(pets).filter((id) => id > LIMIT + 1);
  return Array.from(ids.subarray(0, MAX_PAGES), pageBefore);
}

/** Seven of ten requests are for a random page; the others for the first page, one pet or the feed, and a pet to be added. */
const MIX = ['page', 'page', 'first', 'page', 'page', 'one', 'page', 'page', 'add', 'page'] as const;

/** Returns requests in the shares of real use. */
export function mixedRequests(store: Store): HttpRequest[] {
  const others = {
    first: () => FIRST_PAGE,
    add: () => ADD_PET,
    one: (index: number) => ({
      path: index % 20 < 10 ? `/v1/events?limit=${LIMIT}` : `/v1/pets/${(index % store.pets) + 1}`,
    }),
  };
  return randomPages(store).map((page, index) => {
    const kind = MIX[index % MIX.length] ?? 'page';
    return kind === 'page' ? page : others[kind](index);
  });
}

/** Writes requests to a file for `wrk.lua` and `open-loop.ts`: method, path and body, one request a line. */
export function writeRequests(scope: Scope, requests: readonly HttpRequest[]): string {
  const file = join(temporaryFolder(scope), 'requests');
  const lines = requests.map(({ method = 'GET', path, body = '' }) => `${method} ${path} ${body}`);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}
