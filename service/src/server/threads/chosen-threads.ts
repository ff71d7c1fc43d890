import { availableParallelism, totalmem } from 'node:os';
import type { Config } from '../../platform/config/config.ts';

const MAX_CHOSEN = 8;
const MEBIBYTE = 2 ** 20;
/** What one thread needs under load, with a picture that is decoded beside it, and what each further one needs. */
const MEMORY = { first: 512 * MEBIBYTE, further: 256 * MEBIBYTE } as const;
/** So that a thread has one for its writes while others wait for locks. */
const CONNECTIONS_OF_A_THREAD = 4;

/** What limits the threads. */
export interface Machine {
  /** The cores that this process may use, as far as `taskset` and a container limit them. */
  readonly cores: number;
  /** In bytes. */
  readonly memory: number;
  /** Whether connections can be divided among threads, and this process may start some. */
  readonly allowsThreads: boolean;
}

/**
 * Returns the configuration with as many threads as the machine has room for, if `WORKERS` is `auto`: a core less than it has, at most 8.
 *
 * @param sockets how many systemd has opened; 0 if it has opened none.
 */
export function withChosenThreads(config: Config, sockets = 0, machine = thisMachine()): Config {
  return config.hasAutoWorkers ? { ...config, workers: chosenThreads(config, sockets, machine) } : config;
}

function chosenThreads(config: Config, sockets: number, { cores, memory, allowsThreads }: Machine): number {
  const { store, valkeyUrl, databaseConnections } = config;
  // With Valkey, several processes serve, and their number is for the operator to choose.
  if (!allowsThreads || valkeyUrl !== undefined) return 1;
  const limits = [MAX_CHOSEN, cores - 1, 1 + Math.floor((memory - MEMORY.first) / MEMORY.further)];
  if (sockets > 0) limits.push(sockets);
  if (store.engine === 'postgres') limits.push(Math.floor(databaseConnections / CONNECTIONS_OF_A_THREAD));
  return Math.max(1, Math.min(...limits));
}

function thisMachine(): Machine {
  // 0 without a limit on some systems, and more than the machine has on others.
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  return {
    cores: availableParallelism(),
    memory: Math.min(totalmem(), limit),
    allowsThreads: process.platform === 'linux' && process.permission?.has('worker') !== false,
  };
}
