import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Child, numbersIn, startChild } from '../processes/processes.ts';

/** Requests that are sent as fast as they are answered. */
export interface Load {
  readonly url: string;
  readonly key: string;
  readonly connections: number;
  readonly seconds: number;
  /** A file with one path a line, taken in turn; without it all requests are for `url`. */
  readonly pathsFile?: string | undefined;
  /** A file with one key a line, taken in turn; without it all requests are with `key`. */
  readonly keysFile?: string | undefined;
  /** JSON that is sent with every request, which is a POST then. */
  readonly body?: string | undefined;
  /** The share that may be refused: of 1,000 who ask at once some may be shed. None without it. */
  readonly mostRefused?: number;
  /** Unless it may run where the system sees fit. */
  readonly core?: 'load';
}

/** How long answers took: of 100 requests 50, 95 and 99 took no longer. */
export interface Latency {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

export interface LoadResult extends Latency {
  readonly requests: number;
  readonly perSecond: number;
}

const hasWrk = spawnSync('wrk', ['--version']).error === undefined;
const WRK_SCRIPT = fileURLToPath(new URL('wrk.lua', import.meta.url));

/** As autocannon has it: a disk that others use, too, may keep a write waiting for longer than the 2 s of wrk. */
const TIMEOUT_SECONDS = 10;

export const loadTool = hasWrk ? 'wrk' : 'autocannon';

/**
 * Sends the load, and says what came of it.
 *
 * @throws {Error} if a request was not answered, or more than may be with a status of 400 or above.
 */
export async function sendLoad(load: Load): Promise<LoadResult> {
  const output = await (hasWrk ? startWrk(load) : startAutocannon(load)).output();
  const last = output.trim().split('\n').at(-1) ?? '';
  const names = ['requests', 'seconds', 'refused', 'broken', 'p50Ms', 'p95Ms', 'p99Ms'] as const;
  const { seconds, refused, broken, ...answered } = numbersIn(last, names);
  const { requests } = answered;
  if (broken > 0 || refused > requests * (load.mostRefused ?? 0)) {
    throw new Error(`Of ${requests} requests ${refused} were refused and ${broken} were not answered`);
  }
  return { ...answered, perSecond: (requests - refused) / seconds };
}

interface Durations {
  readonly loadSeconds: number;
  /** 0 for none: `wrk` counts in whole seconds. */
  readonly warmUpSeconds: number;
}

/** The same for so long, when it went on for a while before. */
export async function sendWarmLoad(load: Omit<Load, 'seconds'>, durations: Durations): Promise<LoadResult> {
  if (durations.warmUpSeconds > 0) await sendLoad({ ...load, seconds: durations.warmUpSeconds });
  return sendLoad({ ...load, seconds: durations.loadSeconds });
}

function startWrk({ url, key, connections, seconds, pathsFile, keysFile, body, core }: Load): Child {
  const size = ['-t', '1', '-c', String(connections), '-d', `${Math.ceil(seconds)}s`];
  const shape = [...size, '--timeout', `${TIMEOUT_SECONDS}s`, '-s', WRK_SCRIPT];
  return new Child('wrk', [...shape, '-H', `Authorization: Bearer ${key}`, url], {
    core,
    env: {
      ...(pathsFile === undefined ? {} : { BENCH_PATHS: pathsFile }),
      ...(keysFile === undefined ? {} : { BENCH_KEYS: keysFile }),
      ...(body === undefined ? {} : { BENCH_BODY: body }),
    },
  });
}

function startAutocannon(load: Load): Child {
  return startChild('autocannon-load.ts', [JSON.stringify(load)], { core: load.core });
}
