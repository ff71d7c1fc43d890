import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Child, numbersIn, startChild } from './processes.ts';

/** Requests that are sent as fast as they are answered. */
export interface Load {
  readonly url: string;
  readonly key: string;
  readonly connections: number;
  readonly seconds: number;
  /** A file with one path a line, taken in turn; without it all requests are for `url`. */
  readonly pathsFile: string | undefined;
  /** JSON that is sent with every request, which is a POST then. */
  readonly body?: string | undefined;
  /** Unless it may run where the system sees fit. */
  readonly core?: 'load';
}

const hasWrk = spawnSync('wrk', ['--version']).error === undefined;
const WRK_SCRIPT = fileURLToPath(new URL('wrk.lua', import.meta.url));

/** As autocannon has it: a disk that others use, too, may keep a write waiting for longer than the 2 s of wrk. */
const TIMEOUT_SECONDS = 10;

export const loadTool = hasWrk ? 'wrk' : 'autocannon';

/**
 * Requests answered in a second.
 *
 * @throws {Error} if one was not answered, or not with a status below 400.
 */
export async function throughput(load: Load): Promise<number> {
  const output = await (hasWrk ? startWrk(load) : startAutocannon(load)).output();
  const last = output.trim().split('\n').at(-1) ?? '';
  const { requests, seconds, refused, broken } = numbersIn(last, [
    'requests',
    'seconds',
    'refused',
    'broken',
  ]);
  if (refused + broken > 0) {
    throw new Error(`Of ${requests} requests ${refused} were refused and ${broken} were not answered`);
  }
  return requests / seconds;
}

function startWrk({ url, key, connections, seconds, pathsFile, body, core }: Load): Child {
  const size = ['-t', '1', '-c', String(connections), '-d', `${Math.ceil(seconds)}s`];
  const shape = [...size, '--timeout', `${TIMEOUT_SECONDS}s`, '-s', WRK_SCRIPT];
  return new Child('wrk', [...shape, '-H', `Authorization: Bearer ${key}`, url], {
    core,
    env: {
      ...(pathsFile === undefined ? {} : { BENCH_PATHS: pathsFile }),
      ...(body === undefined ? {} : { BENCH_BODY: body }),
    },
  });
}

function startAutocannon(load: Load): Child {
  return startChild('autocannon-load.ts', [JSON.stringify(load)], { core: load.core });
}
