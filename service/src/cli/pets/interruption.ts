import { ImportInterrupted } from '../../import-export/import-pets.ts';

/** Ctrl-C and SIGTERM end a command after its transaction. The second of them ends it at once. */
export class Interruption implements Disposable {
  readonly #controller = new AbortController();
  readonly #interrupt = () => this.#controller.abort(new ImportInterrupted('The import was interrupted.'));

  constructor() {
    for (const signal of SIGNALS) process.once(signal, this.#interrupt);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  [Symbol.dispose](): void {
    for (const signal of SIGNALS) process.removeListener(signal, this.#interrupt);
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
