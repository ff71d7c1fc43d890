import type { Representation } from '../../../platform/http/responses/representation.ts';
import type { FeedRequest } from '../feed-page.ts';
import type { EventBatch, FeedFilter } from './event-batch.ts';
import type { Follower } from './feed-watch.ts';

/** How a wait ended: with a page of events, or because the feed has to be read again; undefined if it ended without an event. */
export type Waited = Representation | 'read again' | undefined;

interface WaitOptions {
  readonly position: bigint;
  readonly filter: FeedFilter;
  readonly request: Pick<FeedRequest, 'petId' | 'limit'>;
  /** Called four times a second. It ends the wait if the sender may no longer follow the feed. */
  readonly check: () => void;
}

/** A request that waits for the next event (RFC 7240, `wait`). */
export class WaitingRequest implements Follower {
  readonly #options: WaitOptions;
  readonly #result = Promise.withResolvers<Waited>();
  #position: bigint;

  constructor(options: WaitOptions) {
    this.#options = options;
    this.#position = options.position;
  }

  get position(): bigint {
    return this.#position;
  }

  /** Resolves when the wait has ended. */
  get result(): Promise<Waited> {
    return this.#result.promise;
  }

  take(batch: EventBatch): void {
    const { filter, request } = this.#options;
    const places = batch.placesFor(filter, this.#position);
    this.#position = batch.lastId;
    if (places.length > 0) this.#result.resolve(batch.page(places, request));
  }

  check(): void {
    this.#options.check();
  }

  readAgain(): void {
    this.#result.resolve('read again');
  }

  end(): void {
    this.#result.resolve(undefined);
  }
}
