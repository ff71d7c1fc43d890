import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Workload } from '@petstore/testing/history/clients/workload.ts';
import type { History } from '@petstore/testing/history/history.ts';
import type { Violation } from '@petstore/testing/history/violation.ts';
import type { Random } from '@petstore/testing/random.ts';
import { checkBackup } from './check-backup.ts';
import { openSlowClients } from './hostile.ts';
import { CITY } from './population.ts';
import { type Ended, holdWriteLock, petstore } from './processes.ts';
import type { Service } from './service.ts';

/** What faults are thrown at. */
export interface Stage {
  service: Service;
  folder: string;
  ledger: History;
  households: readonly Workload[];
  random: Random;
  violations: Violation[];
  /** Of an account whose requests nobody counts. */
  strangerKey: string;
}

export interface Fault {
  name: string;
  /** Whether another process serves afterwards. */
  restarts?: true;
  happen(stage: Stage): Promise<void>;
}

const LONGEST_LOCK_MS = 1_500;
const PAUSE_MS = 1_000;
/** A revocation is known within a second. */
const REVOKED_AFTER_MS = 1_200;
const SLOW_CLIENTS = 30;

export const FAULTS: readonly Fault[] = [
  { name: 'SIGKILL', restarts: true, happen: ({ service }) => service.killAndStart() },
  { name: 'SIGTERM', restarts: true, happen: ({ service }) => service.stopAndStart() },
  { name: 'SIGSTOP', happen: pauseService },
  { name: 'connections cut', happen: async ({ service }) => service.cutConnections() },
  { name: 'write lock held', happen: holdLock },
  { name: 'import', happen: importPets },
  { name: 'backup', happen: backUp },
  { name: 'key rotated', happen: rotateKey },
  {
    name: 'slow clients',
    happen: async ({ service, strangerKey }) => openSlowClients(service.url, strangerKey, SLOW_CLIENTS),
  },
];

async function pauseService({ service }: Stage): Promise<void> {
  service.signal('SIGSTOP');
  await sleep(PAUSE_MS);
  service.signal('SIGCONT');
}

async function holdLock({ service, random, violations }: Stage): Promise<void> {
  const ended = await holdWriteLock(service.store, random.between(300, LONGEST_LOCK_MS)).ended;
  expectDone(violations, 'another process gets the write lock within 2 s', ended);
}

async function importPets({ service, folder, ledger, random, violations }: Stage): Promise<void> {
  const name = `import ${ledger.added.length}`;
  const writes = Array.from({ length: random.between(1, 500) }, (_, index) =>
    ledger.record(ledger.added, { name: `${name} ${index}`, categoryId: 9n, status: 'available' }),
  );
  const path = join(folder, 'import.ndjson');
  const rows = writes.map(({ input }) => JSON.stringify({ ...input, categoryId: Number(input.categoryId) }));
  await writeFile(path, `${rows.join('\n')}\n`);
  await ledger.performAll(writes, async () => {
    const ended = await petstore(['pets', 'import', path, '--owner', CITY], service.store).ended;
    expectDone(violations, 'an import works while the service serves', ended);
    return ended.status === 0;
  });
}

async function backUp({ service, folder, ledger, violations }: Stage): Promise<void> {
  const path = join(folder, 'backup.db');
  const { moment } = ledger;
  const ended = await petstore(['backup', path], service.store).ended;
  expectDone(violations, 'a backup works while the service serves', ended);
  if (ended.status === 0) violations.push(...checkBackup(path, ledger, moment));
}

async function rotateKey({ service, households, random, violations }: Stage): Promise<void> {
  const household = random.pick(households);
  if (household === undefined) return;
  const [old, oldId] = [household.credentials.key, String(household.keyId)];
  const rotated = await petstore(['keys', 'rotate', oldId, '--json'], service.store).ended;
  const [, id, secret] = /"id":\s*"?(\d+)"?.*"secret":\s*"(\w+)"/s.exec(rotated.out) ?? [];
  if (id === undefined || secret === undefined) {
    return expectDone(violations, 'a key is rotated while the service serves', {
      ...rotated,
      status: 'no key',
    });
  }
  household.credentials.key = secret;
  household.keyId = BigInt(id);
  const revoked = await petstore(['keys', 'revoke', oldId], service.store).ended;
  expectDone(violations, 'a key is revoked while the service serves', revoked);
  await sleep(REVOKED_AFTER_MS);
  household.consumption.noteSend();
  const [withOld, withNew] = await Promise.all([
    statusWith(service.url, old),
    statusWith(service.url, secret),
  ]);
  if (withOld === 401 && withNew === 200) return;
  const promise = 'a revoked key is refused within a second, and the new one works';
  violations.push({ promise, acknowledged: { oldId, id }, found: { withOld, withNew } });
}

async function statusWith(url: string, key: string): Promise<number> {
  const response = await fetch(`${url}/v1/categories?limit=1`, {
    headers: { authorization: `Bearer ${key}` },
  });
  await response.bytes();
  return response.status;
}

function expectDone(violations: Violation[], promise: string, ended: Ended): void {
  if (ended.status !== 0) violations.push({ promise, acknowledged: 0, found: ended });
}
