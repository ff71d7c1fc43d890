import { type Logger, symbols } from 'pino';
import { SECOND, settlesWithin } from '../../platform/core/clock.ts';
import type { Dependencies } from '../dependencies.ts';
import type { FromThread } from './messages.ts';
import type { Place } from './places.ts';
import type { BackgroundWork, ServingThread } from './shared-memory.ts';
import { type StartThread, startWorker } from './start-worker.ts';
import { ThreadHandle } from './thread-handle.ts';
import { countCalls } from './thread-metrics.ts';

/** A thread that cannot start is not started again at once. */
const RESTART_MS = SECOND;
/** A scrape does not wait longer for a thread that is busy. */
const MEASURE_TIMEOUT_MS = SECOND;

/** Its descriptors cannot be opened again, and the system would give them connections that no one accepts. */
const SOCKETS_CLOSED =
  'a serving thread has ended, and its sockets of systemd with it: the service ends, and systemd starts it with the next connection';

interface ServingThreadsOptions extends Omit<Dependencies, 'database'> {
  /** The main thread. */
  readonly own: ServingThread;
  readonly startThread: StartThread | undefined;
  readonly wake: (work: BackgroundWork) => void;
}

interface Running {
  readonly handle: ThreadHandle;
  followers: number;
}

/**
 * The threads that serve beside the main thread. The states of each:
 *
 *     starting ──> composed ──> listening ──close, drain──> ended
 *        ^                          │
 *        └──── after a second ──────┴── fails: its connections are closed, and its locks in shared memory are freed
 */
export class ServingThreads {
  readonly #options: ServingThreadsOptions;
  readonly #running = new Map<number, Running>();
  /** Where each listens. Undefined before the main thread does. */
  #places: readonly Place[] | undefined;
  #isClosing = false;

  constructor(options: ServingThreadsOptions) {
    this.#options = options;
  }

  /** How many wait for events in these threads, as of the last measurement. */
  get followers(): number {
    return [...this.#running.values()].reduce((sum, { followers }) => sum + followers, 0);
  }

  /** Resolves when all are composed. Rejects if one fails. */
  async start(): Promise<void> {
    const { workers } = this.#options.config;
    await Promise.all(Array.from({ length: workers - 1 }, (_, index) => this.#start(index + 2)));
  }

  /** Resolves when each listens at its place. */
  async listen(places: readonly Place[]): Promise<void> {
    this.#places = places;
    await Promise.all([...this.#running.keys()].map((number) => this.#listen(number)));
  }

  /** Resolves when all have sent what they have counted until now. */
  async measure(): Promise<void> {
    const all = [...this.#running.values()].map(({ handle }) => handle.ask({ kind: 'measure' }, 'measured'));
    await settlesWithin(this.#options.clock, MEASURE_TIMEOUT_MS, Promise.allSettled(all));
  }

  /** Resolves when all have ended. */
  async end(how: 'drain' | 'close'): Promise<void> {
    this.#isClosing = true;
    await Promise.all([...this.#running.values()].map(({ handle }) => handle.end(how)));
  }

  async #start(number: number): Promise<void> {
    const { config, own, startThread = startWorker, metrics } = this.#options;
    const start = { config, memory: own.memory, number, hasMetrics: metrics !== undefined };
    const running: Running = {
      handle: new ThreadHandle(startThread(start), (message) => this.#receive(message, running)),
      followers: 0,
    };
    this.#running.set(number, running);
    void running.handle.ended.then((error) => this.#replace(number, error));
    await running.handle.reply('composed');
  }

  async #listen(number: number): Promise<void> {
    const place = this.#places?.[number - 2];
    if (place === undefined) return;
    await this.#running.get(number)?.handle.ask({ kind: 'listen', place }, 'listens');
  }

  /** A thread has acknowledged only what was committed, so nothing is lost with it. */
  #replace(number: number, error: Error | undefined): void {
    const { own, log, clock } = this.#options;
    this.#running.delete(number);
    own.tables.forget(number);
    own.turns.forget(number);
    own.pictureTurns.forget(number);
    if (this.#isClosing) return;
    if (this.#places?.[number - 2]?.sockets.length) {
      log.fatal({ err: error, thread: number }, SOCKETS_CLOSED);
      process.kill(process.pid, 'SIGTERM');
      return;
    }
    log.error({ err: error, thread: number }, 'a serving thread has ended: another one takes its place');
    clock.after(RESTART_MS, () => {
      if (this.#isClosing) return;
      // If it fails, it has ended, and this is called again.
      this.#start(number)
        .then(() => this.#listen(number))
        .catch(() => {});
    });
  }

  #receive(message: FromThread, running: Running): void {
    const { metrics, log, wake } = this.#options;
    switch (message.kind) {
      case 'logs':
        writeLine(log, message.line);
        break;
      case 'wakes':
        wake(message.work);
        break;
      case 'counts':
        if (metrics !== undefined) countCalls(metrics, message.calls);
        break;
      case 'measured':
        running.followers = message.followers;
        break;
      default:
    }
  }
}

/** Writes a line of the log of another thread into this log. */
function writeLine(log: Logger, line: string): void {
  const stream: { write(line: string): void } = Reflect.get(log, symbols.streamSym);
  stream.write(line);
}
