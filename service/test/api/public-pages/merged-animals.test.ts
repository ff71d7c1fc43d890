// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { startService } from '@petstore/testing/service.ts';
import { PUBLIC } from './public-fixture.ts';

/** The addresses of animals that were merged into others. */

test('the old address of a merged animal leads to the remaining one, and is 404 while that has no page', async (t) => {
  const service = await startService(t, { env: PUBLIC });
  const { key } = await service.account();
  const [a, b, c] = [
    await addPet(service, key, { name: 'Bela' }),
    await addPet(service, key, { name: 'Bella' }),
    await addPet(service, key, { name: 'Linda' }),
  ];
  const send = (method: string, path: string, body?: object) => service.send(path, { method, key, body });
  const answer = async (path: string) => {
    const { status, headers } = await service.send(path);
    return [status, headers.get('location')];
  };
  // Before the merges, so that the pages are cached.
  for (const path of [`/adopt/${a}/bela`, `/adopt/${a}.json`])
    assert.deepEqual(await answer(path), [200, null]);
  await send('POST', `/v1/pets/${a}/merge`, { into: b });
  assert.deepEqual(await answer(`/adopt/${a}/bela`), [301, `/adopt/${b}/bella`]);
  await send('POST', `/v1/pets/${b}/merge`, { into: c });
  for (const id of [a, b]) {
    assert.deepEqual(await answer(`/adopt/${id}`), [301, `/adopt/${c}/linda`]);
    assert.deepEqual(await answer(`/adopt/${id}/any?lang=es`), [301, `/adopt/${c}/linda?lang=es`]);
    assert.deepEqual(await answer(`/adopt/${id}.json`), [301, `/adopt/${c}.json`]);
  }
  await send('PATCH', `/v1/pets/${c}`, { status: 'sold' });
  assert.deepEqual(await answer(`/adopt/${a}/bela`), [301, `/adopt/${c}/linda`]);
  assert.deepEqual(await answer(`/adopt/${a}.json`), [404, null]);
  await send('DELETE', `/v1/pets/${c}`);
  for (const path of [`/adopt/${a}/bela`, `/adopt/${a}.json`])
    assert.deepEqual(await answer(path), [404, null]);
  await send('POST', `/v1/pets/${c}/restore`);
  assert.deepEqual(await answer(`/adopt/${b}`), [301, `/adopt/${c}/linda`]);
  await send('PATCH', `/v1/pets/${c}`, { status: null });
  assert.deepEqual(await answer(`/adopt/${b}`), [404, null], 'it does not show the name');
  await send('DELETE', `/v1/pets/${c}`);
  await send('DELETE', `/v1/bin/${c}`);
  assert.deepEqual(await answer(`/adopt/${a}`), [404, null]);
});
