import { generateApiKey } from '../../service/src/accounts/api-key.ts';
import type { ThroughputLoad } from '../candidates/candidate.ts';
import type { StoreOfAccounts } from '../data/accounts.ts';
import { FIRST_PHOTO } from '../data/photos.ts';
import type { StoreInUse } from '../data/store-in-use.ts';
import { thousands } from '../report.ts';
import {
  ADD_PET,
  changedPets,
  FIRST_PAGE,
  fromEach,
  type HttpRequest,
  inRandomOrder,
  jsonRequest,
  randomListings,
  randomPages,
  singlePets,
} from './requests.ts';

type StoreLoad = ThroughputLoad<StoreInUse>;

/** Each address may send 300 requests a minute without a valid key, and 3,000 for photos and, here, for public pages. */
const ADDRESSES = 2_000;

const PUBLIC_PAGES = { TRUST_PROXY: '127.0.0.1', PUBLIC_PAGES: 'true', PUBLIC_REQUESTS_PER_MINUTE: '3000' };

/** The reads of a catalogue, with their shares of what bare `node:http` sends. */
export const READ_LOADS: readonly StoreLoad[] = [
  share('GET /v1/pets, same page', 0.8, () => [FIRST_PAGE]),
  share('GET /v1/pets with If-None-Match (304)', 0.8, () => [FIRST_PAGE], {
    isConditional: true,
    expected: /^304 /,
  }),
  share('GET /v1/pets at a random cursor', 0.4, randomPages),
  share('GET /v1/pets/{petId}, random', 0.45, singlePets),
  share('GET /v1/listings, same page', 0.75, () => [get('/v1/listings?limit=20')]),
  share('GET /v1/listings at a random cursor', 0.25, (store) => randomListings(store)),
  share('GET /photos/{photoId}/800.webp, 30 kB', 0.6, () => fromManyAddresses({ path: FIRST_PHOTO }), {
    env: { TRUST_PROXY: '127.0.0.1' },
  }),
  share('GET /adopt, same page', 0.5, () => fromManyAddresses({ path: '/adopt' }), { env: PUBLIC_PAGES }),
  share('GET /adopt, 1,000 visitors at once', 0.5, () => fromManyAddresses({ path: '/adopt' }), {
    env: PUBLIC_PAGES,
    connections: 1_000,
    p99Target: { max: 2 },
  }),
  share('GET /v1/store/orders, first page', 0.6, () => [get('/v1/store/orders')]),
  share('GET /v1/events, random page of 20', 0.3, ({ events }) =>
    inRandomOrder(events - 20, (id) => get(`/v1/events?limit=20&after=${id}`)),
  ),
  share('GET /v1/events at the end of the feed', 0.6, ({ events }) => [get(`/v1/events?after=${events}`)]),
  share('GET /v1/usage', 0.4, () => [get('/v1/usage')]),
  share('GET /v1/categories', 0.7, () => [get('/v1/categories')]),
  share('401, wrong key', 0.6, requestsWithWrongKey, {
    env: { TRUST_PROXY: '127.0.0.1' },
    expected: /^401 .*invalid_api_key/,
  }),
  share('404, random path', 0.6, () => inRandomOrder(10_000, (number) => get(`/v1/animals/${number}`)), {
    expected: /^404 .*route_not_found/,
  }),
  share('429, quota used up', 0.6, ({ usedUpKeys }) => fromEach(usedUpKeys), {
    expected: /^429 .*rate_limit_exceeded/,
  }),
  share('429, banned key', 0.6, ({ bannedKey }) => fromEach([bannedKey]), {
    expected: /^429 .*api_key_banned/,
  }),
  share('GET /v1/pets over 1,000 connections', 0.75, () => [FIRST_PAGE], {
    connections: 1_000,
    p99Target: { max: 2 },
  }),
];

/** The writes of a catalogue that need no order. */
export const WRITE_LOADS: readonly StoreLoad[] = [
  share('POST /v1/pets', 0.3, () => [ADD_PET]),
  share('PATCH /v1/pets/{petId}, random', 0.2, (store) => changedPets(store, store.managerKey)),
];

/** Each request needs an available pet or a placed order of its own. */
export const ORDER_LOADS: readonly StoreLoad[] = [
  share('POST /v1/store/orders', 0.12, ({ availablePets, managerKey }) =>
    availablePets.map((petId) => jsonRequest('POST', '/v1/store/orders', { petId }, managerKey)),
  ),
  share('PATCH /v1/store/orders/{orderId}, cancel', 0.12, ({ orders, managerKey }) =>
    inRandomOrder(orders, (id) =>
      jsonRequest('PATCH', `/v1/store/orders/${id}`, { status: 'cancelled' }, managerKey),
    ),
  ),
];

/** The first page, for one account after the other. */
export function fromEachAccount(count: number, min: number): ThroughputLoad<StoreOfAccounts> {
  return {
    title: `GET /v1/pets from ${thousands(count)} accounts, against one`,
    target: { min },
    requests: ({ keys }) => fromEach(keys),
  };
}

function share(
  title: string,
  min: number,
  requests: StoreLoad['requests'],
  more: Partial<StoreLoad> = {},
): StoreLoad {
  return { title, target: { min }, requests, ...more };
}

function get(path: string): HttpRequest {
  return { path };
}

function requestsWithWrongKey(): HttpRequest[] {
  return fromManyAddresses({ ...FIRST_PAGE, key: generateApiKey('live') });
}

/** The addresses are so many that none uses up its quota: otherwise the responses would be 429. */
function fromManyAddresses(request: HttpRequest): HttpRequest[] {
  return inRandomOrder(ADDRESSES, (number) => {
    const headers = [`X-Forwarded-For: 10.0.${number >> 8}.${number & 255}`];
    return { ...request, headers };
  });
}
