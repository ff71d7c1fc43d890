// Needs PostgreSQL or Valkey.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '@petstore/testing/http/free-port.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { addressOfPrimary, CurrentHost } from './current-host.ts';
import { isPostgresServed, takePostgresInstanceLock } from './instance-lock.ts';
import { openPostgres } from './postgres.ts';

/** Returns an address whose first host accepts no connections. */
function afterAClosedPort(url: string, port: number): string {
  return url.replace('@', `@127.0.0.1:${port},`);
}

test('the store, its lock and a command use the host that accepts connections', async (t) => {
  const url = afterAClosedPort(await freshStore(t), await freePort());
  const database = await openPostgres(url, 4);
  t.after(() => database.close());
  assert.deepEqual(await database.read.selectFrom('pets').selectAll().execute(), []);
  await database.write((db) => db.deleteFrom('pets').execute());
  assert.equal(await isPostgresServed(url), false);
  const release = await takePostgresInstanceLock(url, 'exclusive', () => {});
  assert.equal(await isPostgresServed(url), true);
  await release?.();
});

test('of two primaries with the same timeline the first in the address is used', async (t) => {
  const url = await freshStore(t);
  const { host } = new URL(url);
  const other = url.replace(host, host.replace('127.0.0.1', 'localhost'));
  for (const [first, second] of [
    [url, other],
    [other, url],
  ] as const) {
    assert.equal(
      await addressOfPrimary(first.replace(/(?<=@[^/]+)(?=\/)/, `,${new URL(second).host}`)),
      first,
    );
  }
});

test('a former primary is not used', async (t) => {
  const url = afterAClosedPort(await freshStore(t), await freePort());
  await assert.rejects(new CurrentHost(url, () => true).find(), /a standby has taken over from it/);
});

test('the error names all hosts with their faults, and no password', async () => {
  const [one, other] = [await freePort(), await freePort()];
  const url = `postgres://petstore:secret@127.0.0.1:${one},[::1]:${other}/name`;
  await assert.rejects(openPostgres(url, 2), ({ message }: Error) => {
    assert.match(message, new RegExp(`^PostgreSQL at 127.0.0.1:${one},\\[::1\\]:${other} cannot be used`));
    assert.match(message, new RegExp(`127.0.0.1:${one}: connect ECONNREFUSED.*\\[::1\\]:${other}: connect `));
    assert.doesNotMatch(message, /secret/);
    return true;
  });
});
