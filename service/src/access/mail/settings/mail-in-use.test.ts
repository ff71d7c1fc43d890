import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryDatabase } from '@petstore/testing/stores.ts';
import type { Database } from '../../../platform/database/database.ts';
import { isMailSetUp, withMailOfEnvironment } from './mail-in-use.ts';

const isSetUp = (database: Database) => database.write(async (db) => isMailSetUp(db));

test('e-mail of an environment is set up in the transactions of its store, not in those of another store', async (t) => {
  const [opened, other] = [await temporaryDatabase(t), await temporaryDatabase(t)];
  const database = withMailOfEnvironment(opened);
  assert.deepEqual(await Promise.all([isSetUp(database), isSetUp(other)]), [true, false]);
});
