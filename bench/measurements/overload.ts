import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from '../candidates/petstore.ts';
import { copyStore, storeOfPets } from '../data/stores.ts';
import { FIRST_PAGE, mixedRequests, sendOne, writeRequests } from '../load/requests.ts';
import { type Durations, requireWrk, sendLoad } from '../load/wrk.ts';
import { jsonOf, startChild } from '../processes.ts';
import { type Result, type Target, thousands } from '../report.ts';
import type { Measurement } from '../scenario.ts';
import { RunScope } from '../scope.ts';
import { inTurns, median } from '../statistics.ts';

const CONNECTIONS = 64;
/** The distance between the first requests of two loads. It prevents loads from starting with the same requests. */
const FIRST_REQUEST_STEP = 7_919;
/** After an overload, the service has recovered when a response takes less than this time. */
const MAX_NORMAL_LATENCY_MS = 50;
const PROBES = { perSecond: 50, seconds: 600, connections: 1, maxConnections: 100, closeEvery: 5, first: 0 };

interface Sizes extends Durations {
  readonly pets: number;
  readonly rounds: number;
  /** The loads to measure, as multiples of the service's capacity. */
  readonly multiples: readonly number[];
  readonly secondsEach: number;
  readonly connections: number;
}

/** By the multiple of the capacity. */
type Targets = Readonly<Record<number, Partial<Record<'share' | 'p99' | 'health' | 'memory', Target>>>>;

/** An open-loop load: the schedule of the requests does not depend on the responses. wrk supports only closed loops. */
export interface OpenLoad {
  readonly url: string;
  readonly key: string;
  /** A file that `writeRequests` has written. */
  readonly requestsFile: string;
  /** The index of the first request to send. */
  readonly first: number;
  readonly perSecond: number;
  readonly seconds: number;
  /** Opened before the first request; more are opened while all are busy. */
  readonly connections: number;
  readonly maxConnections: number;
  /** After this many requests, one connection is closed, so that the load also opens new connections. */
  readonly closeEvery?: number;
}

/** The result of an open-loop load. Latencies are in milliseconds and start at the scheduled time of the request. */
export interface OpenLoadReport {
  /** Responses with a 2xx status that arrived before the load ended. */
  readonly acceptedPerSecond: number;
  /** 503 responses with Retry-After and quota headers that arrived before the load ended. */
  readonly shedPerSecond: number;
  /** All other responses, and requests without a response. */
  readonly faults: number;
  readonly firstFault: string;
  /** Requests that waited for a free connection when the load ended. */
  readonly unsent: number;
  readonly connections: number;
  /** The delay of the load generator in milliseconds. It is high if another process uses the same CPU core. */
  readonly generatorDelayP99: number;
  /** The latencies of accepted requests. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** Null if nothing was shed. */
  readonly shedP99: number | null;
}

/** The measurements at one multiple of the capacity. */
interface Step {
  readonly multiple: number;
  /** The capacity of the service, in requests per second. */
  readonly capacity: number;
  readonly responses: OpenLoadReport;
  readonly probes: OpenLoadReport;
  readonly peakMb: number;
  /** The peak memory minus the memory in use after the capacity was measured. */
  readonly growthMb: number;
  /** The time from the last request of the load to the first response with a normal latency. */
  readonly recoveryMs: number;
}

/** Sends multiples of the capacity as open-loop load. Measures throughput, shed requests, latency, memory and recovery. */
export const overload =
  (targets: Targets): Measurement<Sizes> =>
  async (sizes) => {
    requireWrk();
    const [rounds = []] = await inTurns(sizes.rounds, [() => measureRound(sizes)]);
    const capacity: Result = {
      what: 'capacity',
      value: median(rounds.map(([step]) => step?.capacity ?? Number.NaN)),
      unit: 'requests/s',
      figures: `${CONNECTIONS} connections, each with one request at a time`,
    };
    const steps = sizes.multiples.map((_, index) => rounds.flatMap((round) => round[index] ?? []));
    return [capacity, ...steps.flatMap((each) => resultsOf(each, targets))];
  };

