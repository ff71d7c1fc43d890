import type { ServerResponse } from 'node:http';
import { type Clock, HOUR, MINUTE, SECOND } from '../../../platform/core/clock.ts';
import type { MaybePromise } from '../../../platform/core/maybe-promise.ts';
import type { Turns } from '../../../platform/core/tasks/turns.ts';
import type { EventPage } from '../event-queries.ts';
import type { UrlOf } from '../listing-state.ts';
import { chunk, type EventBatch, type FeedFilter, sentEvent, streamText } from './event-batch.ts';
import type { FeedWatch, Follower } from './feed-watch.ts';

/** Proxies close a connection on which nothing was sent for a minute. */
const HEARTBEAT = 15 * SECOND;
/** A client that has not taken what was sent after this time is too slow. */
const MAX_BLOCKED = 10 * SECOND;
/** Streams end after about an hour, so that clients spread over the processes again. */
const MAX_LENGTH = HOUR;
const LENGTH_SPREAD = 10 * MINUTE;
/** How long a client waits before it connects again. */
const RETRY_MS = 3 * SECOND;

/** A comment. */
const COMMENT = chunk(':\n\n');

export interface StreamOptions {
  readonly clock: Clock;
  readonly watch: FeedWatch;
  readonly filter: FeedFilter;
  /** Streams that read the store take turns with each other and with requests. */
  readonly turns: Turns;
  /** Reads the page after a position. Throws if the stream has to end: the feed has a gap, or the quota is used up. */
  readonly readAfter: (position: bigint) => Promise<EventPage>;
  readonly urlOf: () => MaybePromise<UrlOf | undefined>;
  /** Called four times a second. It calls `end` if the sender may no longer follow the feed. */
  readonly checkAccess: (end: () => void) => void;
}

/**
 * One response of the type `text/event-stream`. Its states:
 *
 *   catching up --- the feed has no more events --------------------> at the end
 *   at the end ---- events -----------------------------------------> at the end: the client gets them
 *   at the end ---- events, and those before were not taken yet ----> catching up, when they are: nothing is buffered
 *   any ----------- the client takes nothing for 10 s --------------> ended, with a reset of the connection
 *   any ----------- a revocation, a gap, a stop, an hour -----------> ended
 *
 * A client that connects again continues after the id that it has.
 */
export class EventStream implements Follower {
  readonly #options: StreamOptions;
  readonly #response: ServerResponse;
  readonly #endsAt: number;
  #position: bigint;
  /** True if the client knows the position. */
  #hasPosition = false;
  #sentAt: number;
  /** When the client had not taken everything for the first time. */
  #blockedAt: number | undefined;
  /** Resolves when the client has taken everything. */
  #drained: PromiseWithResolvers<void> | undefined;

  constructor(response: ServerResponse, position: bigint, options: StreamOptions) {
    this.#options = options;
    this.#response = response;
    this.#position = position;
    this.#sentAt = options.clock.monotonic();
    this.#endsAt = this.#sentAt + MAX_LENGTH - Math.random() * LENGTH_SPREAD;
    const { socket } = response;
    const onDrain = () => this.#drained?.resolve();
    socket?.on('drain', onDrain);
    // The connection may have another request later.
    response.once('close', () => socket?.off('drain', onDrain));
  }

  get position(): bigint {
    return this.#position;
  }

  /** Sends the first page, and follows the feed from there. */
  begin(page: EventPage, urlOf: UrlOf | undefined): void {
    const { watch } = this.#options;
    this.#response.flushHeaders();
    this.#write(chunk(`retry: ${RETRY_MS}\n\n`));
    this.#send(page, urlOf);
    if (!this.#hasPosition) this.#writePosition();
    watch.add(this);
    if (!page.isEnd || !watch.follow(this)) this.readAgain();
  }

  take(batch: EventBatch): void {
    // Nothing is buffered for a client that has not taken the events before: it gets them from the store, when it has.
    if (this.#isBlocked) {
      this.#options.watch.pause(this);
      this.readAgain();
      return;
    }
    const places = batch.placesFor(this.#options.filter, this.#position);
    this.#position = batch.lastId;
    this.#hasPosition = false;
    if (places.length > 0) this.#write(batch.streamed(places));
  }

  check(): void {
    const { clock, checkAccess, watch } = this.#options;
    const now = clock.monotonic();
    this.#blockedAt = this.#isBlocked ? (this.#blockedAt ?? now) : undefined;
    if (this.#blockedAt !== undefined && now - this.#blockedAt >= MAX_BLOCKED) {
      watch.onSlowReader();
      this.#response.socket?.resetAndDestroy();
    } else if (now >= this.#endsAt) this.end();
    else {
      if (now - this.#sentAt >= HEARTBEAT && this.#blockedAt === undefined) this.#writePosition();
      checkAccess(() => this.end());
    }
  }

  readAgain(): void {
    // A gap, a used-up quota and a store that is away end it: the client connects again, and gets the error as a response.
    this.#catchUp().catch(() => {
      // Otherwise it would pay again for what was scanned for it.
      if (!this.#hasPosition) this.#writePosition();
      this.end();
    });
  }

  end(): void {
    this.#options.watch.remove(this);
    this.#response.end();
  }

  /** Sends what the store has after the position, as fast as the client reads it. */
  async #catchUp(): Promise<void> {
    const { watch, turns, readAfter, urlOf } = this.#options;
    for (;;) {
      if (this.#isBlocked) {
        this.#drained = Promise.withResolvers();
        await this.#drained.promise;
      }
      await turns.next();
      if (this.#response.writableEnded || this.#response.destroyed) return;
      const page = await readAfter(this.#position);
      if (page.lastScannedId !== this.#position) this.#send(page, await urlOf());
      if (page.isEnd && watch.follow(this)) return;
    }
  }

  #send({ events, lastScannedId }: EventPage, urlOf: UrlOf | undefined): void {
    const text = streamText(events.map((event) => sentEvent(event, urlOf)));
    this.#position = lastScannedId;
    this.#hasPosition = events.at(-1)?.id === lastScannedId;
    if (text !== '') this.#write(chunk(text));
  }

  /** Sends a comment, and the position if the client does not know it: it continues there when it connects again. */
  #writePosition(): void {
    this.#write(this.#hasPosition ? COMMENT : chunk(`:\nid: ${this.#position}\n\n`));
    this.#hasPosition = true;
  }

  get #isBlocked(): boolean {
    return this.#response.socket?.writableNeedDrain === true;
  }

  /**
   * Writes a chunk to the socket. `response.write` would make three buffers of its own for each stream, of which ten thousand took a
   * third more time and memory.
   */
  #write(bytes: Buffer): void {
    const { socket, writableEnded } = this.#response;
    if (writableEnded || socket === null || !socket.writable) return;
    this.#sentAt = this.#options.clock.monotonic();
    socket.write(bytes);
  }
}
