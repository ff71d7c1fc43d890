import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from '../candidates/petstore.ts';
import { copyStore, storeOfPets } from '../data/stores.ts';
import { FIRST_PAGE, mixedRequests, writeRequests } from '../load/requests.ts';
import { send } from '../load/send.ts';
import { type Durations, sendLoad } from '../load/wrk.ts';
import { jsonOf, startChild } from '../processes.ts';
import { type Result, type Target, thousands } from '../report.ts';
import type { Measurement } from '../scenario.ts';
import { RunScope } from '../scope.ts';
import { median } from '../statistics.ts';

const CONNECTIONS = 64;
/** So that no load begins with the requests of the one before. */
const APART = 7_919;
const NORMAL_MS = 50;
const PROBES = { perSecond: 50, seconds: 600, connections: 1, maxConnections: 100, closeEvery: 5, first: 0 };

interface Sizes extends Durations {
  readonly pets: number;
  readonly rounds: number;
  /** Multiples of the load that the service can bear. */
  readonly multiples: readonly number[];
  readonly secondsEach: number;
  readonly connections: number;
}

interface Targets extends Record<'p99' | 'health' | 'memory', Target> {
  /** The multiple that is judged. */
  readonly multiple: number;
}

/** Requests that are sent by schedule, whatever the responses are. wrk cannot do this. */
export interface OpenLoad {
  readonly url: string;
  readonly key: string;
  /** A file of `writeRequests`, and its first request. */
  readonly requestsFile: string;
  readonly first: number;
  readonly perSecond: number;
  readonly seconds: number;
  /** Opened before the first request; more are opened while all are busy. */
  readonly connections: number;
  readonly maxConnections: number;
  /** Closes connections after every so many requests, so that new ones are opened. */
  readonly closeEvery?: number;
}

/** What came back. Latencies are milliseconds from when a request should have been sent. */
export interface OpenLoadReport {
  /** Responses of 2xx, and of 503 with Retry-After and the quota, until the end of the load. */
  readonly acceptedPerSecond: number;
  readonly shedPerSecond: number;
  /** All other responses, and requests without one. */
  readonly faults: number;
  readonly firstFault: string;
  /** Requests that waited for a free connection when the load ended. */
  readonly unsent: number;
  readonly connections: number;
  /** By how much the generator was late, because something else had its core. */
  readonly lateP99: number;
  /** Of accepted requests. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** Null if nothing was shed. */
  readonly shedP99: number | null;
}

/** What was measured at a multiple of the load that the service can bear. */
interface Step {
  readonly multiple: number;
  /** Requests a second. */
  readonly bearable: number;
  readonly responses: OpenLoadReport;
  readonly probes: OpenLoadReport;
  readonly peakMb: number;
  /** The peak over the memory under the load that it can bear. */
  readonly growthMb: number;
  /** From the last request to a response as fast as on a quiet day. */
  readonly recoveryMs: number;
}

/** Sends multiples of the load that the service can bear, by schedule, and measures what is accepted, shed and slow. */
export const overload =
  (targets: Targets): Measurement<Sizes> =>
  async (sizes, options) => {
    const rounds: Step[][] = [];
    for (let round = 0; round < sizes.rounds; round += 1) rounds.push(await measureRound(sizes, options));
    const bearable: Result = {
      what: 'load that it can bear',
      value: median(rounds.map(([step]) => step?.bearable ?? Number.NaN)),
      unit: 'requests/s',
      figures: `${CONNECTIONS} connections, each with one request at a time`,
    };
    const steps = sizes.multiples.map((_, index) => rounds.flatMap((round) => round[index] ?? []));
    return [bearable, ...steps.flatMap((each) => resultsOf(each, targets))];
  };

