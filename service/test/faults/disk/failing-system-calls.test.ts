// Waits for processes.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { assertError } from '@petstore/testing/http/expect-response.ts';
import type { Serving } from '@petstore/testing/processes/petstore-process.ts';
import { startProcess } from '@petstore/testing/processes/running-process.ts';
import { skipReason } from '@petstore/testing/skip-reason.ts';
import { limitFileSize, noLimits } from '../overload/process-limits.ts';
import {
  assertSound,
  crash,
  PetLoad,
  type ServedStore,
  serveAgain,
  serveStore,
  stop,
} from './served-store.ts';

/**
 * Faults of a disk that need no module of the kernel: mostly `strace` lets the system calls of the running service on the files of
 * its store fail. The files themselves do not change, as on a disk that has become read-only under open files.
 */

const PROGRAM = 'strace';
const SYNCS = 'fsync,fdatasync';
const READS = 'pread64';
const WRITES = 'pwrite64,write,ftruncate';

/** For `skip`: false if a running process can be traced, else why not. */
const skip: string | false =
  (spawnSync(PROGRAM, ['-e', 'trace=none', 'true']).status !== 0 || !mayAttach()) &&
  skipReason('Tests of failing system calls', `${PROGRAM} is not on the PATH or must not trace processes`);

/** The security module Yama lets only root trace a process that is no child. */
function mayAttach(): boolean {
  const scope = '/proc/sys/kernel/yama/ptrace_scope';
  return process.getuid?.() === 0 || !existsSync(scope) || readFileSync(scope, 'utf8').trim() === '0';
}

/** Lets system calls on the files fail; returns a function that ends this. */
async function fail(
  t: TestContext,
  { pid }: Serving,
  calls: string,
  error: string,
  files: readonly string[],
): Promise<() => Promise<void>> {
  const paths = files.flatMap((file) => ['-P', file]);
  const inject = ['-e', `trace=${calls}`, '-e', `inject=${calls}:error=${error}`];
  const args = ['-f', '-p', String(pid), ...paths, ...inject];
  const tracer = startProcess(t, PROGRAM, args, { env: { PATH: process.env.PATH } });
  await tracer.printed(/attached/);
  return async () => {
    tracer.kill('SIGINT');
    await tracer.ended;
  };
}

/** Less than the size of any journal in use. */
const WRITABLE_BYTES = 8_192;

interface Fault {
  skip: string | false;
  code: 'result_unknown' | 'service_unavailable';
  /** Begins the fault; returns a function that ends it. */
  begin(t: TestContext, store: ServedStore): Promise<() => unknown>;
}

const filesOf = ({ path }: ServedStore) => [path, `${path}-wal`];

const FAULTS: Readonly<Record<string, Fault>> = {
  'fsync fails': {
    skip,
    code: 'result_unknown',
    begin: (t, store) => fail(t, store.serving, SYNCS, 'EIO', filesOf(store)),
  },
  'the disk has become read-only under open files': {
    skip,
    code: 'service_unavailable',
    begin: (t, store) => fail(t, store.serving, WRITES, 'EROFS', filesOf(store)),
  },
  // The kernel limits the size of files that the process writes (`RLIMIT_FSIZE`), which SQLite reports as an input/output error.
  'the disk fails to write': {
    skip: noLimits,
    code: 'service_unavailable',
    begin: async (_t, { serving }) => {
      limitFileSize(serving, WRITABLE_BYTES);
      return () => limitFileSize(serving, undefined);
    },
  },
};

for (const [what, { skip, code, begin }] of Object.entries(FAULTS)) {
  test(`writes are 503 ${code} and reads succeed while ${what}, and no acknowledged write is lost`, {
    skip,
  }, async (t) => {
    const store = await serveStore(t, join(await temporaryFolder(t), 'petstore.db'));
    const load = new PetLoad(store);
    await load.run(4, () => load.acknowledged.size >= 20);
    const end = await begin(t, store);
    await load.run(4, () => load.refused.length >= 20);
    for (const path of ['/v1/pets/1', '/v1/events', '/healthz']) {
      assert.equal((await store.send(path, { key: store.key })).status, 200, path);
    }
    for (const { response } of load.refused) assertError(response, 503, code);
    await end();
    const before = load.acknowledged.size;
    await load.run(1, () => true);
    assert.equal(load.acknowledged.size, before + 1, 'the first write after the disk was repaired');
    const again = await serveAgain(t, store);
    await load.assertKept(again);
    await stop(again.serving);
    await assertSound(store.path);
  });
}

test('kill -9 while the disk fails loses no acknowledged write', { skip: noLimits }, async (t) => {
  const store = await serveStore(t, join(await temporaryFolder(t), 'petstore.db'));
  const load = new PetLoad(store);
  await load.run(8, () => load.acknowledged.size >= 50);
  limitFileSize(store.serving, WRITABLE_BYTES);
  await load.run(8, () => load.refused.length >= 20);
  await crash(store.serving);
  await load.assertKept(await serveStore(t, store.path, store.key));
});

test('reads that need a page which the disk does not read are 503, and succeed when it reads', {
  skip,
}, async (t) => {
  const store = await serveStore(t, join(await temporaryFolder(t), 'petstore.db'));
  const load = new PetLoad(store);
  await load.run(4, () => load.acknowledged.size >= 20);
  const { path, key, send, serving } = await serveAgain(t, store);
  const end = await fail(t, serving, READS, 'EIO', [path, `${path}-wal`]);
  assertError(await send('/v1/pets/1', { key }), 503, 'service_unavailable');
  assert.equal((await send('/healthz')).status, 200);
  await end();
  assert.equal((await send('/v1/pets/1', { key })).status, 200);
});
