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

/** Two programs send the load, so that one core can serve another program. */
const SENDERS = 2;
const CONNECTIONS_EACH = 32;

interface Sides {
  /** How many processes serve, each with a store of its own. */
  readonly processes: number;
  /** Of each process. */
  readonly threads: number;
}

const ONE: Sides = { processes: 1, threads: 1 };
const OTHERS = [
  { name: 'two threads', sides: { processes: 1, threads: 2 } },
  // What the machine gives two programs that share nothing.
  { name: 'two processes with a store each', sides: { processes: 2, threads: 1 } },
];

/** Compares two threads with one: requests a second, and the processor time of a request. The load uses the same cores. */
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
          const [theirs, base] = [others[index] ?? [], one].map((each) => each.map((round) => round[figure]));
          return {
            what: `${load.title}, ${name} against one thread: ${what}`,
            value: medianRatio(theirs ?? [], base ?? []),
            figures: `${format(median(theirs ?? []))} against ${format(median(base ?? []))}`,
          };
        };
        results.push(
          compared('requests a second', 'perSecond', thousands),
          compared('processor time of a request', 'microseconds', (value) => `${value.toFixed(1)} us`),
        );
      }
    }
    return results;
  };

interface Measured {
  readonly perSecond: number;
  /** Processor time of all services for a request. */
  readonly microseconds: number;
}

async function measure(
  { processes, threads: workers }: Sides,
  store: Store,
  load: ThroughputLoad,
  { warmUpSeconds, seconds }: Omit<Rounds, 'rounds'>,
): Promise<Measured> {
  await using scope = new RunScope();
  const env = { WORKERS: `${workers}` };
  const services: Service[] = [];
  for (let count = 0; count < processes; count += 1) {
    services.push(await startService(scope, await copyStore(scope, store), { env }));
  }
  const requestsFile = writeRequests(scope, load.requests(store), store.key);
  const send = async (skips: readonly number[], duration: number) =>
    Promise.all(
      Array.from({ length: SENDERS }, (_, sender) => {
        const url = services[sender % processes]?.url ?? '';
        const skip = skips[sender] ?? 0;
        return sendLoad({ url, requestsFile, connections: CONNECTIONS_EACH, skip }, duration);
      }),
    );
  const warm = warmUpSeconds === 0 ? [] : await send([], warmUpSeconds);
  const cpuMs = () => services.reduce((sum, service) => sum + service.cpuMs(), 0);
  const before = cpuMs();
  const sent = await send(
    warm.map(({ next }) => next),
    seconds,
  );
  const perSecond = sent.reduce((sum, each) => sum + each.perSecond, 0);
  return { perSecond, microseconds: ((cpuMs() - before) * 1_000) / (perSecond * seconds) };
}
