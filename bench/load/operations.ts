import { generateApiKey } from '../../service/src/access/accounts/api-key.ts';
import type { ThroughputLoad } from '../candidates/candidate.ts';
import type { LeastWork } from '../children/least-work/program.ts';
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

/** Responses that are constant or cached, with their shares of what bare `node:http` sends. */
export const CONSTANT_LOADS: readonly StoreLoad[] = [
  share('GET /v1/pets, same page', 0.8, () => [FIRST_PAGE]),
  share('GET /v1/pets with If-None-Match (304)', 0.8, () => [FIRST_PAGE], {
    isConditional: true,
    expected: /^304 /,
  }),
  share('GET /v1/listings, same page', 0.75, () => [get('/v1/listings?limit=20')]),
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
  share('GET /v1/events at the end of the feed', 0.6, ({ events }) => [get(`/v1/events?after=${events}`)]),
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

const OF_READ = 0.85;
const OF_WRITE = 0.75;

/** Reads of rows, with their shares of the least work. */
export const ROW_LOADS: readonly StoreLoad[] = [
  least('pets', 'GET /v1/pets at a random cursor', OF_READ, randomPages),
  least('pet', 'GET /v1/pets/{petId}, random', OF_READ, singlePets),
  least('listings', 'GET /v1/listings at a random cursor', OF_READ, (store) => randomListings(store)),
  least('events', 'GET /v1/events, random page of 20', OF_READ, ({ events }) =>
    inRandomOrder(events - 20, (id) => get(`/v1/events?limit=20&after=${id}`)),
  ),
  least('usage', 'GET /v1/usage', OF_READ, () => [get('/v1/usage')]),
];

/** The writes of a catalogue that need no order. */
export const WRITE_LOADS: readonly StoreLoad[] = [
  least('addPet', 'POST /v1/pets', OF_WRITE, () => [ADD_PET]),
  least('renamePet', 'PATCH /v1/pets/{petId}, random', OF_WRITE, (store) =>
    changedPets(store, store.managerKey),
  ),
];

/** Each request needs an available pet or a placed order of its own. */
export const ORDER_LOADS: readonly StoreLoad[] = [
  least('placeOrder', 'POST /v1/store/orders', OF_WRITE, ({ availablePets, managerKey }) =>
    availablePets.map((petId) => jsonRequest('POST', '/v1/store/orders', { petId }, managerKey)),
  ),
  least('cancelOrder', 'PATCH /v1/store/orders/{orderId}, cancel', OF_WRITE, ({ orders, managerKey }) =>
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

function least(leastWork: LeastWork, title: string, min: number, requests: StoreLoad['requests']): StoreLoad {
  return share(`${title}, against the least work`, min, requests, { leastWork });
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
