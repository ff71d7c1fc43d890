import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Memory, memoryOf } from './process-memory.ts';

const STOP_LIMIT_MS = 10_000;
const RUN_LIMIT_MS = 300_000;
const KEPT_ERROR_CHARACTERS = 2_000;

/** The server and the load each get a core of their own where the machine lets us choose. */
const CORES = { server: 0, load: 1 } as const;
export type Core = keyof typeof CORES;

const canPin = availableParallelism() > 1 && spawnSync('taskset', ['-c', '1', 'true']).status === 0;

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

interface ChildOptions {
  core?: Core | undefined;
  env?: Record<string, string>;
}

/** A fresh process that never outlives this one. Settings of the service in our environment do not reach it. */
export class Child {
  readonly #child: ChildProcess;
  readonly #exit: Promise<number | null>;
  #output = '';
  #errors = '';
  #onOutput: () => void = () => {};

  constructor(command: string, args: readonly string[], { core, env = {} }: ChildOptions = {}) {
    const pinned = core === undefined || !canPin ? [] : ['taskset', '-c', String(CORES[core])];
    const [program = command, ...rest] = [...pinned, command, ...args];
    const { PATH, HOME, TMPDIR } = process.env;
    this.#child = spawn(program, rest, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH, HOME, TMPDIR, ...env },
    });
    running.add(this.#child);
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text;
      this.#onOutput();
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errors = (this.#errors + text).slice(-KEPT_ERROR_CHARACTERS);
    });
    this.#exit = new Promise((resolve) => {
      this.#child.once('error', (error) => {
        this.#errors += error.message;
        resolve(null);
      });
      this.#child.once('close', resolve);
    });
    this.#exit.then(() => running.delete(this.#child));
  }

  /** Its memory; undefined where the system does not tell, or when it has ended. */
  memory(): Promise<Memory | undefined> {
    return memoryOf(this.#child.pid);
  }

  /** The first group of the first match in what the process prints. */
  async printed(pattern: RegExp): Promise<string> {
    const match = new Promise<string>((resolve) => {
      this.#onOutput = () => {
        const found = pattern.exec(this.#output)?.[1];
        if (found !== undefined) resolve(found);
      };
      this.#onOutput();
    });
    const ended = this.#exit.then((status) => this.#failure(status));
    const found = await this.#inTime(Promise.race([match, ended]));
    if (typeof found === 'string') return found;
    throw found;
  }

  /** What the process printed, once it has ended well. */
  async output(): Promise<string> {
    const status = await this.#inTime(this.#exit);
    if (status !== 0) throw this.#failure(status);
    return this.#output;
  }

  /** Ends the process, and waits until it has gone. */
  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), STOP_LIMIT_MS);
    await this.#exit;
    clearTimeout(timer);
  }

  async #inTime<T>(work: Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), RUN_LIMIT_MS);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
    }
  }

  #failure(status: number | null): Error {
    return new Error(`${this.#child.spawnargs.join(' ')} ended with ${status}: ${this.#errors.trim()}`);
  }
}

/** A program of `children/`, on this Node. */
export function startChild(
  program: string,
  args: readonly string[],
  options: ChildOptions = {},
  flags: string[] = [],
) {
  const path = fileURLToPath(new URL(`../children/${program}`, import.meta.url));
  return new Child(process.execPath, [...flags, path, ...args], options);
}

/** The numbers that a program printed as one JSON object. */
export function numbersIn<const Name extends string>(
  text: string,
  names: readonly Name[],
): Record<Name, number> {
  const values: unknown = JSON.parse(text);
  const found = Object.entries(values ?? {}).filter(([, value]) => typeof value === 'number');
  const numbers = Object.fromEntries(found);
  const missing = names.find((name) => !(name in numbers));
  if (missing !== undefined) throw new Error(`No number ${missing} in ${text}`);
  return numbers as Record<Name, number>; // every name was found to be a number
}
