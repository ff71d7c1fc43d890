import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { at, listOf } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { PUBLIC } from './public-fixture.ts';

test('pages, cards and JSON name the animals that one goes together with, but none that visitors cannot see', async (t) => {
  const service = await startService(t, { env: PUBLIC });
  const { key } = await service.account({ role: 'manager' });
  const names = ['Bella', 'Rex & <Co>', 'Hidden'];
  const ids: number[] = [];
  for (const name of names) ids.push(await addPet(service, key, { name }));
  const [bella = 0, rex = 0, hidden = 0] = ids;
  const send = (path: string, body: object, method = 'PATCH') =>
    service.send(`/v1/pets/${path}`, { method, key, body });
  assert.equal((await send(`${bella}/profile`, { bondedWith: [rex, hidden] })).status, 200);
  const away = { type: 'intake', reason: 'stray', date: '2026-11-20', status: null };
  assert.equal((await send(`${hidden}/movements`, away, 'POST')).status, 201);

  const page = await service.send(`/adopt/${bella}/bella`);
  assert.match(page.text, /Goes together with Rex &amp; &lt;Co&gt;\./);
  assert.match(page.text, new RegExp(`href="/adopt/${rex}/rex-co"`));
  assert.doesNotMatch(page.text, /Hidden/);
  const german = await service.send(`/adopt/${bella}/bella?lang=de`);
  assert.match(german.text, /Gehört zusammen mit Rex/); // cspell:disable-line
  const list = await service.send('/adopt');
  assert.match(list.text, /Goes together with Bella\./);
  assert.match(list.text, /Goes together with Rex &amp; &lt;Co&gt;\./);

  const url = `${PUBLIC.PUBLIC_URL}/adopt/${rex}/rex-co`;
  const companions = [{ id: rex, name: 'Rex & <Co>', url }];
  const one = await service.send(`/adopt/${bella}.json`);
  assert.deepEqual(at(one.json, 'companions'), companions);
  const all = listOf(await service.send('/adopt.json'));
  assert.deepEqual(all.find(({ pet }) => at(pet, 'id') === bella)?.companions, companions);

  await send(`${bella}/profile`, { bondedWith: null });
  assert.doesNotMatch((await service.send(`/adopt/${bella}/bella`)).text, /together/);
  assert.equal(at((await service.send(`/adopt/${bella}.json`)).json, 'companions'), undefined);
});
