// Runs with two threads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError } from '@petstore/testing/http/expect-response.ts';
import { addPerson } from '@petstore/testing/people.ts';
import { startService } from '@petstore/testing/service.ts';
import { until } from '@petstore/testing/until.ts';
import { type OpenStream, openStream } from './event-stream.ts';

test('the 201st stream of the keys of an account is 429, a request that would wait is answered at once, and a person has a place', async (t) => {
  const service = await startService(t);
  const [{ id, key }, other] = [await service.account(), await service.account()];
  const streams: OpenStream[] = [];
  while (streams.length < 200) {
    streams.push(...(await Promise.all(Array.from({ length: 20 }, () => openStream(service, key)))));
  }
  const refused = await service.send('/v1/events', { key, headers: { accept: 'text/event-stream' } });
  assertError(refused, 429, 'too_many_followers');
  assert.equal(refused.headers.get('retry-after'), '30');
  const page = await service.send('/v1/events?after=latest', { key, headers: { Prefer: 'wait=30' } });
  assert.deepEqual([page.status, page.headers.get('preference-applied')], [200, null]);
  await (await openStream(service, other.key)).close();
  const admin = await service.account({ role: 'admin' });
  const person = await addPerson(service, admin.key, { role: 'member', accountId: Number(id) });
  await (await openStream(service, await person.browser.token())).close();
  await Promise.all(streams.map((stream) => stream.close()));
  await until(async () => (await service.followers()) === 0);
});
