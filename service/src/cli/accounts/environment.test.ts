import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { missingStore, temporaryStore } from '@petstore/testing/stores.ts';
import { kindOfApiKey } from '../../access/accounts/api-key.ts';

const ZOO = ['accounts', 'create', 'Zoo', '--plan', 'free', '--json'];
const OTHER = { production: 'staging', staging: 'production' } as const;
const KINDS = { production: 'live', staging: 'test' } as const;

/** Runs a command that creates a key, and returns the kind of the key. */
async function kindOfNewKey(store: string, args: readonly string[], env: Record<string, string> = {}) {
  const { status, json, err } = await runCommand(store, args, env);
  assert.equal(status, 0, err);
  return kindOfApiKey(String(at(json, 'key', 'secret')));
}

for (const environment of ['production', 'staging'] as const) {
  test(`without PETSTORE_ENV, commands and serve use the environment of a ${environment} store`, async (t) => {
    const store = await temporaryStore(t);
    const kind = KINDS[environment];
    assert.equal(await kindOfNewKey(store, ZOO, { PETSTORE_ENV: environment }), kind);
    assert.equal(await kindOfNewKey(store, ['keys', 'create', 'Zoo', '--json']), kind);
    assert.equal(await kindOfNewKey(store, ['keys', 'rotate', '1', '--json']), kind);
    const service = await startService(t, { store });
    for (const sent of ['live', 'test'] as const) {
      const { key } = await service.account({ kind: sent });
      assert.equal((await service.send('/v1/pets', { key })).status, sent === kind ? 200 : 401);
    }
  });

  test(`the other PETSTORE_ENV than that of a ${environment} store is one line, and nothing changes`, async (t) => {
    const store = await temporaryStore(t);
    await runCommand(store, ZOO, { PETSTORE_ENV: environment });
    const other = OTHER[environment];
    for (const args of [['keys', 'create', 'Zoo'], ['accounts', 'list'], ['usage']]) {
      const { status, out, err } = await runCommand(store, args, { PETSTORE_ENV: other });
      assert.deepEqual([status, out], [2, '']);
      assert.equal(err, mismatch(environment, other));
    }
    await assert.rejects(startService(t, { store, env: { PETSTORE_ENV: other } }), {
      message: mismatch(environment, other).slice('petstore: '.length, -1),
    });
    const doctor = await runCommand(store, ['doctor'], { PETSTORE_ENV: other });
    assert.equal(doctor.status, 1);
    assert.match(doctor.out, new RegExp(`\nwrong +environment: this store is for ${environment}, but .*\n$`));
  });
}

function mismatch(known: string, configured: string): string {
  return `petstore: this store is for ${known}, but PETSTORE_ENV or --env is ${configured}: remove it, or name another store with --database\n`;
}

test('a new store without PETSTORE_ENV is for production, and doctor names its kind of key', async (t) => {
  const store = await missingStore(t);
  assert.equal(await kindOfNewKey(store, ZOO), 'live');
  const { out } = await runCommand(store, ['doctor'], { PETSTORE_ENV: 'production' });
  assert.match(out, /\nok +environment: production, which accepts keys that begin with petstore_live_\n/);
});
