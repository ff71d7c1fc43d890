import { spawnSync } from 'node:child_process';
import { availableParallelism, homedir, tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Scope } from '@petstore/testing/folders.ts';
import { type RunningProcess, startProcess } from '@petstore/testing/processes/running-process.ts';

const MAX_ERROR_LENGTH = 2_000;

/** The server and the load have a core each, if the system can pin processes. */
const CORES = { server: '0', load: '1' } as const;
export type Core = keyof typeof CORES;

const canPin = availableParallelism() > 1 && spawnSync('taskset', ['-c', '1', 'true']).status === 0;

export interface ProcessOptions {
  /** Without it the system chooses. */
  readonly core?: Core | undefined;
  readonly env?: Readonly<Record<string, string>>;
  /** Options of Node.js. */
  readonly flags?: readonly string[];
}

/** Starts a program that is stopped after the scope. It sees no settings of the service from this environment. */
export function startProgram(
  scope: Scope,
  program: string,
  args: readonly string[],
  { core, env = {} }: ProcessOptions = {},
): RunningProcess {
  const pinned = core === undefined || !canPin ? [] : ['taskset', '-c', CORES[core]];
  const [command = program, ...rest] = [...pinned, program, ...args];
  const inherited = { PATH: process.env.PATH ?? '', HOME: homedir(), TMPDIR: tmpdir() };
  const started = startProcess(scope, command, rest, { env: { ...inherited, ...env } });
  scope.after(() => started.stop());
  return started;
}

/** Starts a program of Node.js. */
export function startNode(
  scope: Scope,
  args: readonly string[],
  { flags = [], ...options }: ProcessOptions = {},
): RunningProcess {
  return startProgram(scope, process.execPath, [...flags, ...args], options);
}

/** Starts a program of `children/`. */
export function startChild(
  scope: Scope,
  name: string,
  args: readonly string[],
  options?: ProcessOptions,
): RunningProcess {
  return startNode(scope, [fileURLToPath(new URL(`children/${name}`, import.meta.url)), ...args], options);
}

/** Returns what a process printed, when it has ended with status 0. */
export async function outputOf({ ended }: RunningProcess): Promise<string> {
  const { status, out, err } = await ended;
  if (status === 0) return out;
  throw new Error(`a process ended with ${status}: ${err.trim().slice(-MAX_ERROR_LENGTH)}`);
}

/** Returns the object that a process printed as JSON in its last line. */
export async function jsonOf<T>(child: RunningProcess): Promise<T> {
  return JSON.parse((await outputOf(child)).trim().split('\n').at(-1) ?? '');
}
