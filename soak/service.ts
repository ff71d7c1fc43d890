import { join } from 'node:path';
import type { startProxy } from '@petstore/testing/http/proxy.ts';
import { PETSTORE } from '@petstore/testing/processes/petstore-process.ts';
import { memoryOf } from '@petstore/testing/processes/proc-files.ts';
import {
  type ProcessResult,
  type RunningProcess,
  startProcess,
} from '@petstore/testing/processes/running-process.ts';
import type { Run } from './tally.ts';

const MEMORY_EVERY_MS = 500;
/** By then a process has filled its caches, and its code is compiled. */
const WARM_AFTER_MS = 5_000;
const STOP_LIMIT_MS = 10_000;
const MAX_OUTPUT_LENGTH = 4_000;

/** Starts a command of `petstore`, which does not receive the Ctrl-C of this process. */
function startPetstore(
  args: readonly string[],
  store: string,
  settings: Readonly<Record<string, string>> = {},
): RunningProcess {
  const env = { ...settings, DATABASE_URL: `sqlite:${store}` };
  const options = { env, detached: true, maxOutputLength: MAX_OUTPUT_LENGTH };
  return startProcess(undefined, process.execPath, [PETSTORE, ...args], options);
}

/** Runs a command of `petstore` to its end. */
export function runPetstore(args: readonly string[], store: string): Promise<ProcessResult> {
  return startPetstore(args, store).ended;
}

type TcpProxy = Awaited<ReturnType<typeof startProxy>>;

/** `petstore serve` on one store, at the address of a proxy that outlives its processes. */
export class Service {
  readonly store: string;
  /** When it was killed, as `performance.now()`. */
  readonly crashes: number[] = [];
  readonly #run: Run;
  readonly #proxy: TcpProxy;
  readonly #workers: number;
  readonly #memoryTimer: NodeJS.Timeout;
  #process: RunningProcess | undefined;
  #startedAt = 0;
  #memory: number | undefined;
  /** The memory of the current process when it was warm. */
  #warmMemory: number | undefined;

  constructor(run: Run, proxy: TcpProxy, workers: number) {
    this.store = join(run.folder, 'petstore.db');
    this.#run = run;
    this.#proxy = proxy;
    this.#workers = workers;
    this.#memoryTimer = setInterval(() => this.#noteMemory(), MEMORY_EVERY_MS);
  }

  get url(): string {
    return this.#proxy.url;
  }

  /** By how many bytes the current process has grown since it was warm; undefined if it never was. */
  get growth(): number | undefined {
    if (this.#warmMemory === undefined || this.#memory === undefined) return undefined;
    return this.#memory - this.#warmMemory;
  }

  resetConnections(): void {
    this.#proxy.resetConnections();
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#process?.kill(signal);
  }

  async killAndStart(): Promise<void> {
    this.crashes.push(performance.now());
    this.#process?.kill('SIGKILL');
    await this.#process?.ended;
    await this.start();
  }

  async stopAndStart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Returns the end of the log. */
  async stop(): Promise<string> {
    const sentAt = performance.now();
    this.#process?.kill('SIGTERM');
    const ended = await this.#process?.ended;
    const ms = performance.now() - sentAt;
    if (ended?.status !== 0 || ms > STOP_LIMIT_MS) {
      const promise = 'SIGTERM ends the service with status 0 within 10 s';
      this.#run.violations.push({ promise, acknowledged: undefined, found: { ms, ...ended } });
    }
    return ended?.err ?? '';
  }

  /** Ends the process and the proxy, whatever their state. */
  abandon(): void {
    clearInterval(this.#memoryTimer);
    this.#process?.kill('SIGKILL');
    this.#proxy.close();
  }

  async start(): Promise<void> {
    const started = startPetstore(['serve', '--port', '0'], this.store, { WORKERS: `${this.#workers}` });
    this.#proxy.setTarget(await started.printed(/listens on (http:\S+) /));
    this.#process = started;
    this.#startedAt = performance.now();
    this.#warmMemory = undefined;
    started.ended.then((found) => {
      if (started !== this.#process || found.status === 0 || found.status === 'SIGKILL') return;
      const promise = 'the service does not end by itself';
      this.#run.violations.push({ promise, acknowledged: undefined, found });
    });
  }

  #noteMemory(): void {
    const memory = memoryOf(this.#process?.pid)?.now;
    if (memory === undefined) return;
    this.#run.tally.noteMemory(memory);
    this.#memory = memory;
    if (performance.now() - this.#startedAt > WARM_AFTER_MS) this.#warmMemory ??= memory;
  }
}
