import { setTimeout as sleep } from 'node:timers/promises';
import { memoryOf } from '@petstore/testing/processes/proc-files.ts';
import type { Candidate, Candidates, PreparedLoad, ThroughputLoad } from '../candidates/candidate.ts';
import { storeOfPets } from '../data/stores.ts';
import { writeRequests } from '../load/requests.ts';
import { type Durations, requireWrk, sendLoad, sendWarmLoad } from '../load/wrk.ts';
import type { Result } from '../report.ts';
import type { Measurement } from '../scenario.ts';
import { RunScope } from '../scope.ts';
import { recordResponses } from './throughput.ts';

const CONNECTIONS = 64;
const BYTES_PER_MB = 1024 * 1024;

type Sizes = Durations & { readonly idleSeconds: number };

interface Memory {
  /** Both in MB. */
  readonly idle: number;
  readonly loaded: number;
}

/** Measures the memory of each server when it is idle after a short load, and the largest while it gets each load. */
export const serverMemory =
  (
    loads: readonly ThroughputLoad[],
    ...all: readonly Candidates[]
  ): Measurement<Sizes & { readonly pets: number }> =>
  async ({ pets, ...sizes }) => {
    requireWrk();
    await using scope = new RunScope();
    const store = await storeOfPets(pets);
    const setup = { scope, store, core: undefined };
    const candidates = (await Promise.all(all.map((each) => each(setup)))).flat();
    const prepared = await recordResponses(store, loads);
    const results: Result[] = [];
    for (const candidate of candidates) {
      const { idle, loaded } = await measure(candidate, prepared, { ...sizes, key: store.key });
      results.push(
        { what: `memory when idle: ${candidate.name}`, value: idle, unit: 'MB' },
        { what: `memory under load: ${candidate.name}`, value: loaded, unit: 'MB' },
      );
    }
    return results;
  };

async function measure(
  { serve, requestsFor }: Candidate,
  loads: readonly PreparedLoad[],
  { key, idleSeconds, ...durations }: Sizes & { readonly key: string },
): Promise<Memory> {
  await using scope = new RunScope();
  const [first] = loads;
  if (first === undefined) throw new Error('there is no load');
  const { url, pid } = await serve(scope, first);
  const files = loads.map(({ requests }) => writeRequests(scope, requestsFor?.(requests) ?? requests, key));
  const load = (requestsFile: string) => ({ url, requestsFile, connections: CONNECTIONS });
  await sendLoad(load(files[0] ?? ''), 1);
  await sleep(idleSeconds * 1_000);
  const idle = memoryOf(pid)?.now ?? Number.NaN;
  for (const file of files) await sendWarmLoad(load(file), durations);
  const loaded = memoryOf(pid)?.peak ?? Number.NaN;
  return { idle: idle / BYTES_PER_MB, loaded: loaded / BYTES_PER_MB };
}
