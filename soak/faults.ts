import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { send } from '@petstore/testing/http/send.ts';
import type { ProcessResult } from '@petstore/testing/processes/running-process.ts';
import type { Random } from '@petstore/testing/random.ts';
import { checkBackup } from './check-backup.ts';
import { MANAGER, type Population } from './clients/clients.ts';
import { runPetstore, type Service } from './service.ts';
import type { Run } from './tally.ts';

export interface FaultTarget extends Pick<Run, 'folder' | 'violations'> {
  readonly service: Service;
  readonly population: Population;
  readonly random: Random;
}

export interface Fault {
  readonly name: string;
  /** Whether another process serves afterwards. */
  readonly restarts?: true;
  inject(target: FaultTarget): Promise<void>;
}

const PAUSE_MS = 1_000;
const LOCK_MS = { min: 300, max: 1_500 };
const LOCK_LIMIT_MS = 2_000;
/** A revocation takes effect within a second. */
const REVOKED_AFTER_MS = 1_200;
const SLOW_CLIENTS = 30;

export const FAULTS: readonly Fault[] = [
  { name: 'SIGKILL', restarts: true, inject: ({ service }) => service.killAndStart() },
  { name: 'SIGTERM', restarts: true, inject: ({ service }) => service.stopAndStart() },
  { name: 'SIGSTOP', inject: pauseService },
  { name: 'connections reset', inject: async ({ service }) => service.resetConnections() },
  { name: 'write lock held', inject: holdWriteLock },
  { name: 'import', inject: importPets },
  { name: 'backup', inject: backUp },
  { name: 'key rotated', inject: rotateKey },
  { name: 'slow clients', inject: openSlowConnections },
];

async function pauseService({ service }: FaultTarget): Promise<void> {
  service.signal('SIGSTOP');
  await sleep(PAUSE_MS);
  service.signal('SIGCONT');
}

/** Holds the write lock of the store, as another process that is slow between `begin` and `commit`. */
async function holdWriteLock({ service, random, violations }: FaultTarget): Promise<void> {
  const store = new DatabaseSync(service.store, { timeout: 0 });
  const startedAt = performance.now();
  for (let isHeld = false; !isHeld; ) {
    try {
      store.exec('begin immediate');
      isHeld = true;
    } catch (error) {
      if (performance.now() - startedAt > LOCK_LIMIT_MS) {
        const promise = 'another process gets the write lock within 2 s';
        violations.push({ promise, acknowledged: undefined, found: String(error) });
        break;
      }
      await sleep(5);
    }
  }
  await sleep(random.between(LOCK_MS.min, LOCK_MS.max));
  store.close();
}

async function importPets({ service, folder, population, random, violations }: FaultTarget): Promise<void> {
  const { history } = population;
  const name = `import ${history.added.length}`;
  const writes = Array.from({ length: random.between(1, 500) }, (_, index) =>
    history.record(history.added, { name: `${name} ${index}`, categoryId: 9n, status: 'available' }),
  );
  const path = join(folder, 'import.ndjson');
  const rows = writes.map(({ input }) => JSON.stringify({ ...input, categoryId: Number(input.categoryId) }));
  await writeFile(path, `${rows.join('\n')}\n`);
  await history.performAll(writes, async () => {
    const result = await runPetstore(['pets', 'import', path, '--owner', MANAGER], service.store);
    return expectSuccess(violations, 'an import works while the service runs', result);
  });
}

async function backUp({ service, folder, population, violations }: FaultTarget): Promise<void> {
  const path = join(folder, 'backup.db');
  const { logicalTime } = population.history;
  const result = await runPetstore(['backup', path], service.store);
  if (!expectSuccess(violations, 'a backup works while the service runs', result)) return;
  violations.push(...checkBackup(path, population.history, logicalTime));
}

async function rotateKey({ service, population, random, violations }: FaultTarget): Promise<void> {
  const workload = random.pick(population.workloads);
  if (workload === undefined) return;
  const [oldKey, oldId] = [workload.credentials.key, String(workload.keyId)];
  const rotated = await runPetstore(['keys', 'rotate', oldId, '--json'], service.store);
  const [, id = '', key = ''] = /"id":\s*"?(\d+)"?.*"secret":\s*"(\w+)"/s.exec(rotated.out) ?? [];
  const result = key === '' ? { ...rotated, status: 'no key' } : rotated;
  if (!expectSuccess(violations, 'a key is rotated while the service runs', result)) return;
  workload.credentials.key = key;
  workload.keyId = BigInt(id);
  const revoked = await runPetstore(['keys', 'revoke', oldId], service.store);
  expectSuccess(violations, 'a key is revoked while the service runs', revoked);
  await sleep(REVOKED_AFTER_MS);
  workload.consumption.noteSend();
  const url = `${service.url}/v1/categories?limit=1`;
  const [withOld, withNew] = await Promise.all([oldKey, key].map((each) => send(url, { key: each })));
  if (withOld?.status === 401 && withNew?.status === 200) return;
  const promise = 'a revoked key is refused within a second, and the new one works';
  const found = { withOld: withOld?.status, withNew: withNew?.status };
  violations.push({ promise, acknowledged: { oldId, id }, found });
}

/** Opens connections that stop in the middle of a request. The service closes them. */
async function openSlowConnections({ service, population: { uncounted } }: FaultTarget): Promise<void> {
  const headers = ['Content-Type: application/json', 'Content-Length: 50'];
  const request = rawRequest({ method: 'POST', key: uncounted.key, headers });
  for (let index = 0; index < SLOW_CLIENTS; index += 1) {
    const connection = await RawConnection.open(service.url);
    connection.write(request.slice(0, index % 2 === 0 ? 20 : request.length));
  }
}

/** Returns true if a command ended with status 0. */
function expectSuccess(
  violations: FaultTarget['violations'],
  promise: string,
  found: ProcessResult,
): boolean {
  if (found.status !== 0) violations.push({ promise, acknowledged: 0, found });
  return found.status === 0;
}
