import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, MINUTE, SECOND, settlesWithin } from '../../../platform/core/clock.ts';
import { oneAtATime } from '../../../platform/core/tasks/single-flight.ts';
import { compileCacheFolder } from '../../../platform/core/threads/compile-cache.ts';
import type { ThreadTurns } from '../../../platform/core/threads/thread-turns.ts';
import { NO_LIBRARY_STATUS, NO_MEMORY_STATUS, type PictureReply, type PictureRequest } from './messages.ts';

/** The child itself ends a picture that takes 5 s of processor time, so this is the end of one that does not get it. */
const TIME_LIMIT_MS = 30 * SECOND;
/** How long the child waits for the next picture. It takes 60 MB. */
const IDLE_MS = MINUTE;
const CHILD = join(import.meta.dirname, 'child.ts');
/** The heap of JavaScript; pixels are outside of it. */
const NODE_FLAGS = ['--max-old-space-size=64'];
/**
 * Of the C library of Linux (https://man7.org/linux/man-pages/man3/mallopt.3.html): blocks of 1 MiB and more go back to the
 * system when they are freed. Without it, the child keeps 170 MB after some pictures of 12 megapixels, with it 115 MB.
 */
const MEMORY_OF_PIXELS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
/** Requests come first: the child decodes with what the service leaves. */
const PRIORITY = 10;

/**
 * What ends a child that gets no memory: the kernel of Linux (SIGKILL), or V8 and GLib themselves. No decoder is known to do that
 * because of a picture.
 */
const NO_MEMORY_SIGNALS: readonly unknown[] = ['SIGKILL', 'SIGABRT', 'SIGTRAP'];

/** Why the child did not reply: a `crash` is the fault of the picture, everything else that of the machine. */
export class ImageProcessError extends Error {
  override name = 'ImageProcessError';
  readonly kind: 'crash' | 'timeout' | 'unavailable';

  constructor(kind: ImageProcessError['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/**
 * Decodes pictures in a child process, one at a time, also if several threads have such a child. The states of the child:
 *
 *   none ---- a picture arrives -------------> working
 *   working - it replies --------------------> idle
 *   working - it exits, or the time is over --> none, and that picture fails
 *   working - its reply is its last one -----> none: the picture took too much, or earlier ones did (`picture-watch.ts`)
 *   idle ---- a picture arrives -------------> working
 *   idle ---- IDLE_MS are over, or it exits -> none
 */
export class ImageProcess {
  readonly #clock: Clock;
  readonly #script: string;
  readonly #priority: number;
  readonly #turns: ThreadTurns | undefined;
  #child: ChildProcess | undefined;
  readonly #inTurn = oneAtATime();
  #stopIdle = () => {};

  /**
   * @param script what the child runs; tests have one that crashes.
   * @param turns in which the threads of this process decode; undefined if there are no others.
   */
  constructor(
    clock: Clock,
    {
      script = CHILD,
      priority = PRIORITY,
      turns,
    }: { script?: string; priority?: number; turns?: ThreadTurns | undefined } = {},
  ) {
    this.#clock = clock;
    this.#script = script;
    this.#priority = priority;
    this.#turns = turns;
  }

  /** @throws {ImageProcessError} if the child exits, or takes too long. */
  run(request: PictureRequest): Promise<PictureReply> {
    return this.#inTurn(async () => {
      await this.#turns?.take();
      try {
        return await this.#run(request);
      } finally {
        this.#turns?.end();
      }
    });
  }

  /** Ends the child. A picture that it decodes fails. */
  close(): void {
    this.#stopIdle();
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  async #run(request: PictureRequest): Promise<PictureReply> {
    this.#stopIdle();
    // To start a process takes up to 15 ms, so it has a turn of the event loop of its own.
    if (this.#child === undefined) await nextTurn();
    const child = this.#child ?? this.#start();
    this.#child = child;
    const replied = replyOf(child, request);
    if (!(await settlesWithin(this.#clock, TIME_LIMIT_MS, replied))) {
      this.close();
      throw new ImageProcessError('timeout', `it was not decoded within ${TIME_LIMIT_MS / SECOND} s`);
    }
    const reply = await replied;
    if (reply === undefined) throw this.#exitError(child);
    if (reply.isLast) this.close();
    else this.#stopLater();
    return reply;
  }

  #start(): ChildProcess {
    const child = fork(this.#script, {
      execArgv: NODE_FLAGS,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Without the settings: they hold the passwords of the store.
      env: { ...MEMORY_OF_PIXELS, ...compileCache() },
    });
    child.on('error', () => {});
    child.on('exit', () => this.#forget(child));
    if (child.pid !== undefined) setPriority(child.pid, this.#priority);
    return child;
  }

  #exitError(child: ChildProcess): ImageProcessError {
    this.#forget(child);
    if (child.pid === undefined || child.exitCode === NO_LIBRARY_STATUS) {
      return new ImageProcessError('unavailable', 'the image library cannot be loaded on this machine');
    }
    if (child.exitCode === NO_MEMORY_STATUS || NO_MEMORY_SIGNALS.includes(child.signalCode)) {
      return new ImageProcessError('unavailable', 'the machine has too little memory to decode it');
    }
    return new ImageProcessError('crash', 'its decoder crashed');
  }

  #forget(child: ChildProcess): void {
    if (this.#child === child) this.#child = undefined;
  }

  #stopLater(): void {
    this.#stopIdle = this.#clock.after(IDLE_MS, () => this.close());
  }
}

/** With the cache of compiled code of this process, the start of the child takes half of the processor time. */
function compileCache(): { NODE_COMPILE_CACHE?: string } {
  const folder = compileCacheFolder();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}

/** Sends a request. Resolves with the reply; with undefined if the child ends before it, or did not start. */
function replyOf(child: ChildProcess, request: PictureRequest): Promise<PictureReply | undefined> {
  return new Promise((resolve) => {
    const end = (reply?: PictureReply) => {
      child.off('message', onMessage).off('close', onEnd).off('error', onEnd);
      resolve(reply);
    };
    const onMessage = (message: unknown) => end(message as PictureReply); // of `child.ts`
    const onEnd = () => end();
    // `close` and not `exit`, which may come before the last message.
    child.on('message', onMessage).on('close', onEnd).on('error', onEnd);
    // A child that did not start has no channel. If one has exited, the error of sending is ignored: its exit counts.
    if (child.pid !== undefined) child.send(request, () => {});
  });
}
