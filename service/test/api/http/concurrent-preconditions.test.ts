// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { assertError } from '@petstore/testing/http/expect-response.ts';
import { startSharedService } from '@petstore/testing/service.ts';
import { change, currentTag, fixtureTests, newPet, read, remove } from './preconditions-fixture.ts';

/** Concurrent writes with an `If-Match` that names the same version: RFC 9110, section 13.1.1. */

const testWithFixture = fixtureTests(await startSharedService());

const CLIENTS = 24;

testWithFixture(
  `of ${CLIENTS} concurrent PATCHes with one If-Match exactly one succeeds, the others are 412`,
  async (fixture) => {
    for (let round = 0; round < 5; round += 1) {
      const headers = { 'if-match': await currentTag(fixture, fixture.pet) };
      const names = Array.from({ length: CLIENTS }, (_, client) => `${round} ${client}`);
      const responses = await Promise.all(
        names.map((name) => change(fixture, fixture.pet, { name }, headers)),
      );
      const [won, ...others] = responses.filter(({ status }) => status === 200);
      assert.ok(won !== undefined && others.length === 0, `${others.length + 1} were made in round ${round}`);
      for (const response of responses.filter((one) => one !== won)) {
        assertError(response, 412, 'precondition_failed');
      }
      assert.equal((await read(fixture, fixture.pet)).text, won.text);
    }
  },
);

testWithFixture('of a concurrent PATCH and DELETE of one version exactly one succeeds', async (fixture) => {
  for (let round = 0; round < 10; round += 1) {
    const path = await newPet(fixture);
    const headers = { 'if-match': await currentTag(fixture, path) };
    const removal = () => remove(fixture, path, headers);
    const rename = () => change(fixture, path, { name: 'Max' }, headers);
    const writes = round % 2 === 0 ? [removal, rename] : [rename, removal];
    const statuses = (await Promise.all(writes.map((write) => write()))).map(({ status }) => status);
    const outcome = `${statuses.sort()} ${(await read(fixture, path)).status}`;
    assert.ok(['200,412 200', '204,404 404'].includes(outcome), outcome);
  }
});

testWithFixture(
  'of concurrent approvals and cancellations of one version exactly one succeeds',
  async (fixture) => {
    const headers = { 'if-match': await currentTag(fixture, fixture.order) };
    const wishes = Array.from({ length: CLIENTS }, (_, n) => (n % 2 === 0 ? 'approved' : 'cancelled'));
    const responses = await Promise.all(
      wishes.map((status) => change(fixture, fixture.order, { status }, headers)),
    );
    const done = responses.filter(({ status }) => status === 200);
    assert.equal(done.length, 1);
    assert.equal(responses.filter(({ status }) => status === 412).length, CLIENTS - 1);
    assert.equal((await read(fixture, fixture.order)).text, done[0]?.text);
  },
);
