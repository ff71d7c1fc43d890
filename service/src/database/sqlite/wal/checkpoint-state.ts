/** In the order of a checkpoint; see `checkpoints.ts`. */
const STAGES = [
  'idle',
  'copying',
  'copied',
  'finishing',
  'copied all',
  'copied a part',
  'failed',
  'closed',
] as const;

export type CheckpointStage = (typeof STAGES)[number];

/** Positions of the numbers. */
const WORD = { stage: 0, pagesAtStart: 1, pagesLeft: 2, faultBytes: 3 } as const;
const NUMBER_BYTES = Int32Array.BYTES_PER_ELEMENT * Object.keys(WORD).length;
/** A longer message is cut. */
const MAX_FAULT_BYTES = 500;

/** Allocates the state of one store. It can be passed to a thread. */
export function allocateCheckpointState(): SharedArrayBuffer {
  return new SharedArrayBuffer(NUMBER_BYTES + MAX_FAULT_BYTES);
}

/** What the threads that write to a store and the thread that copies its WAL know together. */
export class CheckpointState {
  readonly memory: SharedArrayBuffer;
  readonly #words: Int32Array;
  readonly #fault: Uint8Array;

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
    this.#words = new Int32Array(memory, 0, NUMBER_BYTES / Int32Array.BYTES_PER_ELEMENT);
    this.#fault = new Uint8Array(memory, NUMBER_BYTES);
  }

  get stage(): CheckpointStage {
    return STAGES[Atomics.load(this.#words, WORD.stage)] ?? 'failed';
  }

  set stage(stage: CheckpointStage) {
    Atomics.store(this.#words, WORD.stage, STAGES.indexOf(stage));
    Atomics.notify(this.#words, WORD.stage);
  }

  /** Sets the stage unless another thread has changed it. */
  advance(from: CheckpointStage, to: CheckpointStage): void {
    const [before, after] = [STAGES.indexOf(from), STAGES.indexOf(to)];
    if (Atomics.compareExchange(this.#words, WORD.stage, before, after) !== before) return;
    Atomics.notify(this.#words, WORD.stage);
  }

  /** Resolves when the stage is another one. */
  async end(of: CheckpointStage): Promise<void> {
    while (this.stage === of) {
      const { async, value } = Atomics.waitAsync(this.#words, WORD.stage, STAGES.indexOf(of));
      if (async) await value;
    }
  }

  /** Blocks this thread until the stage is another one. */
  awaitEnd(of: CheckpointStage): void {
    Atomics.wait(this.#words, WORD.stage, STAGES.indexOf(of));
  }

  /** The length of the WAL when the thread began to copy it. */
  get pagesAtStart(): number {
    return Atomics.load(this.#words, WORD.pagesAtStart);
  }

  set pagesAtStart(pages: number) {
    Atomics.store(this.#words, WORD.pagesAtStart, pages);
  }

  /** The length of the WAL that the last attempt did not copy completely, because of a reader. */
  get pagesLeft(): number {
    return Atomics.load(this.#words, WORD.pagesLeft);
  }

  set pagesLeft(pages: number) {
    Atomics.store(this.#words, WORD.pagesLeft, pages);
  }

  /** Why the last attempt has failed. */
  get fault(): Error | undefined {
    const bytes = Atomics.load(this.#words, WORD.faultBytes);
    // A text in shared memory cannot be decoded.
    return bytes === 0 ? undefined : new Error(new TextDecoder().decode(this.#fault.slice(0, bytes)));
  }

  set fault(fault: Error | undefined) {
    const text = new TextEncoder().encode(fault?.message ?? '').subarray(0, MAX_FAULT_BYTES);
    this.#fault.set(text);
    Atomics.store(this.#words, WORD.faultBytes, text.length);
  }
}
