import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { PUBLIC } from './public-fixture.ts';

test('a listing names the public page of its animal, in lists, in /adopt.json and in events', async (t) => {
  const service = await startService(t, { env: PUBLIC });
  const { key } = await service.account({ role: 'manager' });
  const id = await addPet(service, key, { name: 'Zoë & Co.' });
  const url = `${PUBLIC.PUBLIC_URL}/adopt/${id}/zoe-co`;
  const read = async (path: string) => (await service.send(path, { key })).json;
  assert.equal(at(await read(`/v1/listings/${id}`), 'url'), url);
  for (const path of ['/v1/listings', '/adopt.json'])
    assert.equal(at(await read(path), '0', 'url'), url, path);
  await service.send(`/v1/pets/${id}/profile`, { method: 'PATCH', key, body: { breed: 'Beagle' } });
  const events = await read('/v1/events?after=1');
  assert.equal(at(events, '0', 'listing', 'profile', 'breed'), 'Beagle');
  assert.equal(at(events, '0', 'listing', 'url'), url);
});

test('a listing names no page if public pages are off', async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ role: 'manager' });
  const id = await addPet(service, key);
  const { json } = await service.send(`/v1/listings/${id}`, { key });
  assert.equal(at(json, 'url'), undefined);
});
