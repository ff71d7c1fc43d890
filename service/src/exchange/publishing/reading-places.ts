import { accountOf } from '../../access/accounts/authenticate.ts';
import { FairSemaphore } from '../../platform/core/tasks/fair-semaphore.ts';
import type { Exchange } from '../../platform/http/route.ts';

/** Each reads all animals of an account, in turns with other requests. */
const MAX_READS = 2;
const MAX_WAIT_MS = 20_000;

/** Limits the requests that read all animals of an account: one of an account, and two of a process. */
export class ReadingPlaces {
  readonly #places = new FairSemaphore({ max: MAX_READS, maxOfAccount: 1 });

  /** @throws {ApiError} `service_unavailable` if there is no place in time. */
  async read<T>(exchange: Exchange, read: (accountId: bigint) => Promise<T>): Promise<T> {
    const { id } = accountOf(exchange);
    const isAbandoned = () => exchange.response.destroyed;
    const release = await this.#places.acquire({ account: id, isAbandoned }, MAX_WAIT_MS);
    try {
      return await read(id);
    } finally {
      release();
    }
  }
}
