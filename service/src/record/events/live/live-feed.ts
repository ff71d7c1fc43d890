import type { IncomingMessage } from 'node:http';
import { Type } from 'typebox';
import { type Clock, SECOND } from '../../../platform/core/clock.ts';
import { ApiError, quote, unavailable } from '../../../platform/core/errors.ts';
import { faultOf, fieldsError } from '../../../platform/core/field-faults.ts';
import { andThen, type MaybePromise } from '../../../platform/core/maybe-promise.ts';
import { Turns } from '../../../platform/core/tasks/turns.ts';
import type { Database } from '../../../platform/database/database.ts';
import { mergedInto } from '../../../platform/database/merged-pets.ts';
import { preferredWait } from '../../../platform/http/requests/preferences.ts';
import { Representation } from '../../../platform/http/responses/representation.ts';
import type { Answer, Exchange, InReadPlace } from '../../../platform/http/route.ts';
import { eventJson } from '../event-json.ts';
import type { EventPage } from '../event-queries.ts';
import { type FeedRequest, feedLink, isPosition, readFeed } from '../feed-page.ts';
import type { UrlOf } from '../listing-state.ts';
import { onDisconnect } from './disconnect.ts';
import type { FeedFilter } from './event-batch.ts';
import { EventStream } from './event-stream.ts';
import type { FeedWatch } from './feed-watch.ts';
import type { FollowerPlaces } from './follower-places.ts';
import { WaitingRequest } from './waiting-request.ts';

/** The longest wait of a request: proxies close a connection on which nothing was sent for a minute. */
const MAX_WAIT_SECONDS = 60;
/** The events of one read of a stream. */
const STREAM_PAGE = 100;
const STREAM_TYPE = 'text/event-stream; charset=utf-8';

export const EVENT_STREAM = 'text/event-stream';

/** The request headers of the feed. */
export const FEED_HEADERS = Type.Object({
  prefer: Type.Optional(
    Type.String({
      description: `With \`wait=30\`, a request at the end of the feed waits up to 30 seconds for the next event, at most ${MAX_WAIT_SECONDS} (RFC 7240). \`Preference-Applied\` is in the response if it may wait. Other preferences are ignored.`,
      examples: ['wait=30'],
    }),
  ),
  'last-event-id': Type.Optional(
    Type.String({
      description:
        'The last `id` of a stream, instead of `after`. An `EventSource` sends it when it connects again.',
      pattern: '^[0-9]{1,19}$',
      examples: ['42'],
    }),
  ),
});

/** What has become of the sender of a request (`access/accounts/access.ts`). */
type Access = 'same' | 'changed' | Error;

export interface LiveFeedDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly watch: FeedWatch;
  readonly places: FollowerPlaces;
  /** Returns the id with which the places of a request are counted: the persons of an account have places beside those of its keys. */
  readonly senderIdOf: (exchange: Exchange) => bigint;
  readonly accessOf: (exchange: Exchange) => MaybePromise<Access>;
  /** Counts a page that a stream reads from the store. Returns false if the quota is used up. */
  readonly countPage: (exchange: Exchange) => MaybePromise<boolean>;
  readonly urlOf: () => MaybePromise<UrlOf | undefined>;
}

/** Answers the requests that wait for events, and those that stream them. */
export class LiveFeed {
  readonly #dependencies: LiveFeedDependencies;
  readonly #turns = new Turns(1);

  constructor(dependencies: LiveFeedDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns true for a request that may have to wait. */
  readonly isLive = ({ method, request }: Exchange): boolean =>
    method === 'GET' && (acceptsStream(request) || preferredWait(request) > 0);

  readonly answer = (exchange: Exchange, request: FeedRequest, inPlace: InReadPlace): Promise<Answer> =>
    acceptsStream(exchange.request)
      ? this.#stream(exchange, { ...request, limit: STREAM_PAGE }, inPlace)
      : this.#wait(exchange, request, inPlace);

  async #wait(exchange: Exchange, request: FeedRequest, inPlace: InReadPlace): Promise<Answer> {
    const { clock, watch, senderIdOf } = this.#dependencies;
    const seconds = Math.min(preferredWait(exchange.request), MAX_WAIT_SECONDS);
    // A preference may be ignored, so that without a place the request is answered as one that does not wait.
    const free = watch.isStopped ? undefined : this.#dependencies.places.take(senderIdOf(exchange));
    if (typeof free !== 'function')
      return answerOf(await this.#page(await this.#read(request, inPlace), request));
    const deadline = clock.monotonic() + seconds * SECOND;
    try {
      const page = await this.#nextPage(exchange, request, inPlace, deadline);
      return answerOf(page, ['preference-applied', `wait=${seconds}`]);
    } finally {
      free();
    }
  }

  /** Returns the next page with events; an empty one if there is none until the deadline, or more to scan. */
  async #nextPage(
    exchange: Exchange,
    request: FeedRequest,
    inPlace: InReadPlace,
    deadline: number,
  ): Promise<Representation> {
    let { after } = request;
    for (;;) {
      const page = await this.#read({ ...request, after }, inPlace);
      if (page.events.length > 0 || !page.isEnd) return this.#page(page, request);
      const { result, position } = await this.#waitAt(exchange, page, request, deadline);
      if (result instanceof Representation) return result;
      if (result === undefined) return this.#page({ ...page, lastScannedId: position }, request);
      after = String(position);
    }
  }

