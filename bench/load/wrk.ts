import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Core, jsonOf, startProgram } from '../processes.ts';
import { RunScope } from '../scope.ts';

const SCRIPT = fileURLToPath(new URL('wrk.lua', import.meta.url));
/** A disk that others use may keep a write waiting for longer than the 2 s of wrk. */
const TIMEOUT_SECONDS = 10;
const SECOND = 1_000;
const MICROSECONDS = 1_000_000;

/** Requests that every connection sends as soon as it has a response. */
export interface Load {
  /** Where the service is. */
  readonly url: string;
  /** A file of `writeRequests`, which are sent in turn. */
  readonly requestsFile: string;
  /** How many requests at the beginning of the file are sent last. */
  readonly skip?: number;
  readonly connections: number;
  readonly timeoutSeconds?: number | undefined;
  /** True if every response is to have a status of 400 or above; otherwise none. */
  readonly isRefused?: boolean;
  /** How many requests may have no response or another status, as a share; none without it. */
  readonly maxFailed?: number | undefined;
  readonly core?: Core | undefined;
  /** Of wrk: one, unless several cores serve. */
  readonly threads?: number | undefined;
}

export interface Durations {
  /** V8 continues to compile for some seconds. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly perSecond: number;
  /** 50, 95 and 99 of 100 requests took at most so long. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  /** Requests without a response or with an unexpected status. */
  readonly failures: number;
  /** The processor time of wrk for a request, in microseconds. */
  readonly senderMicroseconds: number;
  /** The `skip` with which no request of this load is sent again. */
  readonly next: number;
}

/** What `wrk.lua` prints. */
type WrkReport = Record<
  'requests' | 'last' | 'seconds' | 'cpuSeconds' | 'refused' | 'broken' | 'p50Ms' | 'p95Ms' | 'p99Ms',
  number
>;

/** @throws {Error} if wrk is not installed. Called before a scenario makes its stores, which can take minutes. */
export function requireWrk(): void {
  if (spawnSync('wrk', ['--version']).error === undefined) return;
  throw new Error('wrk sends the load and is not installed: run `apt-get install wrk` or `brew install wrk`');
}

/**
 * Sends a load.
 *
 * @throws {Error} if more than `maxFailed` of the requests failed.
 */
export async function sendLoad(load: Load, seconds: number): Promise<LoadResult> {
  await using scope = new RunScope();
  const { url, requestsFile, connections, isRefused = false, maxFailed = 0, core } = load;
  const { skip = 0, timeoutSeconds = TIMEOUT_SECONDS, threads = 1 } = load;
  // wrk counts whole seconds, but an interrupt ends a load earlier.
  const duration = `${Math.ceil(seconds)}s`;
  const size = [
    '-t',
    `${threads}`,
    '-c',
    `${connections}`,
    '-d',
    duration,
    '--timeout',
    `${timeoutSeconds}s`,
  ];
  const env = { BENCH_REQUESTS: requestsFile, BENCH_SKIP: `${skip}`, BENCH_THREADS: `${threads}` };
  const wrk = startProgram(scope, 'wrk', [...size, '-s', SCRIPT, url], { core, env });
  if (seconds % 1 > 0) setTimeout(wrk.kill, seconds * SECOND, 'SIGINT');
  const report = await jsonOf<WrkReport>(wrk);
  const { requests, last, seconds: took, cpuSeconds, refused, broken, ...latency } = report;
  const unexpected = isRefused ? requests - refused : refused;
  const failures = unexpected + broken;
  if (requests === 0 || failures > requests * maxFailed) {
    const status = isRefused ? 'below 400' : 'of 400 or above';
    throw new Error(`of ${requests} requests ${unexpected} got a status ${status}, ${broken} no response`);
  }
  const perSecond = (requests - unexpected) / took;
  const senderMicroseconds = (cpuSeconds * MICROSECONDS) / requests;
  return { ...latency, perSecond, failures, senderMicroseconds, next: last };
}

/** Sends a load after the same load as a warm-up, which sends other requests of the file. */
export async function sendWarmLoad(load: Load, { warmUpSeconds, seconds }: Durations): Promise<LoadResult> {
  if (warmUpSeconds === 0) return sendLoad(load, seconds);
  const { next } = await sendLoad(load, warmUpSeconds);
  return sendLoad({ ...load, skip: next }, seconds);
}
