import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { TestAccount } from '@petstore/testing/accounts.ts';
import { addPet } from '@petstore/testing/api-calls.ts';
import { assertError, at, listOf } from '@petstore/testing/http/expect-response.ts';
import {
  type Behaviour,
  HOSTILE_ANSWERS,
  type HostileHost,
  silent,
  startHostileHost,
} from '@petstore/testing/servers/hostile-host.ts';
import { startSharedService } from '@petstore/testing/service.ts';
import { SECOND } from '../../../src/platform/core/clock.ts';
import { ALLOWED, startReceiver } from './receiver.ts';

const service = await startSharedService({ env: ALLOWED });
const ATTEMPT = 10 * SECOND;

function send(account: TestAccount, method: string, path: string, body?: object) {
  return service.send(`/v1/webhooks${path}`, { method, key: account.key, ...(body && { body }) });
}

async function addHook(account: TestAccount, url: string): Promise<number> {
  const added = await send(account, 'POST', '', { url });
  assert.equal(added.status, 201, added.text);
  await service.webhooks.idle();
  return Number(at(added.json, 'id'));
}

async function addHostile(account: TestAccount, behave: Behaviour): Promise<HostileHost & { id: number }> {
  const host = await startHostileHost({ after }, behave);
  return { ...host, id: await addHook(account, `http://127.0.0.1:${host.port}/`) };
}

test('an attempt ends after 10 s whatever its host sends, and meanwhile other accounts get their messages', async () => {
  const [owner, polite] = [await service.account(), await service.account()];
  const receiver = await startReceiver({ after });
  await addHook(polite, receiver.url);
  const hosts = new Map<string, Awaited<ReturnType<typeof addHostile>>>();
  for (const [name, behave] of Object.entries(HOSTILE_ANSWERS))
    hosts.set(name, await addHostile(owner, behave));
  await addPet(service, owner.key);
  service.clock.advance(SECOND);
  await Promise.all([receiver.arrived(1), ...[...hosts.values()].map((host) => host.reached(1))]);
  await addPet(service, polite.key);
  service.clock.advance(SECOND);
  await receiver.arrived(2);
  service.clock.advance(ATTEMPT);
  await service.webhooks.idle();
  const failures: Record<string, unknown> = {};
  for (const [name, { id, left }] of hosts) {
    await left();
    const [delivery] = listOf(await send(owner, 'GET', `/${id}/deliveries`));
    failures[name] = at(delivery, 'failure');
    assert.equal((await send(owner, 'DELETE', `/${id}`)).status, 204);
  }
  assert.deepEqual(failures, {
    silent: 'too_slow',
    switching: 'invalid_answer',
    'early hints': 'invalid_answer',
    processing: 'invalid_answer',
    'slow fields': 'too_slow',
    'slow body': 'too_slow',
    'long chunks': 'too_large',
    'slow trailers': 'too_slow',
    'empty lines': 'too_large',
    'spaces of a field': 'too_large',
    'zeros of a size': 'too_large',
  });
});

test('an account sends five messages by request at a time, others send theirs, and the places come back after 10 s', async () => {
  const [owner, polite] = [await service.account(), await service.account()];
  const receiver = await startReceiver({ after });
  const [hostile, own] = [await addHostile(owner, silent), await addHook(polite, receiver.url)];
  const test = (account: TestAccount, id: number) => send(account, 'POST', `/${id}/test`);
  for (const round of [1, 2]) {
    const waiting = Array.from({ length: 5 }, () => test(owner, hostile.id));
    await hostile.reached(5 * round);
    assertError(await test(owner, hostile.id), 503, 'service_unavailable');
    assert.equal(at((await test(polite, own)).json, 'state'), 'delivered');
    service.clock.advance(ATTEMPT);
    for (const { json } of await Promise.all(waiting)) assert.equal(at(json, 'failure'), 'too_slow');
  }
  await hostile.left();
  // What was refused was not counted as sent.
  assert.equal(listOf(await send(owner, 'GET', `/${hostile.id}/deliveries`)).length, 10);
  assert.equal((await send(owner, 'DELETE', `/${hostile.id}`)).status, 204);
});

test('the deliveries of an account that sends by request wait for its places, and then go on', async () => {
  const owner = await service.account();
  const receiver = await startReceiver({ after });
  const hostile = await addHostile(owner, silent);
  const waiting = Array.from({ length: 5 }, () => send(owner, 'POST', `/${hostile.id}/test`));
  await hostile.reached(5);
  assert.equal((await send(owner, 'PATCH', `/${hostile.id}`, { isOn: false })).status, 200);
  await addHook(owner, receiver.url);
  await addPet(service, owner.key);
  service.clock.advance(SECOND);
  await service.webhooks.idle();
  assert.equal(receiver.received.length, 0);
  service.clock.advance(ATTEMPT);
  await Promise.all(waiting);
  await receiver.arrived(1);
});
