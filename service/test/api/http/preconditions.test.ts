// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { type ApiResponse, assertError, at } from '@petstore/testing/http/expect-response.ts';
import { exchange, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';

/** RFC 9110, sections 8.8.3 and 13.1: `ETag`, `If-Match` and `If-None-Match` of single pets and orders. */

interface Scene {
  service: TestService;
  key: string;
  /** A member who may see the pet and not change it. */
  stranger: string;
  pet: string;
  order: string;
}

async function scene(service: TestService): Promise<Scene> {
  const { key } = await service.account({ perMinute: 100_000 });
  const { key: stranger } = await service.account();
  const by = { service, key };
  return { ...by, stranger, pet: await newPet(by), order: await newOrder(by) };
}

type By = Pick<Scene, 'service' | 'key'>;

async function newPet({ service, key }: By): Promise<string> {
  return `/v1/pets/${await addPet(service, key)}`;
}

async function newOrder({ service, key }: By): Promise<string> {
  return `/v1/store/orders/${await placeOrder(service, key, await addPet(service, key))}`;
}

/** What follows holds on one service: each case has a pet, an order and accounts of its own. */
const cases = new Map<string, (the: Scene) => Promise<void>>();

function promise(name: string, holds: (the: Scene) => Promise<void>): void {
  cases.set(name, holds);
}

type Headers = Record<string, string>;

function read({ service, key }: Scene, path: string, headers: Headers = {}): Promise<ApiResponse> {
  return service.send(path, { key, headers });
}

function change(
  { service, key }: Scene,
  path: string,
  body: object,
  headers: Headers = {},
): Promise<ApiResponse> {
  return service.send(path, { method: 'PATCH', key, body, headers });
}

function remove({ service, key }: Scene, path: string, headers: Headers = {}): Promise<ApiResponse> {
  return service.send(path, { method: 'DELETE', key, headers });
}

function etagOf({ headers, text }: ApiResponse): string {
  const etag = headers.get('etag') ?? '';
  assert.match(etag, /^"[\w-]{27}"$/, text);
  return etag;
}

async function currentTag(the: Scene, path: string): Promise<string> {
  return etagOf(await read(the, path));
}

promise('a pet has one strong ETag per version: the same on POST, GET, HEAD and PATCH', async (the) => {
  const body = { name: 'Zoë', categoryId: 9 };
  const created = await the.service.send('/v1/pets', { method: 'POST', key: the.key, body });
  const path = created.headers.get('location') ?? '';
  const first = etagOf(created);
  assert.equal(await currentTag(the, path), first);
  assert.equal(etagOf(await the.service.send(path, { method: 'HEAD', key: the.key })), first);
  assert.equal(etagOf(await change(the, path, { name: 'Zoë' })), first, 'nothing changed');
  const changed = await change(the, path, { status: 'available' });
  assert.notEqual(etagOf(changed), first);
  assert.equal(await currentTag(the, path), etagOf(changed));
});

promise('an order has one strong ETag per version: the same on POST, GET, HEAD and PATCH', async (the) => {
  const petId = await addPet(the.service, the.key);
  const sent = { method: 'POST', key: the.key, body: { petId } };
  const placed = await the.service.send('/v1/store/orders', sent);
  const path = placed.headers.get('location') ?? '';
  const first = etagOf(placed);
  assert.equal(await currentTag(the, path), first);
  assert.equal(etagOf(await the.service.send(path, { method: 'HEAD', key: the.key })), first);
  const approved = await change(the, path, { status: 'approved' });
  assert.notEqual(etagOf(approved), first);
  assert.equal(await currentTag(the, path), etagOf(approved));
});

promise(
  'a replayed POST has the ETag of the body that it replays, also after the pet has changed',
  async (the) => {
    const body = { name: 'Frank', categoryId: 1 };
    const add = () => {
      const headers = { 'idempotency-key': 'once' };
      return the.service.send('/v1/pets', { method: 'POST', key: the.key, body, headers });
    };
    const created = await add();
    const path = created.headers.get('location') ?? '';
    await change(the, path, { name: 'Max' });
    const replayed = await add();
    assert.equal(replayed.headers.get('idempotent-replayed'), 'true');
    assert.equal(etagOf(replayed), etagOf(created));
    assert.notEqual(await currentTag(the, path), etagOf(created));
  },
);

for (const what of ['pet', 'order'] as const) {
  promise(
    `a ${what} that did not change is 304 without a body, and its caching is that of a list`,
    async (the) => {
      const full = await read(the, the[what]);
      const etag = etagOf(full);
      for (const header of [etag, `W/${etag}`, `"a,b", "\xfc" ,, ${etag}`, '*']) {
        const same = await read(the, the[what], { 'if-none-match': header });
        assert.equal(same.status, 304, header);
        assert.equal(same.text, '');
        assert.equal(etagOf(same), etag);
        assert.equal(same.headers.get('cache-control'), 'private, no-cache');
      }
      assert.equal(full.headers.get('cache-control'), 'private, no-cache');
      for (const header of ['"other"', 'nonsense', etag.slice(1, -1)]) {
        const sent = await read(the, the[what], { 'if-none-match': header });
        assert.deepEqual([sent.status, sent.text], [200, full.text], header);
      }
    },
  );

  promise(
    `a read of a ${what} with If-Match is 200 for its current ETag and 412 for another`,
    async (the) => {
      const etag = await currentTag(the, the[what]);
      assert.equal((await read(the, the[what], { 'if-match': etag })).status, 200);
      assert.equal((await read(the, the[what], { 'if-match': etag, 'if-none-match': etag })).status, 304);
      const failed = await read(the, the[what], { 'if-match': '"other"', 'if-none-match': etag });
      assertError(failed, 412, 'precondition_failed');
    },
  );
}

/** Headers that name the current version, from its tag. */
const HOLDING: Record<string, (etag: string) => string> = {
  'its ETag': (etag) => etag,
  'a list with it': (etag) => `"a,b" ,W/"c",, "\xe9\xff", ${etag} ,`,
  'any tag': () => '*',
  'the ETag of the gzip representation': (etag) => `${etag.slice(0, -1)}-gzip"`,
  'the ETag of the br representation': (etag) => `${etag.slice(0, -1)}-br"`,
};

/** Each write that takes preconditions; it succeeds when they hold. */
const WRITES: Record<string, (the: Scene, headers: Headers) => Promise<ApiResponse>> = {
  'a change of a pet': (the, headers) => change(the, the.pet, { name: 'Bella' }, headers),
  'a removal of a pet': (the, headers) => remove(the, the.pet, headers),
  'a change of an order': (the, headers) => change(the, the.order, { status: 'approved' }, headers),
};

for (const [what, write] of Object.entries(WRITES)) {
  const isOrder = what.endsWith('order');
  const pathOf = (the: Scene) => (isOrder ? the.order : the.pet);

  promise(`${what} with If-Match that does not hold is 412 and does nothing`, async (the) => {
    const etag = await currentTag(the, pathOf(the));
    const events = await readAll(the.service, the.key, '/v1/events?limit=100');
    const withoutQuotes = etag.slice(1, -1);
    for (const header of ['"other"', `W/${etag}`, `"${withoutQuotes},"`, `"x,y", W/${etag}`, '""']) {
      const failed = await write(the, { 'if-match': header });
      assertError(failed, 412, 'precondition_failed');
      assert.match(failed.text, /Read it again, merge your change, and send it with the new ETag/);
    }
    assert.equal(await currentTag(the, pathOf(the)), etag);
    assert.deepEqual(await readAll(the.service, the.key, '/v1/events?limit=100'), events);
  });

  promise(`${what} with If-Match that names the current version is done`, async (the) => {
    for (const [how, header] of Object.entries(HOLDING)) {
      const fresh = { ...the, ...(isOrder ? { order: await newOrder(the) } : { pet: await newPet(the) }) };
      const done = await write(fresh, { 'if-match': header(await currentTag(the, pathOf(fresh))) });
      assert.ok(done.status === 200 || done.status === 204, `${how}: ${done.text}`);
    }
  });

  promise(
    `${what} with If-None-Match is 412 when it names the current version, weakly too, else done`,
    async (the) => {
      const etag = await currentTag(the, pathOf(the));
      for (const header of [etag, `W/${etag}`, '*', `"x", W/${etag.slice(0, -1)}-br"`]) {
        const failed = await write(the, { 'if-none-match': header });
        assertError(failed, 412, 'precondition_failed');
      }
      assertError(await write(the, { 'if-match': etag, 'if-none-match': etag }), 412, 'precondition_failed');
      const done = await write(the, { 'if-match': etag, 'if-none-match': `"x", "${etag.slice(1, -1)}x"` });
      assert.ok(done.status === 200 || done.status === 204, done.text);
    },
  );

  promise(`${what} with a malformed precondition is 400 and does nothing`, async (the) => {
    const etag = await currentTag(the, pathOf(the));
    const bare = etag.slice(1, -1);
    const malformed = ['', bare, `"${bare}`, `${etag}${etag}`, `${etag} "x"`, `*, ${etag}`, `w/${etag}`];
    for (const name of ['If-Match', 'If-None-Match']) {
      for (const value of [...malformed, '"a b"', ', ,', `${etag};`]) {
        const refused = await write(the, { [name]: value });
        assertError(refused, 400, 'invalid_parameter');
        assert.ok(refused.text.includes(`${name} must be * or a list of entity tags`), refused.text);
      }
    }
    assert.equal(await currentTag(the, pathOf(the)), etag);
  });
}

promise('several If-Match lines are one list', async (the) => {
  const etag = await currentTag(the, the.pet);
  const line = (...tags: string[]) => tags.map((tag) => `If-Match: ${tag}`);
  const send = async (headers: string[]) => {
    const request = { method: 'DELETE', path: the.pet, key: the.key, headers };
    return (await exchange(the.service.url, rawRequest(request))).status;
  };
  assert.equal(await send(line('"x"', '"y"')), 412);
  assert.equal(await send(line('"x"', etag)), 204);
});

promise('a refusal of the role, of the owner or of the id comes before the precondition', async (the) => {
  const { key: reader } = await the.service.account({ role: 'reader' });
  const headers = { 'if-match': '"other"' };
  const as = (key: string): Scene => ({ ...the, key });
  for (const write of Object.values(WRITES)) {
    assertError(await write(as(reader), headers), 403, 'insufficient_role');
  }
  assertError(await change(as(the.stranger), the.pet, { name: 'Max' }, headers), 403, 'not_owner');
  assertError(await remove(as(the.stranger), the.pet, headers), 403, 'not_owner');
  assertError(await change(the, '/v1/pets/99', { name: 'Max' }, headers), 404, 'pet_not_found');
  assertError(await remove(the, '/v1/pets/99', headers), 404, 'pet_not_found');
  assertError(await read(the, '/v1/pets/99', headers), 404, 'pet_not_found');
  const hidden = await change(as(the.stranger), the.order, { status: 'approved' }, headers);
  assertError(hidden, 404, 'order_not_found');
  const petId = await addPet(the.service, the.key);
  const order = `/v1/store/orders/${await placeOrder(the.service, the.stranger, petId)}`;
  assertError(await change(as(the.stranger), order, { status: 'approved' }, headers), 403, 'not_owner');
});

promise('a stale If-Match is 412 even where the change would be a conflict (409)', async (the) => {
  const held = `/v1/pets/${at((await read(the, the.order)).json, 'petId')}`;
  const stale = { 'if-match': '"other"' };
  assertError(await change(the, held, { status: 'sold' }, stale), 412, 'precondition_failed');
  assertError(await remove(the, held, stale), 412, 'precondition_failed');
  assertError(await change(the, the.order, { status: 'completed' }, stale), 412, 'precondition_failed');
  const current = { 'if-match': await currentTag(the, held) };
  assertError(await change(the, held, { status: 'sold' }, current), 409, 'invalid_transition');
  assertError(await remove(the, held, current), 409, 'invalid_transition');
  const ofOrder = { 'if-match': await currentTag(the, the.order) };
  assertError(await change(the, the.order, { status: 'completed' }, ofOrder), 409, 'invalid_transition');
});

promise('POST to a collection does not evaluate preconditions', async (the) => {
  const headers = { 'if-match': '"other"', 'if-none-match': '*' };
  const body = { name: 'Frank', categoryId: 1 };
  const created = await the.service.send('/v1/pets', { method: 'POST', key: the.key, body, headers });
  assert.equal(created.status, 201);
});

const CLIENTS = 24;

promise(
  `of ${CLIENTS} changes at once with one If-Match exactly one is made, the others are 412`,
  async (the) => {
    for (let round = 0; round < 5; round += 1) {
      const headers = { 'if-match': await currentTag(the, the.pet) };
      const names = Array.from({ length: CLIENTS }, (_, client) => `${round} ${client}`);
      const answers = await Promise.all(names.map((name) => change(the, the.pet, { name }, headers)));
      const [won, ...others] = answers.filter(({ status }) => status === 200);
      assert.ok(won !== undefined && others.length === 0, `${others.length + 1} were made in round ${round}`);
      for (const answer of answers.filter((one) => one !== won)) {
        assertError(answer, 412, 'precondition_failed');
      }
      assert.equal((await read(the, the.pet)).text, won.text);
    }
  },
);

promise('of a change and a removal of one version at once exactly one is made', async (the) => {
  for (let round = 0; round < 10; round += 1) {
    const path = await newPet(the);
    const headers = { 'if-match': await currentTag(the, path) };
    const removal = () => remove(the, path, headers);
    const rename = () => change(the, path, { name: 'Max' }, headers);
    const writes = round % 2 === 0 ? [removal, rename] : [rename, removal];
    const statuses = (await Promise.all(writes.map((write) => write()))).map(({ status }) => status);
    const outcome = `${statuses.sort()} ${(await read(the, path)).status}`;
    assert.ok(['200,412 200', '204,404 404'].includes(outcome), outcome);
  }
});

promise('of many approvals and cancellations of one version of an order exactly one is made', async (the) => {
  const headers = { 'if-match': await currentTag(the, the.order) };
  const wishes = Array.from({ length: CLIENTS }, (_, n) => (n % 2 === 0 ? 'approved' : 'cancelled'));
  const answers = await Promise.all(wishes.map((status) => change(the, the.order, { status }, headers)));
  const done = answers.filter(({ status }) => status === 200);
  assert.equal(done.length, 1);
  assert.equal(answers.filter(({ status }) => status === 412).length, CLIENTS - 1);
  assert.equal((await read(the, the.order)).text, done[0]?.text);
});

test('single pets and orders', async (t) => {
  const service = await startService(t);
  for (const [name, holds] of cases) await t.test(name, async () => holds(await scene(service)));
});
