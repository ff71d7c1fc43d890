import { Worker } from 'node:worker_threads';
import type { ImportTexts } from '../../texts/import-texts.ts';
import { ImportError } from '../row.ts';
import { SheetFault } from './package/sheet-fault.ts';
import type { Numbered, WorkbookRequest, WorkbookResponse } from './workbook-worker.ts';

/** Enough for about a million cells. */
const MAX_HEAP_MIB = 256;
const WORKER = new URL('./workbook-worker.ts', import.meta.url);

/** Sends requests to the worker thread of one workbook. */
export class WorkbookThread {
  readonly #worker: Worker;
  readonly #pending = new Map<number, PromiseWithResolvers<WorkbookResponse>>();
  #requests = 0;
  /** Set when the worker has ended. */
  #failure: Error | undefined;

  readonly #texts: ImportTexts['sheet'];

  /** The worker takes over the bytes. */
  constructor(bytes: ArrayBuffer, texts: ImportTexts['sheet']) {
    this.#texts = texts;
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
  }

  /** @throws {ImportError} if the workbook cannot be read. */
  async request(message: WorkbookRequest): Promise<WorkbookResponse> {
    if (this.#failure !== undefined) throw this.#failure;
    const pending = Promise.withResolvers<WorkbookResponse>();
    const id = ++this.#requests;
    this.#pending.set(id, pending);
    this.#worker.postMessage({ id, message } satisfies Numbered<WorkbookRequest>);
    const response = await pending.promise;
    if (response.fault !== undefined) throw this.#toImportError(new SheetFault(response.fault));
    return response;
  }

  async close(): Promise<void> {
    this.#fail(new Error('The workbook was closed'));
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
