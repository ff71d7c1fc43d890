import type pg from 'pg';
import { PoolerError } from './postgres-errors.ts';

/**
 * Checks that a connection is a session of its own, before something is kept in it. In transaction mode, a pooler such as
 * PgBouncer gives the process of PostgreSQL to the next client as soon as a transaction ends, here to a second connection.
 *
 * @param connect opens the second connection, only behind a pooler.
 * @throws {PoolerError} if both have the same process. A busy pooler may not be noticed.
 */
export async function requireSession(client: pg.Client, connect: () => Promise<pg.Client>): Promise<void> {
  const process = await processOf(client);
  // A pooler announces a number of its own.
  if ('processID' in client && client.processID === process) return;
  const other = await connect();
  try {
    if ((await processOf(other)) !== process) return;
  } finally {
    await other.end();
  }
  throw new PoolerError('its connections are no sessions');
}

async function processOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}
