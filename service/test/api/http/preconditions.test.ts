// Runs with two threads.
import assert from 'node:assert/strict';
import { addPet, placeOrder, readAll } from '@petstore/testing/api-calls.ts';
import { type ApiResponse, assertError, at } from '@petstore/testing/http/expect-response.ts';
import { exchange, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startSharedService } from '@petstore/testing/service.ts';
import {
  change,
  currentTag,
  etagOf,
  type Fixture,
  fixtureTests,
  type Headers,
  newOrder,
  newPet,
  read,
  remove,
} from './preconditions-fixture.ts';

/** RFC 9110, sections 8.8.3 and 13.1: `ETag`, `If-Match` and `If-None-Match` of single pets and orders. */

const testWithFixture = fixtureTests(await startSharedService());

testWithFixture(
  'POST, GET, HEAD and PATCH of a pet return the same strong ETag for one version',
  async (fixture) => {
    const body = { name: 'Zoë', categoryId: 9 };
    const created = await fixture.service.send('/v1/pets', { method: 'POST', key: fixture.key, body });
    const path = created.headers.get('location') ?? '';
    const first = etagOf(created);
    assert.equal(await currentTag(fixture, path), first);
    assert.equal(etagOf(await fixture.service.send(path, { method: 'HEAD', key: fixture.key })), first);
    assert.equal(etagOf(await change(fixture, path, { name: 'Zoë' })), first, 'nothing changed');
    const changed = await change(fixture, path, { status: 'available' });
    assert.notEqual(etagOf(changed), first);
    assert.equal(await currentTag(fixture, path), etagOf(changed));
  },
);

testWithFixture(
  'POST, GET, HEAD and PATCH of an order return the same strong ETag for one version',
  async (fixture) => {
    const petId = await addPet(fixture.service, fixture.key);
    const sent = { method: 'POST', key: fixture.key, body: { petId } };
    const placed = await fixture.service.send('/v1/store/orders', sent);
    const path = placed.headers.get('location') ?? '';
    const first = etagOf(placed);
    assert.equal(await currentTag(fixture, path), first);
    assert.equal(etagOf(await fixture.service.send(path, { method: 'HEAD', key: fixture.key })), first);
    const approved = await change(fixture, path, { status: 'approved' });
    assert.notEqual(etagOf(approved), first);
    assert.equal(await currentTag(fixture, path), etagOf(approved));
  },
);

testWithFixture(
  'a replayed POST has the ETag of the replayed body, also after the pet has changed',
  async (fixture) => {
    const body = { name: 'Frank', categoryId: 1 };
    const add = () => {
      const headers = { 'idempotency-key': 'once' };
      return fixture.service.send('/v1/pets', { method: 'POST', key: fixture.key, body, headers });
    };
    const created = await add();
    const path = created.headers.get('location') ?? '';
    await change(fixture, path, { name: 'Max' });
    const replayed = await add();
    assert.equal(replayed.headers.get('idempotent-replayed'), 'true');
    assert.equal(etagOf(replayed), etagOf(created));
    assert.notEqual(await currentTag(fixture, path), etagOf(created));
  },
);

for (const what of ['pet', 'order'] as const) {
  testWithFixture(
    `an unchanged ${what} is 304 without a body, with Cache-Control: private, no-cache`,
    async (fixture) => {
      const full = await read(fixture, fixture[what]);
      const etag = etagOf(full);
      for (const header of [etag, `W/${etag}`, `"a,b", "\xfc" ,, ${etag}`, '*']) {
        const same = await read(fixture, fixture[what], { 'if-none-match': header });
        assert.equal(same.status, 304, header);
        assert.equal(same.text, '');
        assert.equal(etagOf(same), etag);
        assert.equal(same.headers.get('cache-control'), 'private, no-cache');
      }
      assert.equal(full.headers.get('cache-control'), 'private, no-cache');
      for (const header of ['"other"', 'nonsense', etag.slice(1, -1)]) {
        const sent = await read(fixture, fixture[what], { 'if-none-match': header });
        assert.deepEqual([sent.status, sent.text], [200, full.text], header);
      }
    },
  );

  testWithFixture(
    `GET of a ${what} with If-Match is 200 for its current ETag and 412 for another`,
    async (fixture) => {
      const etag = await currentTag(fixture, fixture[what]);
      assert.equal((await read(fixture, fixture[what], { 'if-match': etag })).status, 200);
      assert.equal(
        (await read(fixture, fixture[what], { 'if-match': etag, 'if-none-match': etag })).status,
        304,
      );
      const failed = await read(fixture, fixture[what], { 'if-match': '"other"', 'if-none-match': etag });
      assertError(failed, 412, 'precondition_failed');
    },
  );
}

