import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseConfig } from '../../platform/config/config.ts';
import { type Machine, withChosenThreads } from './chosen-threads.ts';

const MEBIBYTE = 2 ** 20;
const LARGE: Machine = { cores: 64, memory: 65_536 * MEBIBYTE, allowsThreads: true };

/** Returns how many threads serve. */
function threads(machine: Partial<Machine>, env: Record<string, string> = {}, sockets = 0): number {
  return withChosenThreads(parseConfig({ WORKERS: 'auto', ...env }), sockets, { ...LARGE, ...machine })
    .workers;
}

test('with auto, a core less than there are serves, at least one and at most eight', () => {
  const found = [1, 2, 3, 4, 8, 9, 64].map((cores) => threads({ cores }));
  assert.deepEqual(found, [1, 1, 2, 3, 7, 8, 8]);
});

test('a container without memory for more threads has fewer', () => {
  const found = [128, 512, 767, 768, 1_024, 4_096].map((size) => threads({ memory: size * MEBIBYTE }));
  assert.deepEqual(found, [1, 1, 1, 2, 3, 8]);
});

test('there are no more threads than sockets of systemd, or than connections to PostgreSQL suffice for', () => {
  assert.deepEqual([threads({}, {}, 1), threads({}, {}, 3), threads({}, {}, 16)], [1, 3, 8]);
  const postgres = { DATABASE_URL: 'postgres://db.example/petstore' };
  assert.equal(threads({}, postgres), 4);
  assert.equal(threads({}, { ...postgres, DATABASE_CONNECTIONS: '1' }), 1);
});

test('one thread serves with Valkey, which several processes share, and where threads cannot be started', () => {
  const env = { DATABASE_URL: 'postgres://db.example/petstore', VALKEY_URL: 'redis://valkey.example' };
  assert.equal(threads({}, env), 1);
  assert.equal(threads({ allowsThreads: false }), 1);
});

test('a number counts, whatever the machine has', () => {
  assert.deepEqual(
    ['1', '5'].map((number) => threads({ cores: 1, memory: 0 }, { WORKERS: number }, 2)),
    [1, 5],
  );
});
