import type { CallOptions } from '../options.ts';
import type { Transport } from '../transport/transport.ts';

/** Exports of the catalogue. They need the role `manager`. */
export class Exports {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Returns all animals as a CSV file, in which no text is a formula of a spreadsheet. An import of the file recognises
   * them. It begins with a byte order mark, which `text()` of the Blob removes.
   */
  async pets(options?: CallOptions): Promise<Blob> {
    return (await this.#transport.call('exportPets', { options })).result;
  }
}