/** Values of If-Match that match the current version. */
const HOLDING: Record<string, (etag: string) => string> = {
  'its ETag': (etag) => etag,
  'a list with it': (etag) => `"a,b" ,W/"c",, "\xe9\xff", ${etag} ,`,
  'any tag': () => '*',
  'the ETag of the gzip representation': (etag) => `${etag.slice(0, -1)}-gzip"`,
  'the ETag of the br representation': (etag) => `${etag.slice(0, -1)}-br"`,
};

/** Every write that evaluates preconditions; it succeeds if they are true. */
const WRITES: Record<string, (fixture: Fixture, headers: Headers) => Promise<ApiResponse>> = {
  'PATCH of a pet': (fixture, headers) => change(fixture, fixture.pet, { name: 'Bella' }, headers),
  'DELETE of a pet': (fixture, headers) => remove(fixture, fixture.pet, headers),
  'PATCH of an order': (fixture, headers) => change(fixture, fixture.order, { status: 'approved' }, headers),
};

for (const [what, write] of Object.entries(WRITES)) {
  const isOrder = what.endsWith('order');
  const pathOf = (fixture: Fixture) => (isOrder ? fixture.order : fixture.pet);

  testWithFixture(`${what} with a stale If-Match is 412 and changes nothing`, async (fixture) => {
    const etag = await currentTag(fixture, pathOf(fixture));
    const events = await readAll(fixture.service, fixture.key, '/v1/events?limit=100');
    const withoutQuotes = etag.slice(1, -1);
    for (const header of ['"other"', `W/${etag}`, `"${withoutQuotes},"`, `"x,y", W/${etag}`, '""']) {
      const failed = await write(fixture, { 'if-match': header });
      assertError(failed, 412, 'precondition_failed');
      const advice = header.includes('W/')
        ? /a weak ETag never matches/
        : /Read it again, merge your change, and send it with the new ETag/;
      assert.match(failed.text, advice);
    }
    assert.equal(await currentTag(fixture, pathOf(fixture)), etag);
    assert.deepEqual(await readAll(fixture.service, fixture.key, '/v1/events?limit=100'), events);
  });

  testWithFixture(`${what} with a current If-Match succeeds`, async (fixture) => {
    for (const [how, header] of Object.entries(HOLDING)) {
      const fresh = {
        ...fixture,
        ...(isOrder ? { order: await newOrder(fixture) } : { pet: await newPet(fixture) }),
      };
      const done = await write(fresh, { 'if-match': header(await currentTag(fixture, pathOf(fresh))) });
      assert.ok(done.status === 200 || done.status === 204, `${how}: ${done.text}`);
    }
  });

  testWithFixture(
    `${what} with If-None-Match is 412 for the current version, also for a weak tag, and else succeeds`,
    async (fixture) => {
      const etag = await currentTag(fixture, pathOf(fixture));
      for (const header of [etag, `W/${etag}`, '*', `"x", W/${etag.slice(0, -1)}-br"`]) {
        const failed = await write(fixture, { 'if-none-match': header });
        assertError(failed, 412, 'precondition_failed');
      }
      assertError(
        await write(fixture, { 'if-match': etag, 'if-none-match': etag }),
        412,
        'precondition_failed',
      );
      const done = await write(fixture, {
        'if-match': etag,
        'if-none-match': `"x", "${etag.slice(1, -1)}x"`,
      });
      assert.ok(done.status === 200 || done.status === 204, done.text);
    },
  );

  testWithFixture(`${what} with a malformed precondition is 400 and changes nothing`, async (fixture) => {
    const etag = await currentTag(fixture, pathOf(fixture));
    const bare = etag.slice(1, -1);
    const malformed = ['', bare, `"${bare}`, `${etag}${etag}`, `${etag} "x"`, `*, ${etag}`, `w/${etag}`];
    for (const name of ['If-Match', 'If-None-Match']) {
      for (const value of [...malformed, '"a b"', ', ,', `${etag};`]) {
        const refused = await write(fixture, { [name]: value });
        assertError(refused, 400, 'invalid_parameter');
        assert.ok(refused.text.includes(`${name} must be * or a list of entity tags`), refused.text);
      }
    }
    assert.equal(await currentTag(fixture, pathOf(fixture)), etag);
  });
}

