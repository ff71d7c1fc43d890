import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { UNLIMITED } from '@petstore/testing/accounts.ts';
import type { ApiResponse } from '@petstore/testing/http/expect-response.ts';
import { freshDatabase } from '@petstore/testing/servers/postgres-server.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { until } from '@petstore/testing/until.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { parseConfig } from '../../../src/platform/config/config.ts';
import type { Queries } from '../../../src/platform/database/database.ts';
import { readSnapshot } from '../../../src/platform/database/long-transactions.ts';
import { openDatabase } from '../../../src/server/open-database.ts';

/** PostgreSQL allows fewer connections than a process has by its settings. */

const CLIENTS = 24;
const PET = { name: 'Frank', categoryId: 1 };
const TERMS = { ...UNLIMITED, role: 'manager' } as const;

/** Returns the address of a new database for a user with `limit` connections, and a client of another user. */
async function limitedDatabase(t: TestContext, limit: number) {
  const url = new URL(await freshDatabase(t));
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  const [role, password] = [`limited_${randomBytes(6).toString('hex')}`, randomBytes(6).toString('hex')];
  await admin.query(`create role ${role} login password '${password}' connection limit ${limit}`);
  await admin.query(`alter database ${url.pathname.slice(1)} owner to ${role}`);
  await admin.query(`alter schema public owner to ${role}`);
  t.after(async () => {
    await admin.query(`reassign owned by ${role} to petstore; drop owned by ${role}; drop role ${role}`);
    await admin.end();
  });
  [url.username, url.password] = [role, password];
  return { url: url.href, role, admin };
}

/** Adds and reads pets by concurrent clients until `stop`. */
function startLoad(service: TestService, key: string) {
  const [responses, state] = [[] as ApiResponse[], { isOver: false }];
  const clients = Array.from({ length: CLIENTS }, async (_, index) => {
    const options = index % 2 === 0 ? { method: 'POST', key, body: PET } : { key };
    while (!state.isOver) responses.push(await service.send('/v1/pets', options));
  });
  return {
    responses,
    stop: async () => {
      state.isOver = true;
      await Promise.all(clients);
    },
  };
}

/** Reads with as many connections at the same time, which stay open for a while. Returns their processes. */
async function useConnections({ database }: TestService, count: number): Promise<number[]> {
  const [allBegun, processes] = [Promise.withResolvers<void>(), [] as number[]];
  const read = async (db: Queries) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    processes.push(...rows.map(({ pid }) => pid));
    if (processes.length === count) allBegun.resolve();
    await allBegun.promise;
  };
  await Promise.all(Array.from({ length: count }, () => readSnapshot(database, read)));
  return processes;
}

async function endConnections(admin: pg.Client, role: string, except: number[] = []): Promise<void> {
  const others = 'from pg_stat_activity where usename = $1 and pid <> all ($2)';
  await admin.query(`select pg_terminate_backend(pid, 5000) ${others}`, [role, except]);
}

function addPetBy(service: TestService, key: string): Promise<ApiResponse> {
  return service.send('/v1/pets', { method: 'POST', key, body: PET });
}

const isRefused = ({ status }: ApiResponse) => status >= 400;
const warnings = ({ logged }: TestService) =>
  logged.filter((line) => line.includes('PostgreSQL refuses more connections'));

test('requests wait for the connections that PostgreSQL allows, and the log has one line', async (t) => {
  const { url } = await limitedDatabase(t, 5);
  const service = await startService(t, { store: url });
  const { key } = await service.account(TERMS);
  const load = startLoad(service, key);
  await until(async () => load.responses.length >= 400);
  await load.stop();
  const refused = load.responses.filter(isRefused);
  t.diagnostic(`${refused.length} of ${load.responses.length} requests were refused`);
  assert.equal(refused.length, 0, refused[0]?.text);
  assert.equal(warnings(service).length, 1, service.logged.join(''));
});

test('a write gets a connection although reads have all that PostgreSQL allows', async (t) => {
  const { url, role, admin } = await limitedDatabase(t, 20);
  const service = await startService(t, { store: url });
  const { key } = await service.account(TERMS);
  const reads = await useConnections(service, 4);
  await admin.query(`alter role ${role} connection limit 4`);
  await endConnections(admin, role, reads);
  let added: ApiResponse | undefined;
  await until(async () => {
    added = await addPetBy(service, key);
    // The pool may not have noticed yet that a connection was ended.
    return !added.text.includes('does not respond');
  });
  assert.equal(added?.status, 201, added?.text);
});

test('a process without any connection is 503, and works again when PostgreSQL allows connections', async (t) => {
  const { url, role, admin } = await limitedDatabase(t, 5);
  const service = await startService(t, { store: url });
  const { key } = await service.account(TERMS);
  assert.equal((await addPetBy(service, key)).status, 201);
  await admin.query(`alter role ${role} connection limit 0`);
  await endConnections(admin, role);
  const refused = await addPetBy(service, key);
  assert.equal(refused.status, 503, refused.text);
  const another = openDatabase(parseConfig({ DATABASE_URL: url }));
  await assert.rejects(another, /has no connection left: raise its max_connections/);
  const waiting = until(async () => (await addPetBy(service, key)).status === 201);
  await admin.query(`alter role ${role} connection limit 5`);
  await waiting;
});
