import type { RawRequest } from '@petstore/testing/http/raw-http.ts';

/** The keys that the requests below may carry. */
export interface Keys {
  /** A member's, who added the pets 1 to 4 and placed order 1 on pet 2. */
  good: string;
  reader: string;
  spent: string;
}

type Requests = (keys: Keys) => RawRequest[];

export const FRANK = '{"name":"Frank","categoryId":1,"status":"available"}';
const JSON_TYPE = 'Content-Type: application/json';
const TOO_LARGE = ' '.repeat(65_537);

/** What any request without a body may meet. */
function reads(path: string, { good, spent }: Keys): RawRequest[] {
  return [
    { path, key: good },
    { path, key: good, headers: ['Expect: miracles'] },
    { path },
    { path, key: 'wrong' },
    { path, key: spent },
  ];
}

/** What a read of one resource may meet beside. */
function conditions(path: string, { good }: Keys): RawRequest[] {
  const headers = ['If-None-Match: *', 'If-Match: "old"', 'If-Match: malformed'];
  return headers.map((line) => ({ path, key: good, headers: [line] }));
}

function pages(path: string, keys: Keys): RawRequest[] {
  return [
    { path: `${path}?limit=1`, key: keys.good },
    { path: `${path}?limit=1`, key: keys.good, headers: ['If-None-Match: *'] },
    { path: `${path}?limit=0`, key: keys.good },
    { path: `${path}?cursor=x`, key: keys.good },
    ...reads(path, keys),
  ];
}

/** What any request with a body may meet. */
function writes(method: string, path: string, body: string, { good, reader, spent }: Keys): RawRequest[] {
  return [
    { key: good, headers: [JSON_TYPE], body },
    { key: good, headers: [JSON_TYPE], body: '{' },
    { key: good, headers: ['Content-Type: text/plain'], body },
    { key: good, headers: [JSON_TYPE], body: TOO_LARGE },
    { key: good, headers: [JSON_TYPE, 'Expect: miracles'], body },
    { key: reader, headers: [JSON_TYPE], body },
    { key: spent, headers: [JSON_TYPE], body },
    { key: 'wrong', headers: [JSON_TYPE], body },
    { headers: [JSON_TYPE], body },
  ].map((request) => ({ ...request, method, path }));
}

function write(method: string, path: string, key: string, body: string, headers: string[] = []): RawRequest {
  return { method, path, key, headers: [JSON_TYPE, ...headers], body };
}

/** Requests of each operation that between them meet every status a request can meet. */
export const REQUESTS: Record<string, Requests> = {
  listPets: (keys) => [...pages('/v1/pets', keys), { path: '/v1/pets?status=sold', key: keys.good }],
  createPet: (keys) => [
    ...writes('POST', '/v1/pets', FRANK, keys),
    write('POST', '/v1/pets', keys.good, '{}'),
    { method: 'POST', path: '/v1/pets', key: keys.good },
    write('POST', '/v1/pets', keys.good, FRANK, ['Idempotency-Key: a']),
    write('POST', '/v1/pets', keys.good, '{"name":"Bella","categoryId":1}', ['Idempotency-Key: a']),
  ],
  getPet: (keys) => [
    ...reads('/v1/pets/1', keys),
    ...conditions('/v1/pets/1', keys),
    { path: '/v1/pets/99', key: keys.good },
    { path: '/v1/pets/x', key: keys.good },
  ],
  changePet: (keys) => [
    ...writes('PATCH', '/v1/pets/1', '{"name":"Bella"}', keys),
    write('PATCH', '/v1/pets/1', keys.good, '{}'),
    write('PATCH', '/v1/pets/1', keys.good, '{"name":"Rex"}', ['If-Match: "old"']),
    write('PATCH', '/v1/pets/99', keys.good, '{"name":"Bella"}'),
    write('PATCH', '/v1/pets/2', keys.good, '{"status":"sold"}'),
  ],
  removePet: (keys) =>
    [
      { path: '/v1/pets/1', key: keys.good, headers: ['If-Match: "old"'] },
      ...reads('/v1/pets/1', keys),
      { path: '/v1/pets/99', key: keys.good },
      { path: '/v1/pets/2', key: keys.good },
      { path: '/v1/pets/3', key: keys.reader },
    ].map((request) => ({ ...request, method: 'DELETE' })),
  listOrders: (keys) => pages('/v1/store/orders', keys),
  placeOrder: (keys) => [
    ...writes('POST', '/v1/store/orders', '{"petId":1}', keys),
    write('POST', '/v1/store/orders', keys.good, '{"petId":99}'),
    write('POST', '/v1/store/orders', keys.good, '{"petId":2}'),
    write('POST', '/v1/store/orders', keys.good, '{"petId":3}', ['Idempotency-Key: a']),
    write('POST', '/v1/store/orders', keys.good, '{"petId":4}', ['Idempotency-Key: a']),
  ],
  getOrder: (keys) => [
    ...reads('/v1/store/orders/1', keys),
    ...conditions('/v1/store/orders/1', keys),
    { path: '/v1/store/orders/99', key: keys.good },
    { path: '/v1/store/orders/x', key: keys.good },
  ],
  changeOrder: (keys) => [
    ...writes('PATCH', '/v1/store/orders/1', '{"status":"approved"}', keys),
    write('PATCH', '/v1/store/orders/99', keys.good, '{"status":"approved"}'),
    write('PATCH', '/v1/store/orders/1', keys.good, '{"status":"placed"}'),
    write('PATCH', '/v1/store/orders/1', keys.good, '{"status":"cancelled"}'),
    write('PATCH', '/v1/store/orders/1', keys.good, '{"status":"approved"}'),
    write('PATCH', '/v1/store/orders/1', keys.good, '{"status":"placed"}', ['If-Match: "old"']),
  ],
  listEvents: (keys) => [
    ...reads('/v1/events', keys),
    { path: '/v1/events?after=x', key: keys.good },
    { path: '/v1/events?after=0', key: keys.good },
    { path: '/v1/events?petId=1', key: keys.good },
    { path: '/v1/events?petId=x', key: keys.good },
  ],
  getUsage: (keys) => reads('/v1/usage', keys),
  listPermissions: (keys) => [
    ...reads('/v1/permissions?petIds=1,2', keys),
    { path: '/v1/permissions?petIds=2', key: keys.reader },
    { path: '/v1/permissions', key: keys.good },
    { path: '/v1/permissions?petIds=1,x', key: keys.good },
    { path: '/v1/permissions?petIds=1&limit=1', key: keys.good },
  ],
  listCategories: (keys) => pages('/v1/categories', keys),
};
