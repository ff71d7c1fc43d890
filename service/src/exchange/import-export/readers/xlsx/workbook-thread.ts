import { Worker } from 'node:worker_threads';
import { MINUTE, systemClock } from '../../../../platform/core/clock.ts';
import type { ImportTexts } from '../../texts/import-texts.ts';
import { ImportError } from '../row.ts';
import { SheetFault } from './package/sheet-fault.ts';
import type { Numbered, WorkbookRequest, WorkbookResponse } from './workbook-worker.ts';

/** Enough for about a million cells. */
const MAX_HEAP_MIB = 256;
const WORKER = new URL('./workbook-worker.ts', import.meta.url);

/** How long a workbook may take until it is opened, and until each of its next rows. The largest takes 5 s on an idle machine. */
const MAX_WAIT_MS = MINUTE;

export interface WaitOptions {
  readonly maxWaitMs?: number;
  /** Ends the thread with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Sends requests to the worker thread of one workbook. */
export class WorkbookThread {
  readonly #worker: Worker;
  readonly #pending = new Map<number, PromiseWithResolvers<WorkbookResponse>>();
  #requests = 0;
  /** Set when the worker has ended. */
  #failure: Error | undefined;

  readonly #texts: ImportTexts['sheet'];
  readonly #maxWaitMs: number;
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort = () => this.#end(this.#signal?.reason);

  /** The worker takes over the bytes. */
  constructor(
    bytes: ArrayBuffer,
    texts: ImportTexts['sheet'],
    { maxWaitMs = MAX_WAIT_MS, signal }: WaitOptions,
  ) {
    this.#texts = texts;
    this.#maxWaitMs = maxWaitMs;
    this.#signal = signal;
    this.#worker = new Worker(WORKER, {
      workerData: bytes,
      transferList: [bytes],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
    });
    this.#worker.on('message', ({ id, message }: Numbered<WorkbookResponse>) => {
      this.#pending.get(id)?.resolve(message);
      this.#pending.delete(id);
    });
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new SheetFault('tooLarge')));
    signal?.addEventListener('abort', this.#onAbort);
    if (signal?.aborted) this.#onAbort();
  }

  /** @throws {ImportError} if the workbook cannot be read. */
  async request(message: WorkbookRequest): Promise<WorkbookResponse> {
    if (this.#failure !== undefined) throw this.#failure;
    const pending = Promise.withResolvers<WorkbookResponse>();
    const id = ++this.#requests;
    this.#pending.set(id, pending);
    const cancel = systemClock.after(this.#maxWaitMs, () => this.#end(new SheetFault('tooSlow')));
    this.#worker.postMessage({ id, message } satisfies Numbered<WorkbookRequest>);
    const response = await pending.promise.finally(cancel);
    if (response.fault !== undefined) throw this.#toImportError(new SheetFault(response.fault));
    return response;
  }

  async close(): Promise<void> {
    this.#signal?.removeEventListener('abort', this.#onAbort);
    await this.#end(new Error('The workbook was closed'));
  }

  /** Also ends a thread that is calculating. */
  async #end(reason: unknown): Promise<void> {
    this.#fail(reason);
    await this.#worker.terminate();
  }

  #fail(error: unknown): void {
    const fault = isOutOfMemory(error) ? new SheetFault('tooManyCells', { cause: error }) : error;
    this.#failure ??= this.#toImportError(fault);
    for (const { reject } of this.#pending.values()) reject(this.#failure);
    this.#pending.clear();
  }

  #toImportError(error: unknown): Error {
    if (error instanceof SheetFault) return new ImportError(this.#texts[error.kind], { cause: error.cause });
    return error instanceof Error ? error : new Error('the worker thread failed', { cause: error });
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