/** Measures the capacity of a new service process, and then each multiple of the capacity. */
async function measureRound(sizes: Sizes): Promise<Step[]> {
  await using scope = new RunScope();
  const store = await storeOfPets(sizes.pets);
  const requestsFile = writeRequests(scope, mixedRequests(store), store.key);
  const service = await startService(scope, await copyStore(scope, store), { core: 'server' });
  const target = { url: service.url, key: store.key };
  const load = { url: service.url, requestsFile, connections: CONNECTIONS, core: 'load' } as const;
  if (sizes.warmUpSeconds > 0) await sendLoad(load, sizes.warmUpSeconds);
  const { perSecond: capacity } = await sendLoad({ ...load, skip: FIRST_REQUEST_STEP }, sizes.seconds);
  const beforeMb = service.memory().nowMb;
  const steps: Step[] = [];
  for (const multiple of sizes.multiples) {
    const first = Math.round(FIRST_REQUEST_STEP * (2 + multiple));
    const { connections, secondsEach: seconds } = sizes;
    const rate = { perSecond: capacity * multiple, seconds, connections, maxConnections: 1_000 };
    const measured = await measureStep({ ...target, ...rate, first, requestsFile });
    const { peakMb } = service.memory();
    steps.push({ multiple, capacity, ...measured, peakMb, growthMb: peakMb - beforeMb });
  }
  return steps;
}

async function measureStep(load: OpenLoad) {
  await using scope = new RunScope();
  const start = (each: OpenLoad) =>
    startChild(scope, 'open-loop.ts', [JSON.stringify(each)], { core: 'load' });
  const requestsFile = writeRequests(scope, [{ path: '/healthz' }], load.key);
  // In a process of its own, so that the work of the load does not delay the probes.
  const prober = start({ ...load, ...PROBES, requestsFile });
  await prober.printed(/started/);
  const generator = start(load);
  await generator.printed(/ended/);
  const recoveryMs = await measureRecovery(load);
  prober.kill('SIGTERM');
  const [responses, probes] = [await jsonOf<OpenLoadReport>(generator), await jsonOf<OpenLoadReport>(prober)];
  return { recoveryMs, responses, probes };
}

/** Requests a page repeatedly, and returns the milliseconds until its latency is normal. */
async function measureRecovery({ url, key }: OpenLoad): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const sentAt = performance.now();
    const response = await sendOne(url, key, FIRST_PAGE).catch(() => undefined);
    const now = performance.now();
    if (response !== undefined && now - sentAt < MAX_NORMAL_LATENCY_MS) return now - startedAt;
    await sleep(10);
  }
}

/** Returns the results of one multiple, from all rounds. */
function resultsOf(steps: readonly Step[], targets: Targets): Result[] {
  const medianOf = (value: (step: Step) => number) => median(steps.map(value));
  const responseMedian = (name: Exclude<keyof OpenLoadReport, 'firstFault'>) =>
    medianOf(({ responses }) => responses[name] ?? 0);
  const text = (name: Parameters<typeof responseMedian>[0]) => thousands(responseMedian(name));
  const probes = (name: 'p99' | 'max') => medianOf((step) => step.probes[name]);
  const [multiple, capacity] = [medianOf((step) => step.multiple), medianOf((step) => step.capacity)];
  const judged = targets[multiple] ?? {};
  const faults = steps.map((step) => step.responses.faults + step.probes.faults + step.probes.shedPerSecond);
  const offered = `offered ${thousands(multiple * capacity)}/s, accepted ${text('acceptedPerSecond')}/s, shed ${text('shedPerSecond')}/s`;
  const accepted = `p50 ${text('p50')}, longest ${text('max')} ms; p99 of shed requests ${text('shedP99')} ms`;
  const unsent = `${text('unsent')} not sent, with ${text('connections')} connections`;
  const late = `generator late by ${text('generatorDelayP99')} ms (p99)`;
  const longest = `longest ${thousands(probes('max'))} ms`;
  const firstFaults = [...new Set(steps.map(({ responses }) => responses.firstFault))].join('; ');
  const peak = `peak ${thousands(Math.max(...steps.map(({ peakMb }) => peakMb)))} MB`;
  const share = medianOf((step) => step.responses.acceptedPerSecond / step.capacity);
  const sum = faults.reduce((total, count) => total + count, 0);
  const grown = Math.max(...steps.map(({ growthMb }) => growthMb));
  const recovery = medianOf((step) => step.recoveryMs);
  const [p99, ms] = [responseMedian('p99'), { unit: 'ms' }];
  const results: Result[] = [
    {
      what: 'accepted, as a share of the capacity',
      value: share,
      target: judged.share,
      figures: `${offered}; ${unsent}`,
    },
    { what: 'accepted, p99', value: p99, ...ms, target: judged.p99, figures: `${accepted}; ${late}` },
    { what: '/healthz, p99', value: probes('p99'), ...ms, target: judged.health, figures: longest },
    { what: 'other responses, lost connections', value: sum, target: { max: 0 }, figures: firstFaults },
    { what: 'growth of RSS', value: grown, unit: 'MB', target: judged.memory, figures: peak },
    { what: 'time from the end of the load to a normal response', value: recovery, ...ms },
  ];
  return results.map((result) => ({ ...result, what: `at ${multiple} times the capacity: ${result.what}` }));
}