testWithFixture('compares a list of tags in one If-Match; several headers are 400', async (fixture) => {
  const etag = await currentTag(fixture, fixture.pet);
  const line = (...tags: string[]) => [`If-Match: ${tags.join(', ')}`];
  const send = async (headers: string[]) => {
    const request = { method: 'DELETE', path: fixture.pet, key: fixture.key, headers };
    return (await exchange(fixture.service.url, rawRequest(request))).status;
  };
  assert.equal(await send(line('"x"', '"y"')), 412);
  assert.equal(await send([...line('"x"'), ...line(etag)]), 400);
  assert.equal(await send(line('"x"', etag)), 204);
});

testWithFixture('checks role, owner and id before the precondition', async (fixture) => {
  const { key: reader } = await fixture.service.account({ role: 'reader' });
  const headers = { 'if-match': '"other"' };
  const as = (key: string): Fixture => ({ ...fixture, key });
  for (const write of Object.values(WRITES)) {
    assertError(await write(as(reader), headers), 403, 'insufficient_role');
  }
  assertError(await change(as(fixture.stranger), fixture.pet, { name: 'Max' }, headers), 403, 'not_owner');
  assertError(await remove(as(fixture.stranger), fixture.pet, headers), 403, 'not_owner');
  assertError(
    await change(fixture, '/v1/pets/9223372036854775807', { name: 'Max' }, headers),
    404,
    'pet_not_found',
  );
  assertError(await remove(fixture, '/v1/pets/9223372036854775807', headers), 404, 'pet_not_found');
  assertError(await read(fixture, '/v1/pets/9223372036854775807', headers), 404, 'pet_not_found');
  const hidden = await change(as(fixture.stranger), fixture.order, { status: 'approved' }, headers);
  assertError(hidden, 404, 'order_not_found');
  const petId = await addPet(fixture.service, fixture.key);
  const order = `/v1/store/orders/${await placeOrder(fixture.service, fixture.stranger, petId)}`;
  assertError(await change(as(fixture.stranger), order, { status: 'approved' }, headers), 403, 'not_owner');
});

testWithFixture('a stale If-Match is 412 even if the change would be a conflict (409)', async (fixture) => {
  const held = `/v1/pets/${at((await read(fixture, fixture.order)).json, 'petId')}`;
  const stale = { 'if-match': '"other"' };
  assertError(await change(fixture, held, { status: 'sold' }, stale), 412, 'precondition_failed');
  assertError(await remove(fixture, held, stale), 412, 'precondition_failed');
  assertError(
    await change(fixture, fixture.order, { status: 'completed' }, stale),
    412,
    'precondition_failed',
  );
  const current = { 'if-match': await currentTag(fixture, held) };
  assertError(await change(fixture, held, { status: 'sold' }, current), 409, 'invalid_transition');
  assertError(await remove(fixture, held, current), 409, 'invalid_transition');
  const ofOrder = { 'if-match': await currentTag(fixture, fixture.order) };
  assertError(
    await change(fixture, fixture.order, { status: 'completed' }, ofOrder),
    409,
    'invalid_transition',
  );
});

testWithFixture('POST ignores preconditions', async (fixture) => {
  const headers = { 'if-match': '"other"', 'if-none-match': '*' };
  const body = { name: 'Frank', categoryId: 1 };
  const created = await fixture.service.send('/v1/pets', { method: 'POST', key: fixture.key, body, headers });
  assert.equal(created.status, 201);
});
