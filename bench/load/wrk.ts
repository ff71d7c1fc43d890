import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Core, numbersOf, startProgram } from '../processes.ts';
import { RunScope } from '../scope.ts';
import type { HttpRequest } from './requests.ts';

const SCRIPT = fileURLToPath(new URL('wrk.lua', import.meta.url));
/** A disk that others use may keep a write waiting for longer than the 2 s of wrk. */
const TIMEOUT = '10s';

/** Requests that every connection sends as soon as it has a response. */
export interface Load {
  /** Where the service is. */
  readonly url: string;
  /** One request again and again, or a file of `writeRequests`. */
  readonly requests: HttpRequest | string;
  /** The first request of the file. */
  readonly first?: number;
  /** Not used if there is a file of keys, which are used in turn. */
  readonly key: string;
  readonly keysFile?: string | undefined;
  readonly connections: number;
  /** The pause of a connection between a response and its next request. */
  readonly pauseMs?: number;
  /** How many of the responses may have a status of 400 or above, as a share; none without it. */
  readonly maxRefused?: number;
  readonly core?: Core | undefined;
}

export interface Durations {
  /** V8 goes on compiling for some seconds. */
  readonly warmUpSeconds: number;
  /** wrk counts whole seconds. */
  readonly seconds: number;
}

export interface LoadResult {
  readonly perSecond: number;
  /** 50, 95 and 99 of 100 requests took at most so long. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

/** @throws {Error} if wrk is not installed. */
export function requireWrk(): void {
  if (spawnSync('wrk', ['--version']).error === undefined) return;
  throw new Error('wrk sends the load and is not installed: run `apt-get install wrk` or `brew install wrk`');
}

/**
 * Sends a load.
 *
 * @throws {Error} if a request got no response, or more than `maxRefused` a status of 400 or above.
 */
export async function sendLoad(load: Load, seconds: number): Promise<LoadResult> {
  await using scope = new RunScope();
  const { url, requests: wanted, key, connections, maxRefused = 0, core } = load;
  const path = typeof wanted === 'string' ? '' : wanted.path;
  const size = ['-t', '1', '-c', `${connections}`, '-d', `${seconds}s`, '--timeout', TIMEOUT];
  const args = [...size, '-s', SCRIPT, '-H', `Authorization: Bearer ${key}`, `${url}${path}`];
  const wrk = startProgram(scope, 'wrk', args, { core, env: environmentOf(load) });
  const names = ['requests', 'seconds', 'refused', 'broken', 'p50Ms', 'p95Ms', 'p99Ms'] as const;
  const { requests, seconds: took, refused, broken, ...latency } = await numbersOf(wrk, names);
  if (broken > 0 || refused > requests * maxRefused) {
    throw new Error(
      `${url}${path}: of ${requests} requests ${refused} were refused, ${broken} got no response`,
    );
  }
  return { ...latency, perSecond: (requests - refused) / took };
}

/** Sends a load after the same load as a warm-up. */
export async function sendWarmLoad(load: Load, { warmUpSeconds, seconds }: Durations): Promise<LoadResult> {
  if (warmUpSeconds > 0) await sendLoad(load, warmUpSeconds);
  return sendLoad(load, seconds);
}

function environmentOf({ requests, first = 0, keysFile, pauseMs }: Load): Record<string, string> {
  const one: Partial<HttpRequest> = typeof requests === 'string' ? {} : requests;
  const variables = {
    BENCH_REQUESTS: typeof requests === 'string' ? requests : undefined,
    BENCH_FIRST: first,
    BENCH_METHOD: one.method ?? 'GET',
    BENCH_BODY: one.body,
    BENCH_KEYS: keysFile,
    BENCH_PAUSE_MS: pauseMs,
  };
  const given = Object.entries(variables).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
