import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { HOSTILE_ANSWERS, startHostileHost } from '@petstore/testing/servers/hostile-host.ts';
import { startSharedService } from '@petstore/testing/service.ts';
import { SECOND } from '../../../src/platform/core/clock.ts';
import { ALLOWED, startReceiver } from './receiver.ts';

/** docs/threat-model.md: accounts whose receivers never answer take neither the places of requests nor those of deliveries. */

const ACCOUNTS = 52;
/** What an account may send by request in a minute. */
const MESSAGES = 20;
const HOSTS = ['silent', 'slow fields', 'slow body', 'switching', 'early hints'] as const;

test('beside 52 accounts that send 1,040 messages to hosts without an end, every write of another account is served, and delivered', async (t) => {
  const service = await startSharedService({ env: ALLOWED });
  const hosts = await Promise.all(HOSTS.map((name) => startHostileHost({ after }, HOSTILE_ANSWERS[name])));
  const addHook = async (key: string, url: string) => {
    const added = await service.send('/v1/webhooks', { method: 'POST', key, body: { url } });
    assert.equal(added.status, 201, added.text);
    return Number(at(added.json, 'id'));
  };
  const attacks: Array<() => Promise<number>> = [];
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const { key } = await service.account();
    const ids: number[] = [];
    for (const { port } of hosts) ids.push(await addHook(key, `http://127.0.0.1:${port}/`));
    for (let message = 0; message < MESSAGES; message += 1) {
      const path = `/v1/webhooks/${ids[message % ids.length]}/test`;
      attacks.push(async () => (await service.send(path, { method: 'POST', key })).status);
    }
  }
  const polite = await service.account();
  const receiver = await startReceiver({ after });
  await addHook(polite.key, receiver.url);
  await service.webhooks.idle();

  const sent = Promise.all(attacks.map((attack) => attack()));
  await hosts[0]?.reached(1);
  // All hostile webhooks are due as well, and take all places of deliveries.
  await addPet(service, polite.key);
  service.clock.advance(SECOND);
  const began = performance.now();
  for (let count = 1; count < 20; count += 1) await addPet(service, polite.key);
  t.diagnostic(`19 writes took ${Math.round(performance.now() - began)} ms`);
  while (service.clock.monotonic() < 30 * SECOND) {
    service.clock.advance(5 * SECOND);
    await addPet(service, polite.key);
  }
  const counts = Map.groupBy(await sent, (status) => status);
  t.diagnostic(`${[...counts].map(([status, all]) => `${status}: ${all.length}`).join(', ')}`);
  assert.deepEqual([...counts.keys()].sort(), [200, 503]);
  await receiver.arrived(1);
  const delivered = () => receiver.received.flatMap(({ data }) => data.events ?? []).length;
  while (delivered() < 26) {
    service.clock.advance(SECOND);
    await receiver.arrived(receiver.received.length + 1);
  }
  service.clock.advance(10 * SECOND);
});
