import type { Operations } from './contract.ts';
import type { CallOptions } from './options.ts';
import { nextParameter } from './transport/link.ts';
import { etagOf } from './transport/response.ts';
import { aborted } from './transport/send.ts';
import type { Transport } from './transport/transport.ts';

/** The operations whose pages lead on by a cursor. */
type ListId = 'listPets' | 'listOrders' | 'listCategories';
type Query<Id extends ListId> = Operations[Id]['query'];

/** One page of a list. */
export interface Page<Item> {
  items: Item[];
  /** The `cursor` of the next page, for the same filters; undefined on the last page. */
  next: string | undefined;
  /** Stands for what the page holds: given as `ifNoneMatch`, the page comes only if it has changed. */
  etag: string | undefined;
}

/** What can be said of a call for one page. */
export interface PageOptions extends CallOptions {
  /** The `etag` of a page that the caller has. */
  ifNoneMatch?: string | undefined;
}

/** A list, page by page or item by item (docs/api-design.md#lists-and-cursors: 1 to 100 items a page, 20 by default). */
export class List<Id extends ListId> {
  readonly #transport: Transport;
  readonly #operation: Id;

  constructor(transport: Transport, operation: Id) {
    this.#transport = transport;
    this.#operation = operation;
  }

  /**
   * One page. With `ifNoneMatch` it is undefined when it is still the page that the caller has.
   *
   * @throws {PetstoreError} `invalid_parameter` for a filter, a limit or a cursor that is not valid.
   */
  page(query?: Query<Id>, options?: CallOptions & { ifNoneMatch?: undefined }): Promise<Page<Item<Id>>>;
  page(query?: Query<Id>, options?: PageOptions): Promise<Page<Item<Id>> | undefined>;
  async page(query?: Query<Id>, options?: PageOptions): Promise<Page<Item<Id>> | undefined> {
    const { result, status, headers } = await this.#transport.call<ListId>(this.#operation, {
      query,
      options,
    });
    if (status === 304) return undefined;
    return {
      items: result as Array<Item<Id>>,
      next: nextParameter(headers, 'cursor'),
      etag: etagOf(result),
    };
  }

  /**
   * Everything that matches, page after page, each asked for when it is needed. What is there from the beginning to the end is
   * seen once, whatever is added meanwhile.
   *
   * @throws {PetstoreError} as `page` does.
   */
  async *list(query?: Query<Id>, options?: CallOptions): AsyncGenerator<Item<Id>, void, undefined> {
    let cursor = query?.cursor;
    do {
      const { items, next } = await this.page({ ...query, cursor } as Query<Id>, options);
      for (const item of items) {
        if (options?.signal?.aborted) throw aborted(options.signal);
        yield item;
      }
      cursor = next;
    } while (cursor !== undefined);
  }
}

type Item<Id extends ListId> = Operations[Id]['result'][number];
