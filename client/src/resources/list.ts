import type { Operations } from '../contract.ts';
import type { CallOptions } from '../options.ts';
import { nextParameter } from '../transport/link.ts';
import { etagOf, type PetstoreResponse } from '../transport/response.ts';
import { aborted } from '../transport/send.ts';
import type { Transport } from '../transport/transport.ts';

/** The operations with cursor pagination. */
type ListId =
  | 'listPets'
  | 'listListings'
  | 'listBin'
  | 'listMovements'
  | 'listOrders'
  | 'listCategories'
  | 'listImports'
  | 'listAudit'
  | 'listAccounts'
  | 'listApplications'
  | 'listPeople'
  | 'listPublishedAnimals'
  | 'listPublishingRuns'
  | 'listKeys'
  | 'listAccountKeys'
  | 'listWebhookDeliveries';
type Query<Id extends ListId> = Operations[Id]['query'];

export type SearchMatch = 'id' | 'reference' | 'similar';

/** One page of a list. */
export interface Page<Item> {
  items: Item[];
  /** The `cursor` of the next page, for the same filters; undefined on the last page. */
  next: string | undefined;
  /** The version of the page. Pass it as `ifNoneMatch` to receive the page only if it has changed. */
  etag: string | undefined;
  /** The number of all items that match, if `total` asked for it and the service keeps it for these filters. */
  total: number | undefined;
  /**
   * How an approximate search found the items: the one with this number, those that were imported with this reference, or,
   * because nothing else was found, those with similar names. Undefined if they have the words of the search.
   */
  match: SearchMatch | undefined;
}

/** The options of a call for one page. */
export interface PageOptions extends CallOptions {
  /** The `etag` of the page that the caller already has. */
  ifNoneMatch?: string | undefined;
  /** Asks for the number of all items that match. */
  total?: boolean | undefined;
}

/** A list, page by page or item by item. A page has 1 to 100 items, 20 by default. */
export class List<Id extends ListId> {
  readonly #transport: Transport;
  readonly #operation: Id;
  readonly #id: string | bigint | undefined;

  /** @param id the id in the path, if it has one. */
  constructor(transport: Transport, operation: Id, id?: string | bigint) {
    this.#transport = transport;
    this.#operation = operation;
    this.#id = id;
  }

  /**
   * Reads one page. Returns undefined if `ifNoneMatch` is given and the page has not changed.
   *
   * @throws {PetstoreError} `invalid_parameter` for an invalid filter, limit or cursor.
   */
  page(query?: Query<Id>, options?: PageOptions & { ifNoneMatch?: undefined }): Promise<Page<Item<Id>>>;
  page(query?: Query<Id>, options?: PageOptions): Promise<Page<Item<Id>> | undefined>;
  async page(query?: Query<Id>, options?: PageOptions): Promise<Page<Item<Id>> | undefined> {
    const response = await this.#read(query, options, ['ifNoneMatch', 'total']);
    return response.status === 304 ? undefined : pageOf<Id>(response);
  }

  /**
   * Yields all items that match, and reads each page when it is needed. An item that exists all the time is yielded once, even
   * if others are added meanwhile.
   *
   * @throws the same errors as `page`.
   */
  async *list(query?: Query<Id>, options?: CallOptions): AsyncGenerator<Item<Id>, void, undefined> {
    let cursor = query?.cursor;
    do {
      const { items, next } = pageOf<Id>(await this.#read({ ...query, cursor } as Query<Id>, options));
      for (const item of items) {
        if (options?.signal?.aborted) throw aborted(options.signal);
        yield item;
      }
      cursor = next;
    } while (cursor !== undefined);
  }

  #read(query: Query<Id> | undefined, options: PageOptions | undefined, accepts: string[] = []) {
    const headers = options?.total ? { prefer: 'count=exact' } : undefined;
    return this.#transport.call<ListId>(this.#operation, { id: this.#id, query, headers, options, accepts });
  }
}

type Item<Id extends ListId> = Operations[Id]['result'][number];

function pageOf<Id extends ListId>({ result, headers }: PetstoreResponse<unknown>): Page<Item<Id>> {
  return {
    items: result as Array<Item<Id>>,
    next: nextParameter(headers, 'cursor'),
    etag: etagOf(Object(result)),
    total: numberIn(headers.get('x-total-count')),
    match: (headers.get('search-match') ?? undefined) as SearchMatch | undefined, // the service sends no other values
  };
}

function numberIn(header: string | null): number | undefined {
  return header === null ? undefined : Number(header);
}
