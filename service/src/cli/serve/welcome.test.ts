import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { openStore } from '@petstore/testing/stores.ts';
import { Command } from 'commander';
import { unavailable } from '../../core/errors.ts';
import { createContext } from '../context.ts';
import { welcome } from './welcome.ts';

const ADDRESSES = { url: 'http://127.0.0.1:1', publicUrl: 'http://127.0.0.1:1', isReachable: true };

test('a store that becomes full before another first link is written prints a line, and the start goes on', async (t) => {
  const path = `${await temporaryFolder(t)}/petstore.db`;
  const database = await openStore(t, `sqlite:${path}`);
  let [out, err] = ['', ''];
  const context = createContext(
    new Command(),
    {},
    {
      write: (text) => {
        out += text;
      },
      writeError: (text) => {
        err += text;
      },
    },
  );
  const start = (store: typeof database) =>
    welcome(context, { engine: 'sqlite', path }, { database: store, environment: 'production' }, ADDRESSES);
  await start(database);
  assert.match(out, /#\/welcome\?token=/);
  out = '';
  await start({ ...database, write: () => Promise.reject(unavailable('The store is full.')) });
  assert.deepEqual(
    [out, err],
    ['', 'Cannot create another link to sign in: The store is full. Then start the service again.\n'],
  );
});
