import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import { addAccount } from '@petstore/testing/accounts.ts';
import { openStore, temporaryStore } from '@petstore/testing/stores.ts';
import { Command } from 'commander';
import { unavailable } from '../../platform/core/errors.ts';
import { createContext } from '../context.ts';
import { welcome } from './welcome.ts';

const ADDRESSES = { url: 'http://127.0.0.1:1', publicUrl: 'http://127.0.0.1:1', isReachable: true };

async function begin(t: TestContext) {
  const store = await temporaryStore(t);
  const path = store.slice('sqlite:'.length);
  const database = await openStore(t, store);
  /** Returns what a start prints. */
  const start = async (addresses: Partial<typeof ADDRESSES> = {}, service = database) => {
    let [out, err] = ['', ''];
    const write = (text: string) => {
      out += text;
    };
    const writeError = (text: string) => {
      err += text;
    };
    const context = createContext(new Command(), {}, { write, writeError });
    const served = { database: service, environment: 'production' } as const;
    await welcome(context, { engine: 'sqlite', path }, served, { ...ADDRESSES, ...addresses });
    return { out, err };
  };
  return { path, database, start };
}

test('each start prints a link until someone has signed in, with an address that works', async (t) => {
  const { database, start } = await begin(t);
  const first = await start({ publicUrl: 'https://petstore.example' });
  assert.match(first.out, /PUBLIC_URL is still an example, https:\/\/petstore\.example: set it/);
  assert.doesNotMatch(first.out, /#\/welcome/);
  const named = await start({ publicUrl: 'https://pets.test' });
  assert.match(named.out, /^ {2}https:\/\/pets\.test\/#\/welcome\?token=/m);
  const everywhere = await start({ isReachable: false });
  assert.match(everywhere.out, /^ {2}http:\/\/localhost:1\/#\/welcome\?token=/m);
  assert.match(everywhere.out, /On another machine: set PUBLIC_URL/);
  await database.write((db) => db.deleteFrom('first_links').execute());
  assert.deepEqual(await start(), { out: '', err: '' });
});

test('a start that cannot write the key file creates no account and prints how to create one', async (t) => {
  const { path, database, start } = await begin(t);
  // A folder of that name cannot be replaced by a file.
  await mkdir(`${path}.first-key/x`, { recursive: true });
  const { out, err } = await start();
  assert.equal(out, '');
  assert.match(err, /^Cannot write the first API key to .*first-key \(\w+\), so no account was created\. /);
  assert.match(err, /Create one: petstore accounts create NAME --plan business --role admin\n$/);
  assert.deepEqual(await database.read.selectFrom('accounts').selectAll().execute(), []);
});

test('a start on a store without an admin prints the command that creates one', async (t) => {
  const { database, start } = await begin(t);
  await addAccount(database, 'Zoo', 0, {});
  const { out, err } = await start();
  assert.equal(out, '');
  assert.match(err, /^No account has the role admin\. .*Create one: petstore accounts create/s);
});

test('a store that becomes full before another first link is written prints a line, and the start goes on', async (t) => {
  const { database, start } = await begin(t);
  assert.match((await start()).out, /#\/welcome\?token=/);
  const full = { ...database, write: () => Promise.reject(unavailable('The store is full.')) };
  assert.deepEqual(await start({}, full), {
    out: '',
    err: 'Cannot create another link to sign in: The store is full. Then start the service again.\n',
  });
});