/** Finds the load that a fresh service can bear, then sends its multiples. */
async function measureRound(
  sizes: Sizes,
  { profileFolder }: { profileFolder: string | undefined },
): Promise<Step[]> {
  await using scope = new RunScope();
  const store = await storeOfPets(sizes.pets);
  const requestsFile = writeRequests(scope, mixedRequests(store));
  const service = await startService(scope, await copyStore(scope, store), { core: 'server', profileFolder });
  const target = { url: service.url, key: store.key };
  const load = { ...target, requests: requestsFile, connections: CONNECTIONS, core: 'load' } as const;
  if (sizes.warmUpSeconds > 0) await sendLoad(load, sizes.warmUpSeconds);
  const { perSecond: bearable } = await sendLoad({ ...load, first: APART }, sizes.seconds);
  const beforeMb = service.memory().nowMb;
  const steps: Step[] = [];
  for (const multiple of sizes.multiples) {
    const first = Math.round(APART * (2 + multiple));
    const { connections, secondsEach: seconds } = sizes;
    const rate = { perSecond: bearable * multiple, seconds, connections, maxConnections: 1_000 };
    const measured = await measureStep({ ...target, ...rate, first, requestsFile });
    const { peakMb } = service.memory();
    steps.push({ multiple, bearable, ...measured, peakMb, growthMb: peakMb - beforeMb });
  }
  return steps;
}

async function measureStep(load: OpenLoad) {
  await using scope = new RunScope();
  const start = (each: OpenLoad) =>
    startChild(scope, 'open-loop.ts', [JSON.stringify(each)], { core: 'load' });
  const requestsFile = writeRequests(scope, [{ path: '/healthz' }]);
  // In a process of its own, so that the work of the load does not delay the probes.
  const prober = start({ ...load, ...PROBES, requestsFile });
  await prober.printed(/started/);
  const generator = start(load);
  await generator.printed(/ended/);
  const recoveryMs = await untilNormal(load);
  prober.kill('SIGTERM');
  const [responses, probes] = [await jsonOf<OpenLoadReport>(generator), await jsonOf<OpenLoadReport>(prober)];
  return { recoveryMs, responses, probes };
}

/** Returns the milliseconds until a page is as fast as on a quiet day. */
async function untilNormal({ url, key }: OpenLoad): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const sentAt = performance.now();
    const response = await send(url, key, FIRST_PAGE).catch(() => undefined);
    const now = performance.now();
    if (response !== undefined && now - sentAt < NORMAL_MS) return now - startedAt;
    await sleep(10);
  }
}

/** Returns the results of one multiple, from all rounds. */
function resultsOf(steps: readonly Step[], targets: Targets): Result[] {
  const middle = (value: (step: Step) => number) => median(steps.map(value));
  const of = (name: Exclude<keyof OpenLoadReport, 'firstFault'>) =>
    middle(({ responses }) => responses[name] ?? 0);
  const text = (name: Parameters<typeof of>[0]) => thousands(of(name));
  const probes = (name: 'p99' | 'max') => middle((step) => step.probes[name]);
  const [multiple, bearable] = [middle((step) => step.multiple), middle((step) => step.bearable)];
  const judged: Partial<Targets> = multiple === targets.multiple ? targets : {};
  const wrong = steps.map((step) => step.responses.faults + step.probes.faults + step.probes.shedPerSecond);
  const offered = `offered ${thousands(multiple * bearable)}/s, accepted ${text('acceptedPerSecond')}/s, shed ${text('shedPerSecond')}/s`;
  const accepted = `p50 ${text('p50')}, longest ${text('max')} ms; p99 of shed ones ${text('shedP99')} ms`;
  const results: Result[] = [
    {
      what: 'accepted, of the load that it can bear',
      value: middle((step) => step.responses.acceptedPerSecond / step.bearable),
      figures: `${offered}; ${text('unsent')} not sent, with ${text('connections')} connections`,
    },
    {
      what: 'accepted, p99',
      value: of('p99'),
      unit: 'ms',
      target: judged.p99,
      figures: `${accepted}; generator late by ${text('lateP99')} ms (p99)`,
    },
    {
      what: '/healthz, p99',
      value: probes('p99'),
      unit: 'ms',
      target: judged.health,
      figures: `longest ${thousands(probes('max'))} ms`,
    },
    {
      what: 'other responses, lost connections',
      value: wrong.reduce((sum, count) => sum + count, 0),
      target: { max: 0 },
      figures: [...new Set(steps.map(({ responses }) => responses.firstFault))].join('; '),
    },
    {
      what: 'growth of RSS',
      value: Math.max(...steps.map(({ growthMb }) => growthMb)),
      unit: 'MB',
      target: judged.memory,
      figures: `peak ${thousands(Math.max(...steps.map(({ peakMb }) => peakMb)))} MB`,
    },
    { what: 'normal response after its end', value: middle((step) => step.recoveryMs), unit: 'ms' },
  ];
  return results.map((result) => ({ ...result, what: `at ${multiple} times it: ${result.what}` }));
}
