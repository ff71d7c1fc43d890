import type { TestContext } from 'node:test';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { freshValkey } from '@petstore/testing/servers/valkey-server.ts';
import { type MeasuredService, serveMeasuredStore } from '../faults/overload/measured-service.ts';

/** Serves a new store in PostgreSQL by three processes, which count requests in Valkey. */
export async function serveThreeProcesses(
  t: TestContext,
  env: Readonly<Record<string, string>> = {},
): Promise<MeasuredService> {
  const servers = { DATABASE_URL: await freshStore(t), VALKEY_URL: await freshValkey(t) };
  return serveMeasuredStore(t, { ...env, ...servers }, 3);
}
