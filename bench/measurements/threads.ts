import { availableParallelism } from 'node:os';
import type { ThroughputLoad } from '../candidates/candidate.ts';
import { type Service, startService } from '../candidates/petstore.ts';
import { copyStore, type Store, storeOfPets } from '../data/stores.ts';
import { writeRequests } from '../load/requests.ts';
import { requireWrk, sendLoad } from '../load/wrk.ts';
import { type Result, thousands } from '../report.ts';
import type { Measurement } from '../scenario.ts';
import { RunScope } from '../scope.ts';
import { inTurns, median, medianRatio } from '../statistics.ts';
import type { Rounds } from './throughput.ts';

/** Of all programs that send the load. */
const CONNECTIONS = 64;

interface Sides {
  /** How many processes serve, each with a store of its own. */
  readonly processes: number;
  /** Of each process. */
  readonly threads: number;
}

const CORES = availableParallelism();
/** Threads that send the load in all, so that it is no bottleneck. */
const SENDERS = Math.max(2, Math.floor(CORES / 2));
/** From four cores on, services have one half of them, and the load the other. */
const [SERVICE_CORES, LOAD_CORES] = CORES >= 4 ? (['servers', 'loads'] as const) : [];
const ONE: Sides = { processes: 1, threads: 1 };
/** How many serve: two, and more where each has a core. */
const COUNTS = [2, 4, 8].filter((count) => count === 2 || count <= CORES / 2);
const OTHERS = COUNTS.flatMap((count) => [
  { name: `${count} threads`, sides: { processes: 1, threads: count } },
  // What the machine gives programs that share nothing.
  { name: `${count} processes with a store each`, sides: { processes: count, threads: 1 } },
]);

/** Compares several threads with one: requests a second, and the processor time of a request. */
export const threads =
  (loads: readonly ThroughputLoad[]): Measurement<Rounds & { readonly pets: number }> =>
  async ({ pets, rounds, ...durations }, { only = '' }) => {
    requireWrk();
    const store = await storeOfPets(pets);
    const results: Result[] = [];
    for (const load of loads.filter(({ title }) => title.includes(only))) {
      process.stderr.write(`  ${load.title}\n`);
      const all = [ONE, ...OTHERS.map(({ sides }) => sides)];
      const measures = all.map((sides) => () => measure(sides, store, load, durations));
      const [one = [], ...others] = await inTurns(rounds, measures);
      for (const [index, { name }] of OTHERS.entries()) {
        const compared = (
          what: string,
          figure: keyof Measured,
          format: (value: number) => string,
        ): Result => {
          const [theirs = [], base = []] = [others[index] ?? [], one].map((each) =>
            each.map((round) => round[figure]),
          );
          return {
            what: `${load.title}, ${name} against one thread: ${what}`,
            value: medianRatio(theirs, base),
            figures: `${format(median(theirs))} against ${format(median(base))}`,
          };
        };
        const microseconds = (value: number) => `${value.toFixed(1)} us`;
        results.push(
          compared('requests a second', 'perSecond', thousands),
          compared('processor time of a request', 'microseconds', microseconds),
          compared('processor time of the load for a request', 'senderMicroseconds', microseconds),
        );
      }
    }
    return results;
  };

interface Measured {
  readonly perSecond: number;
  /** Processor time of all services for a request. */
  readonly microseconds: number;
  /** And of the programs that send it. */
  readonly senderMicroseconds: number;
}

async function measure(
  { processes, threads: workers }: Sides,
  store: Store,
  load: ThroughputLoad,
  { warmUpSeconds, seconds }: Omit<Rounds, 'rounds'>,
): Promise<Measured> {
  await using scope = new RunScope();
  const services: Service[] = [];
  for (let count = 0; count < processes; count += 1) {
    const path = await copyStore(scope, store);
    services.push(await startService(scope, path, { core: SERVICE_CORES, env: { WORKERS: `${workers}` } }));
  }
  const requestsFile = writeRequests(scope, load.requests(store), store.key);
  const loads = services.map(({ url }) => ({
    url,
    requestsFile,
    connections: CONNECTIONS / processes,
    threads: Math.max(1, Math.floor(SENDERS / processes)),
    core: LOAD_CORES,
  }));
  const send = (skips: readonly number[], duration: number) =>
    Promise.all(loads.map((each, index) => sendLoad({ ...each, skip: skips[index] ?? 0 }, duration)));
  const warm = warmUpSeconds === 0 ? [] : await send([], warmUpSeconds);
  const cpuMs = () => services.reduce((sum, service) => sum + service.cpuMs(), 0);
  const before = cpuMs();
  const sent = await send(
    warm.map(({ next }) => next),
    seconds,
  );
  const perSecond = sent.reduce((sum, each) => sum + each.perSecond, 0);
  const senderTime = sent.reduce((sum, each) => sum + each.perSecond * each.senderMicroseconds, 0);
  return {
    perSecond,
    microseconds: ((cpuMs() - before) * 1_000) / (perSecond * seconds),
    senderMicroseconds: senderTime / perSecond,
  };
}
