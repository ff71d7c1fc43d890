import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scope } from '@petstore/testing/folders.ts';
import type { ApiResponse } from '@petstore/testing/http/expect-response.ts';
import { exchange, type RawRequest, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { Random } from '@petstore/testing/random.ts';
import { encodeCursor } from '../../service/src/platform/core/cursor.ts';
import type { Store } from '../data/stores.ts';
import { temporaryFolder } from '../scope.ts';

/** A request without a key gets that of the store. */
export type HttpRequest = RawRequest & { readonly path: string };

const LIMIT = 20;
/** More than a run sends, so that no request comes twice and no cache can help. */
const MAX_REQUESTS = 200_000;
const SUCCESS = /^20[01] /;

export const FIRST_PAGE: HttpRequest = { path: `/v1/pets?limit=${LIMIT}` };
export const ADD_PET = jsonRequest('POST', '/v1/pets', {
  name: 'Łucja "Lu"',
  categoryId: 3,
  status: 'available',
});

export function jsonRequest(method: string, path: string, body: object, key?: string): HttpRequest {
  const request = { method, path, headers: ['Content-Type: application/json'], body: JSON.stringify(body) };
  return key === undefined ? request : { ...request, key };
}

/** Returns a request for each of the numbers from 1 to `count`, in random order, but no more than a run sends. */
export function inRandomOrder(count: number, requestFor: (number: number) => HttpRequest): HttpRequest[] {
  return Array.from(new Random(1).permutation(count).subarray(0, MAX_REQUESTS), requestFor);
}

/** Returns the page of a list that begins with the pet before an id, as `Link` names it. */
export function pageBefore(id: number): HttpRequest {
  return { path: `${FIRST_PAGE.path}&cursor=${encodeCursor('/v1/pets?', BigInt(id))}` };
}

/** Returns full pages of a catalogue in random order, each of which has a next page. */
export function randomPages({ pets }: Store): HttpRequest[] {
  return inRandomOrder(pets - LIMIT - 1, (number) => pageBefore(number + LIMIT + 1));
}

/** Returns full pages of listings in random order. With `q`, each begins at another place of the search. */
export function randomListings({ pets }: Store, q?: string): HttpRequest[] {
  const filter = q === undefined ? '' : `q=${q}`;
  const path = `/v1/listings?${filter}${filter && '&'}limit=${LIMIT}`;
  return inRandomOrder(pets - LIMIT - 1, (number) => ({
    path: `${path}&cursor=${encodeCursor(`/v1/listings?${filter}`, BigInt(number + LIMIT + 1))}`,
  }));
}

/** Returns searches for the numbers of names that a small catalogue has, too. Each begins at most 111 of 1,000,000 names. */
export function rareWords(): HttpRequest[] {
  return inRandomOrder(9_000, (number) => ({ path: `/v1/listings?q=charlie+${number + 999}` }));
}

/** Returns each pet by its id, in random order. */
export function singlePets({ pets }: Store): HttpRequest[] {
  return inRandomOrder(pets, (id) => ({ path: `/v1/pets/${id}` }));
}

/** Returns two changes of each pet, in random order. Two names in turn, so that each request changes its pet. */
export function changedPets({ pets }: Store, key?: string): HttpRequest[] {
  return ['Rex', 'Max'].flatMap((name) =>
    inRandomOrder(pets, (id) => jsonRequest('PATCH', `/v1/pets/${id}`, { name }, key)),
  );
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

/** Returns requests for the same page, from the account of one key after the other. */
export function fromEach(keys: readonly string[]): HttpRequest[] {
  return keys.map((key) => ({ ...FIRST_PAGE, key }));
}

/** Writes requests to a file for `wrk.lua` and `open-loop.ts`. A NUL ends each request. */
export function writeRequests(scope: Scope, requests: readonly HttpRequest[], key: string): string {
  const file = join(temporaryFolder(scope), 'requests');
  writeFileSync(file, requests.map((request) => `${rawRequest({ key, ...request })}\0`).join(''));
  return file;
}

/**
 * Sends one request.
 *
 * @param expected what the status and the body of the response must match.
 */
export async function sendOne(
  url: string,
  key: string,
  request: HttpRequest,
  expected = SUCCESS,
): Promise<ApiResponse> {
  const response = await exchange(url, rawRequest({ key, ...request }));
  const found = `${response.status} ${response.text}`;
  if (expected.test(found)) return response;
  throw new Error(
    `${request.method ?? 'GET'} ${request.path}: expected ${expected}, the response is ${found.slice(0, 300)}`,
  );
}
