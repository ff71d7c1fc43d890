import type { Clock } from '../clock.ts';
import type { Event } from '../contract.ts';
import { PetstoreAnswerError } from '../errors.ts';
import type { CallOptions } from '../options.ts';
import type { Quota } from '../quota-headers.ts';
import { atLeast, refuseUnknown } from '../settings.ts';
import { digitsOf } from '../transport/int64-json.ts';
import { nextParameter } from '../transport/link.ts';
import type { Transport } from '../transport/transport.ts';

/** A page of the feed. */
export interface EventPage {
  /** Oldest first. */
  items: Event[];
  /** The `after` of the next page: the id of the last event that the service examined. The account may not be allowed to see that event. */
  next: bigint;
}

export interface EventQuery {
  /** The id of the last known event, or `latest` for the end of the feed. By default the oldest event that is kept comes first. */
  after?: bigint | 'latest' | undefined;
  /** 1 to 100; 20 by default, 100 when following. */
  limit?: number | undefined;
  /** Only the events of this pet and of its orders. */
  petId?: bigint | undefined;
}

/** A follower has no `retry`: it retries until its signal is aborted. */
export interface FollowOptions extends EventQuery, Omit<CallOptions, 'retry'> {
  /**
   * Seconds between two requests at the end of the feed. By default the shortest interval that uses at most half of each quota,
   * and at least 5: 173 on the plan Free, 5 on Business.
   */
  everySeconds?: number | undefined;
}

const ENDLESS = { attempts: Number.POSITIVE_INFINITY, seconds: Number.POSITIVE_INFINITY };

const FOLLOW_OPTIONS = [
  'after',
  'limit',
  'petId',
  'everySeconds',
  'signal',
  'timeoutSeconds',
  'onResponse',
] satisfies Array<keyof FollowOptions>;

/** The feed of changes. Use it to keep a copy of the catalogue up to date. */
export class Events {
  readonly #transport: Transport;
  readonly #clock: Clock;

  constructor(transport: Transport, clock: Clock) {
    this.#transport = transport;
    this.#clock = clock;
  }

  /**
   * Reads one page of the feed. `page({ after: 'latest' })` is empty, and its `next` is the id of the latest event.
   *
   * @throws {PetstoreError} `events_expired` if the events after `after` are no longer kept: read the catalogue again.
   */
  async page({ after, ...rest }: EventQuery = {}, options?: CallOptions): Promise<EventPage> {
    const position = after === undefined || after === 'latest' ? after : digitsOf(after, 'after');
    const query = { ...rest, after: position };
    const { result, status, headers } = await this.#transport.call('listEvents', { query, options });
    const next = nextParameter(headers, 'after');
    if (next === undefined || !/^-?\d+$/.test(next))
      throw new PetstoreAnswerError('The feed response has no next link.', status);
    return { items: result, next: BigInt(next) };
  }

  /**
   * Yields every event after an event, then new ones as they occur, each once and in order. It waits for the quota, for an
   * unreachable service and for the next event. It ends without an error when its signal is aborted.
   *
   * @throws {PetstoreError} `events_expired`, and every error that waiting cannot resolve, such as `invalid_api_key`.
   * @throws {TypeError} for an `everySeconds` below 0, or an unknown option.
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
   * Yields the same events page by page, empty pages included. Use it to store the position (`next`), or to act once for each
   * batch of events. `isHead` is true if there are no more events for now.
   *
   * @throws the same errors as `follow`.
   */
  async *pages(
    options: FollowOptions = {},
  ): AsyncGenerator<EventPage & { isHead: boolean }, void, undefined> {
    refuseUnknown(options, FOLLOW_OPTIONS);
    const { after: first, limit = 100, petId, everySeconds, ...call } = options;
    const { signal } = call;
    if (everySeconds !== undefined) atLeast(0, 'everySeconds', everySeconds);
    let after = first;
    // Requests since the last pause. Pages follow each other without one; the pause at the end grows with their number.
    let requests = 0;
    while (!signal?.aborted) {
      const reading = this.page({ after, limit, petId }, { ...call, retry: ENDLESS });
      const page = await reading.catch((error: unknown) => {
        if (!signal?.aborted) throw error;
      });
      if (page === undefined) return;
      requests += 1;
      // With `petId`, one request usually examines the rest of the feed, and events of other pets move `next`.
      const isHead =
        page.next === after || after === 'latest' || (petId !== undefined && page.items.length < limit);
      after = page.next;
      yield { ...page, isHead };
      if (!isHead) continue;
      await this.#clock.wait(1000 * (everySeconds ?? requests * pauseSeconds(this.#transport.quota)), signal);
      requests = 0;
    }
  }
}

/** Returns the interval of requests that use half of each quota; a minute if the quota is unknown. */
function pauseSeconds(quota: Quota | undefined): number {
  if (quota === undefined) return 60;
  return Math.max(5, (2 * 60) / quota.minute.limit, (2 * 24 * 60 * 60) / quota.day.limit);
}
