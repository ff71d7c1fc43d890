import { availableParallelism } from 'node:os';
import type { Candidate, Candidates, PreparedLoad, ThroughputLoad } from '../candidates/candidate.ts';
import { startService } from '../candidates/petstore.ts';
import { copyStore, type Store, storeOfPets } from '../data/stores.ts';
import { sendOne, writeRequests } from '../load/requests.ts';
import { type Durations, type Load, type LoadResult, requireWrk, sendWarmLoad } from '../load/wrk.ts';
import { type Result, thousands } from '../report.ts';
import type { Measurement, RunOptions } from '../scenario.ts';
import { RunScope } from '../scope.ts';
import { inTurns, median, medianRatio } from '../statistics.ts';

const CONNECTIONS = 64;
/** Of wrk, where no core is reserved for it: half of the machine. */
const UNPINNED_THREADS = Math.max(1, Math.floor(availableParallelism() / 2));
/** For loads whose failures are counted: how long a client waits. */
const TIMEOUT_SECONDS = 2;
/** So many responses are checked after a load: wrk counts statuses of 400 and above, but compares nothing. */
const CHECKED = 5;

interface Comparison<S extends Store> {
  readonly loads: ReadonlyArray<ThroughputLoad<S>>;
  /** Returns the store, which may be removed after the scope. */
  store(scope: RunScope): Promise<S>;
  readonly candidate: Candidates;
  readonly baseline: Candidates;
  /** True where several processes serve: no core is reserved then. */
  readonly isUnpinned?: boolean;
}

export type Rounds = Durations & { readonly rounds: number };

/** Compares candidates with baselines on a kept store of pets. */
export const throughput =
  (comparison: Omit<Comparison<Store>, 'store'>): Measurement<Rounds & { readonly pets: number }> =>
  (sizes, options) =>
    compare({ ...comparison, store: () => storeOfPets(sizes.pets) }, sizes, options);

/** Compares how many requests a second each candidate and each baseline serves. */
export async function compare<S extends Store>(
  { loads, isUnpinned = false, ...comparison }: Comparison<S>,
  { rounds, ...durations }: Rounds,
  { only = '' }: RunOptions,
): Promise<Result[]> {
  requireWrk();
  const chosen = loads.filter(({ title }) => title.includes(only));
  if (chosen.length === 0) return [];
  await using scope = new RunScope();
  const store = await comparison.store(scope);
  const setup = { scope, store, core: isUnpinned ? undefined : ('server' as const) };
  const candidates = await comparison.candidate(setup);
  const baselines = await comparison.baseline(setup);
  const results: Result[] = [];
  for (const load of await recordResponses(store, chosen)) {
    process.stderr.write(`  ${load.title}\n`);
    const all = [...candidates, ...baselines];
    const sender = isUnpinned ? { threads: UNPINNED_THREADS } : { core: 'load' as const };
    const measures = all.map((each) => () => measure(each, load, { ...durations, key: store.key, sender }));
    const measured = await inTurns(rounds, measures).catch((error: Error) => {
      throw new Error(`${load.title}: ${error.message}`, { cause: error });
    });
    const sides = all.map(({ name }, index) => ({ name, rounds: measured[index] ?? [] }));
    const theirs = sides.splice(candidates.length);
    const pairs = sides.flatMap((ours) => theirs.map((other) => ({ ours, other })));
    results.push(...pairs.flatMap((pair) => resultsOf(load, pair, pairs.length > 1)));
  }
  return results;
}

/** Sends the first request of each load. */
async function recordResponses<S extends Store>(
  store: S,
  loads: ReadonlyArray<ThroughputLoad<S>>,
): Promise<PreparedLoad[]> {
  await using scope = new RunScope();
  const env = Object.assign({}, ...loads.map((load) => load.env));
  const { url } = await startService(scope, await copyStore(scope, store), { env });
  const prepared: PreparedLoad[] = [];
  for (const load of loads) {
    let requests = load.requests(store);
    const [first = { path: '' }] = requests;
    if (load.isConditional) {
      const tag = (await sendOne(url, store.key, first)).headers.get('etag');
      requests = requests.map((each) => ({ ...each, headers: [`If-None-Match: ${tag}`] }));
    }
    const response = await sendOne(url, store.key, requests[0] ?? first, load.expected);
    prepared.push({ ...load, requests, response });
  }
  return prepared;
}

/** Sends a load to a fresh server. */
async function measure(
  { serve, requestsFor }: Candidate,
  load: PreparedLoad,
  { key, sender, ...durations }: Durations & { key: string; sender: Pick<Load, 'core' | 'threads'> },
): Promise<LoadResult> {
  await using scope = new RunScope();
  const requests = requestsFor?.(load.requests) ?? load.requests;
  const requestsFile = writeRequests(scope, requests, key);
  const { url } = await serve(scope, load);
  const { connections = CONNECTIONS, response, p99Target, expected } = load;
  const tolerance = p99Target && { maxFailed: 1, timeoutSeconds: TIMEOUT_SECONDS };
  const isRefused = response.status >= 400;
  const measured = await sendWarmLoad(
    { url, requestsFile, connections, isRefused, ...sender, ...tolerance },
    durations,
  );
  const isChecked = requestsFor === undefined && tolerance === undefined;
  for (let count = 0; isChecked && count < CHECKED; count += 1) {
    const request = requests[(measured.next + count) % requests.length];
    if (request !== undefined) await sendOne(url, key, request, expected);
  }
  return measured;
}

interface Side {
  readonly name: string;
  readonly rounds: readonly LoadResult[];
}

function resultsOf(
  { title, target, p99Target }: PreparedLoad,
  { ours, other }: Record<'ours' | 'other', Side>,
  isNamed: boolean,
): Result[] {
  const what = isNamed ? `${title}: ${ours.name} against ${other.name}` : title;
  const compared = (figure: 'perSecond' | 'p99Ms', format: (median: number) => string) => {
    const [rates = [], theirs = []] = [ours, other].map(({ rounds }) => rounds.map((each) => each[figure]));
    const figures = `${format(median(rates))} against ${format(median(theirs))}`;
    return { value: medianRatio(rates, theirs), figures };
  };
  const { value, figures } = compared('perSecond', thousands);
  const ratio: Result = { what, value, target, figures: `${figures} a second` };
  if (p99Target === undefined) return [ratio];
  const [failures, theirFailures] = [ours, other].map(({ rounds }) =>
    rounds.reduce((sum, round) => sum + round.failures, 0),
  );
  return [
    ratio,
    { what: `${what}: p99`, ...compared('p99Ms', (ms) => `${ms.toFixed(2)} ms`), target: p99Target },
    {
      what: `${what}: timeouts and 503`,
      value: failures ?? Number.NaN,
      target: { max: 0 },
      figures: `${failures} against ${theirFailures}`,
    },
  ];
}
