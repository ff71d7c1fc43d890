import type { CallOptions } from '../options.ts';
import type { Transport } from '../transport/transport.ts';

/** Exports of the catalogue. They need the role `manager`. */
export class Exports {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns all animals as CSV, in which no text is a formula of a spreadsheet. An import of the file recognises them. */
  async pets(options?: CallOptions): Promise<string> {
    return (await this.#transport.call('exportPets', { options })).result;
  }
}
