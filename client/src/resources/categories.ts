import type { Category } from '../contract.ts';
import type { CallOptions } from '../options.ts';
import type { Transport } from '../transport/transport.ts';
import { List } from './list.ts';

/** The categories, each with the number of its available animals. */
export class Categories extends List<'listCategories'> {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    super(transport, 'listCategories');
    this.#transport = transport;
  }

  /**
   * Sets the name of a category, which needs the role `admin`. A retry after a lost connection sets the same name again.
   *
   * @throws {PetstoreError} `invalid_body`, or `insufficient_role` for another role.
   */
  async rename(id: bigint, name: string, options?: CallOptions): Promise<Category> {
    return (await this.#transport.call('nameCategory', { id, body: { name }, options })).result;
  }
}
