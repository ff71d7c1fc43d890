import type { Clock } from './clock.ts';
import type { Event } from './contract.ts';
import { PetstoreAnswerError } from './errors.ts';
import { atLeast, type CallOptions } from './options.ts';
import type { Quota } from './quota-headers.ts';
import { digitsOf } from './transport/int64-json.ts';
import { nextParameter } from './transport/link.ts';
import type { Transport } from './transport/transport.ts';

/** A part of the feed. */
export interface EventPage {
  /** Oldest first. */
  items: Event[];
  /** Where to go on: the id of the last event that was looked at, which may be one that the account does not see. */
  next: bigint;
}

export interface EventQuery {
  /** The id of the last event that is known, or `latest` for the head of the feed. Without it from the oldest event kept. */
  after?: bigint | 'latest' | undefined;
  /** 1 to 100; 20 by default, 100 when following. */
  limit?: number | undefined;
  /** Only the events of this pet and of its orders. */
  petId?: bigint | undefined;
}

export interface FollowOptions extends EventQuery, CallOptions {
  /**
   * Seconds between two requests at the head of the feed. By default as few as follow it around the clock with half of
   * each quota, and at least 5: 173 on the plan Free, 5 on Business.
   */
  everySeconds?: number | undefined;
}

/** The feed of changes, by which a copy of the catalogue is kept. */
export class Events {
  readonly #transport: Transport;
  readonly #clock: Clock;

  constructor(transport: Transport, clock: Clock) {
    this.#transport = transport;
    this.#clock = clock;
  }

  /**
   * One part of the feed. `page({ after: 'latest' })` is empty and its `next` is the head.
   *
   * @throws {PetstoreError} `events_expired` if what follows `after` is no longer kept: read the catalogue again.
   */
  page(query?: EventQuery, options?: CallOptions): Promise<EventPage> {
    return this.#page(query, options, false);
  }

  /**
   * Every change after an event, then those to come, each once and in order. It never ends by itself: it waits for the
   * quota, for a service that is away and for the next change, until its signal is aborted, which ends it without an error.
   *
   * @throws {PetstoreError} `events_expired`, and what waiting cannot mend, such as `invalid_api_key`.
   * @throws {TypeError} for an `everySeconds` below 0.
   */
  async *follow(options: FollowOptions = {}): AsyncGenerator<Event, void, undefined> {
    for await (const { items } of this.pages(options)) {
      for (const event of items) {
        if (options.signal?.aborted) return;
        yield event;
      }
    }
  }

  /**
   * The same part by part, empty ones included, for those who keep their position (`next`) or do something once for each
   * batch of changes: at the head there are no more for now.
   *
   * @throws as `follow` does.
   */
  async *pages(
    options: FollowOptions = {},
  ): AsyncGenerator<EventPage & { isHead: boolean }, void, undefined> {
    const { limit = 100, petId, everySeconds, signal } = options;
    if (everySeconds !== undefined) atLeast(0, 'everySeconds', everySeconds);
    let { after } = options;
    // Requests since the last rest: one that finds something is followed by another at once.
    let asked = 0;
    while (!signal?.aborted) {
      const page = await this.#pageUnless(signal, { ...options, after, limit });
      if (page === undefined) return;
      // One pet's events are looked for up to the head at once, which those of all others move on.
      asked += 1;
      const isHead =
        page.next === after || after === 'latest' || (petId !== undefined && page.items.length < limit);
      after = page.next;
      yield { ...page, isHead };
      if (!isHead) continue;
      await this.#clock.wait(1000 * (everySeconds ?? asked * restSeconds(this.#transport.quota)), signal);
      asked = 0;
    }
  }

  /** Undefined when the signal is aborted. */
  async #pageUnless(signal: AbortSignal | undefined, query: EventQuery): Promise<EventPage | undefined> {
    try {
      return await this.#page(query, { signal }, true);
    } catch (error) {
      if (signal?.aborted) return undefined;
      throw error;
    }
  }

  async #page({ after, limit, petId }: EventQuery = {}, options: CallOptions = {}, isEndless: boolean) {
    const position = after === undefined || after === 'latest' ? after : digitsOf(after, 'after');
    const query = { petId, limit, after: position };
    const { result, status, headers } = await this.#transport.call('listEvents', {
      query,
      options,
      isEndless,
    });
    const next = nextParameter(headers, 'after');
    if (next === undefined || !/^-?\d+$/.test(next))
      throw new PetstoreAnswerError('The feed has no next page.', status);
    return { items: result, next: BigInt(next) };
  }
}

/** Between two requests that use half of each quota; a minute where no answer told them. */
function restSeconds(quota: Quota | undefined): number {
  if (quota === undefined) return 60;
  return Math.max(5, (2 * 60) / quota.minute.limit, (2 * 24 * 60 * 60) / quota.day.limit);
}
