// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { startService } from '@petstore/testing/service.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';
import { digestOfApiKey, generateApiKey, hintOfApiKey } from './api-key.ts';

const LIST = '/v1/pets?limit=1';

test('stores only the digest and the hint of a key, while the service runs and after it stopped', async (t) => {
  const folder = await temporaryFolder(t);
  const service = await startService(t, { store: sqliteIn(folder) });
  const { key } = await service.account();
  const guess = generateApiKey('live');
  for (const sent of [key, guess]) await service.send(LIST, { key: sent });
  const stored = async () => Buffer.concat(await filesIn(folder));
  const running = await stored();
  await service.close();
  for (const bytes of [running, await stored()]) {
    assert.ok(bytes.includes(digestOfApiKey(key)), 'the scan must find what is stored');
    assert.ok(bytes.includes(hintOfApiKey(key)), 'the scan must find what is stored');
    for (const part of partsOf(key)) assert.ok(!bytes.includes(part), `${part} is stored`);
    assert.ok(!bytes.includes(digestOfApiKey(guess)), 'the digest of a guessed key is stored');
  }
});

test('never logs a key, wherever a request has it and whatever the response is', async (t) => {
  const service = await startService(t, { env: { LOG_LEVEL: 'trace', ACCESS_LOG: 'true' } });
  const { key } = await service.account();
  const guess = generateApiKey('live');
  for (const secret of [key, guess]) {
    await service.send(LIST, { key: secret });
    await service.send(`${LIST}&api_key=${secret}`, { key: secret });
    await service.send(`/v1/pets/${secret}`, { key: secret });
    await service.send(`/v1/${secret}`, { headers: { cookie: secret, 'x-api-key': secret } });
    await service.send('/v1/pets', { method: 'POST', key: secret, body: `{"name":"${secret}` });
    await service.send(`/docs/${secret}`);
    await sendBroken(service.url, secret);
  }
  const unused = await service.account();
  await service.database.write((queries) => queries.schema.alterTable('api_keys').renameTo('away').execute());
  assert.ok((await service.send(LIST, { key: unused.key })).status >= 500);
  const log = service.logged.join('');
  assert.match(log, /"operation":"listPets"/);
  assert.match(log, /no such table|does not exist/);
  for (const part of [key, guess, unused.key].flatMap(partsOf)) {
    assert.ok(
      !log.includes(part),
      `${part} was logged: ${service.logged.find((line) => line.includes(part))}`,
    );
  }
});

test('no response contains a key, not even the error about it', async (t) => {
  const service = await startService(t);
  for (const secret of [(await service.account()).key, generateApiKey('live'), generateApiKey('test')]) {
    const { text, headers } = await service.send('/v1/pets/1', { key: secret });
    const head = JSON.stringify([...headers]);
    for (const part of partsOf(secret)) assert.ok(!text.includes(part) && !head.includes(part));
  }
});

async function filesIn(folder: string): Promise<Buffer[]> {
  const names = await readdir(folder);
  return Promise.all(names.map((name) => readFile(join(folder, name))));
}

/** Returns the key, and parts of it that are not in the hint and too long to occur by chance. */
function partsOf(key: string): string[] {
  return [key, key.slice(14, 26), key.slice(40, 57), key.slice(-12)];
}

/** Sends the beginning of an invalid request that contains the key. */
async function sendBroken(url: string, secret: string): Promise<void> {
  const connection = await RawConnection.open(url);
  connection.write(rawRequest({ key: secret, headers: [`bad header ${secret}`] }));
  assert.equal((await connection.readResponse()).status, 400);
  connection.close();
}
