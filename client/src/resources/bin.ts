import type { Pet } from '../contract.ts';
import type { CallOptions, CreateOptions } from '../options.ts';
import type { Transport } from '../transport/transport.ts';
import { List } from './list.ts';

/** Animals that were removed in the last 30 days. A manager sees all, another account its own. */
export class Bin extends List<'listBin'> {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    super(transport, 'listBin');
    this.#transport = transport;
  }

  /**
   * Moves an animal back to the catalogue, with its id, status, profile and photos.
   *
   * @throws {PetstoreError} `pet_not_found` if it is not in the bin, or `not_owner`.
   */
  async restore(id: bigint, options?: CreateOptions): Promise<Pet> {
    return (await this.#transport.call('restorePet', { id, options })).result;
  }

  /**
   * Deletes an animal in the bin for good.
   *
   * @throws {PetstoreError} `pet_not_found` if it is not in the bin, or `not_owner`.
   */
  async erase(id: bigint, options?: CallOptions): Promise<void> {
    await this.#transport.call('erasePet', { id, options, doneIf: 'pet_not_found' });
  }
}
