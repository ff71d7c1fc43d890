import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Scope } from '../folders.ts';

/** For a process that hangs: a service ends itself 9.5 s after it has handled the signal, which takes time on a busy machine. */
const STOP_LIMIT_MS = 60_000;

export interface ProcessOptions {
  /** All the environment variables of the process: no other may change what is tested. */
  env?: Readonly<NodeJS.ProcessEnv>;
  cwd?: string;
  /** True for a process that must not receive the Ctrl-C of this one's terminal. */
  detached?: boolean;
  /** Only the last characters of each output are kept. */
  maxOutputLength?: number;
}

export interface ProcessResult {
  /** The exit status, or the signal that ended the process. */
  status: number | string;
  out: string;
  err: string;
}

/** A child process with its output. */
export interface RunningProcess {
  readonly pid: number;
  readonly ended: Promise<ProcessResult>;
  /** Returns the standard output so far. */
  out(): string;
  /** Returns the standard error so far. */
  err(): string;
  /**
   * Waits for output that matches, on either stream; returns the first group of the match, or else all of it.
   *
   * @throws {Error} if the process ends before.
   */
  printed(pattern: RegExp): Promise<string>;
  kill(signal: NodeJS.Signals): void;
  /** Sends SIGTERM, and SIGKILL to a process that hangs. */
  stop(): Promise<ProcessResult>;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a program. It is killed after the scope if there is one, and never outlives this process. */
export function startProcess(
  scope: Scope | undefined,
  program: string,
  args: readonly string[],
  { env = {}, cwd, detached = false, maxOutputLength = Number.POSITIVE_INFINITY }: ProcessOptions = {},
): RunningProcess {
  const child = spawn(program, args, { env, cwd, detached, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  scope?.after(() => child.kill('SIGKILL'));
  const output = { out: '', err: '' };
  for (const [name, stream] of [
    ['out', child.stdout],
    ['err', child.stderr],
  ] as const) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output[name] = (output[name] + text).slice(-maxOutputLength);
    });
  }
  const ended = once(child, 'close').then(
    ([status, signal]): ProcessResult => {
      running.delete(child);
      return { status: status ?? signal, ...output };
    },
    (error: Error): ProcessResult => {
      running.delete(child);
      return { status: 'not started', out: '', err: error.message };
    },
  );
  const kill = (signal: NodeJS.Signals) => void child.kill(signal);
  return {
    pid: child.pid ?? 0,
    ended,
    out: () => output.out,
    err: () => output.err,
    printed: (pattern) => firstMatch(child, ended, output, pattern),
    kill,
    stop: async () => {
      kill('SIGTERM');
      const timer = setTimeout(kill, STOP_LIMIT_MS, 'SIGKILL');
      return ended.finally(() => clearTimeout(timer));
    },
  };
}

async function firstMatch(
  child: ChildProcess,
  ended: Promise<ProcessResult>,
  output: { out: string; err: string },
  pattern: RegExp,
): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const look = () => {
    const match = pattern.exec(output.out) ?? pattern.exec(output.err);
    if (match !== null) resolve(match[1] ?? match[0]);
  };
  child.stdout?.on('data', look);
  child.stderr?.on('data', look);
  look();
  const end = ended.then(({ status, out, err }) => {
    throw new Error(
      `${child.spawnargs.join(' ')} ended with ${status} before it printed ${pattern}: ${out}${err}`,
    );
  });
  try {
    return await Promise.race([promise, end]);
  } finally {
    child.stdout?.off('data', look);
    child.stderr?.off('data', look);
  }
}
