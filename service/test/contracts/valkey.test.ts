// Needs PostgreSQL or Valkey.
import { type TestContext, test } from 'node:test';
import { openProcesses } from '@petstore/testing/fixtures/valkey-keys.ts';
import { freshCluster, freshValkey, noValkey } from '@petstore/testing/servers/valkey-server.ts';
import { temporaryDatabase } from '@petstore/testing/stores.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { type QuotaFixture, testQuotas } from './quota.ts';

if (noValkey === false) {
  testQuotas('Valkey and PostgreSQL', (t) => engineOn(t, freshValkey));
  // A cluster refuses a script that touches a key which it did not declare.
  testQuotas('a Valkey cluster', (t) => engineOn(t, freshCluster, temporaryDatabase));
} else {
  test('quotas on Valkey', { skip: noValkey }, () => {});
}

async function engineOn(
  t: TestContext,
  locate: (t: TestContext) => Promise<string>,
  openDatabase?: (t: TestContext) => Promise<Database>,
): Promise<QuotaFixture> {
  const { clock, open, newSubject } = await openProcesses(t, openDatabase);
  const url = await locate(t);
  return { clock, caller: newSubject, start: () => open(url) };
}