  /** Waits at the end of the feed. */
  async #waitAt(exchange: Exchange, { lastScannedId }: EventPage, request: FeedRequest, deadline: number) {
    const { clock, watch } = this.#dependencies;
    const filter = await this.#filterOf(request);
    let failure: Error | undefined;
    const waiting = new WaitingRequest({
      position: lastScannedId,
      filter,
      request,
      check: () =>
        this.#checkAccess(exchange, (error) => {
          failure = error;
          waiting.end();
        }),
    });
    const end = () => waiting.end();
    const beganAt = clock.monotonic();
    const cancelTimer = clock.after(Math.max(0, deadline - beganAt), end);
    const stopListening = onDisconnect(exchange, end);
    watch.add(waiting);
    if (!watch.follow(waiting)) waiting.readAgain();
    try {
      const result = await waiting.result;
      if (failure !== undefined) throw failure;
      return { result, position: waiting.position };
    } finally {
      watch.remove(waiting);
      exchange.waitedMs += clock.monotonic() - beganAt;
      cancelTimer();
      stopListening();
    }
  }

  async #stream(exchange: Exchange, given: FeedRequest, inPlace: InReadPlace): Promise<Answer> {
    const { clock, watch, urlOf, countPage, senderIdOf } = this.#dependencies;
    const request = { ...given, after: lastEventId(exchange.request) ?? given.after };
    if (watch.isStopped) throw unavailable('The service is shutting down. Try again in a moment.');
    const free = this.#dependencies.places.take(senderIdOf(exchange));
    if (free instanceof ApiError) throw free;
    // Its `close` may be over, so that nothing would free the place.
    if (exchange.response.destroyed) free();
    exchange.response.once('close', free);
    try {
      const filter = await this.#filterOf(request);
      const page = await this.#read(request, inPlace);
      const url = await urlOf();
      const readAfter = async (position: bigint) => {
        const next = await this.#read({ ...request, after: String(position) }, inPlace);
        if (next.lastScannedId !== position && !(await countPage(exchange)))
          throw new Error('The quota is used up');
        return next;
      };
      const checkAccess = (end: () => void) => this.#checkAccess(exchange, end);
      const options = { clock, watch, filter, turns: this.#turns, readAfter, urlOf, checkAccess };
      return {
        status: 200,
        headers: ['cache-control', 'no-store', 'x-accel-buffering', 'no'],
        type: STREAM_TYPE,
        follow: (response) => {
          const stream = new EventStream(response, page.lastScannedId, options);
          stream.begin(page, url);
          onDisconnect(exchange, () => stream.end());
        },
      };
    } catch (error) {
      free();
      throw error;
    }
  }

  /** Calls `end` if the sender of a request may no longer follow the feed, or may see other events than before. */
  #checkAccess(exchange: Exchange, end: (error?: Error) => void): void {
    const decide = (access: Access) => {
      if (access !== 'same') end(access === 'changed' ? undefined : access);
    };
    const access = this.#dependencies.accessOf(exchange);
    if (access instanceof Promise) access.then(decide, decide);
    else decide(access);
  }

  async #filterOf({ viewer, petId }: FeedRequest): Promise<FeedFilter> {
    if (petId === undefined) return { viewer, petIds: undefined };
    const merged = await mergedInto(this.#dependencies.database.read, petId);
    return { viewer, petIds: new Set([petId, ...merged]) };
  }

  async #read(request: FeedRequest, inPlace: InReadPlace): Promise<EventPage> {
    return inPlace(() => readFeed(this.#dependencies.database, request));
  }

  async #page({ events, lastScannedId }: EventPage, request: FeedRequest): Promise<Representation> {
    return andThen(this.#dependencies.urlOf(), (url) =>
      pageOf(
        events.map((event) => eventJson(event, url)),
        feedLink(request, lastScannedId),
      ),
    );
  }
}

export function pageOf(events: readonly string[], link: string): Representation {
  return Representation.transient(`[${events.join(',')}]`, link);
}

function answerOf(page: Representation, headers: readonly string[] = []): Answer {
  return {
    status: 200,
    headers: ['link', page.link, ...headers, 'cache-control', 'no-store'],
    body: page,
  };
}

/** Returns true if a request names the media type of streams. `*` means JSON. */
function acceptsStream({ headers: { accept } }: Pick<IncomingMessage, 'headers'>): boolean {
  return accept !== undefined && /(^|,)\s*text\/event-stream\s*(;|,|$)/i.test(accept);
}

/** @throws {ApiError} `invalid_parameter`. */
function lastEventId({ headers }: IncomingMessage): string | undefined {
  const id = headers['last-event-id'];
  if (id === undefined || id === '') return undefined;
  const text = [id].flat().join();
  if (isPosition(text)) return text;
  const fault = faultOf('Last-Event-ID', `must be the id of an event; got ${quote(text)}`);
  throw fieldsError('invalid_parameter', [fault]);
}
