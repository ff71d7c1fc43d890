import type { Scope } from '@petstore/testing/folders.ts';
import { PETSTORE } from '@petstore/testing/processes/petstore-process.ts';
import { cpuMsOf, memoryOf, memoryWithChildren } from '@petstore/testing/processes/proc-files.ts';
import { copyStore, storeOfPets } from '../data/stores.ts';
import { outputOf, type ProcessOptions, startNode } from '../processes.ts';
import type { Candidate, Candidates, Server } from './candidate.ts';

const BYTES_PER_MB = 1024 * 1024;
const { BENCH_PROFILE } = process.env;

export interface Service extends Required<Server> {
  /** Returns the resident memory in MB; NaN where the system does not report it. */
  memory(): { nowMb: number; peakMb: number };
  /** Returns the resident memory of the service and its child processes in MB. */
  memoryWithChildrenMb(): number;
  /** Returns the processor time since the start in milliseconds. */
  cpuMs(): number;
}

/** Starts `petstore serve` on a free port, as a user starts it. `store` is a path or the URL of a database. */
export async function startService(
  scope: Scope,
  store: string,
  { core, env }: Pick<ProcessOptions, 'core' | 'env'> = {},
): Promise<Service> {
  const flags = BENCH_PROFILE === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${BENCH_PROFILE}`];
  const databaseUrl = store.includes('://') ? store : `sqlite:${store}`;
  const options = { flags, core, env: { WORKERS: '1', ...env, DATABASE_URL: databaseUrl } };
  const started = startNode(scope, [PETSTORE, 'serve', '--port', '0'], options);
  const url = await started.printed(/listens on (http:\S+)/);
  return {
    url,
    pid: started.pid,
    memory: () => {
      const { now, peak } = memoryOf(started.pid) ?? { now: Number.NaN, peak: Number.NaN };
      return { nowMb: now / BYTES_PER_MB, peakMb: peak / BYTES_PER_MB };
    },
    memoryWithChildrenMb: () => memoryWithChildren(started.pid) / BYTES_PER_MB,
    cpuMs: () => cpuMsOf(started.pid),
  };
}

/** Runs another command of `petstore`. */
export function runPetstore(scope: Scope, args: readonly string[]): Promise<string> {
  return outputOf(startNode(scope, [PETSTORE, ...args]));
}

/** The service with the embedded store. */
export const petstore: Candidates = async ({ store, core }) => [
  {
    name: 'petstore',
    serve: async (scope, { env = {} }) => {
      const path = await copyStore(scope, store);
      return startService(scope, path, { core, env });
    },
  },
];

/** The service with another catalogue. */
export function petstoreWith(pets: number): Candidates {
  return async (setup) => {
    const store = await storeOfPets(pets);
    const requestsFor: Candidate['requestsFor'] = (requests) =>
      requests.map((request) => ({ ...request, key: store.key }));
    return (await petstore({ ...setup, store })).map((each) => ({
      ...each,
      name: `${pets} pets`,
      requestsFor,
    }));
  };
}

/** The service, to which one account sends the first request of a load again and again. */
export const oneAccount: Candidates = async (setup) => {
  const requestsFor: Candidate['requestsFor'] = (requests) => requests.slice(0, 1);
  return (await petstore(setup)).map((each) => ({ ...each, name: 'one account', requestsFor }));
};
