import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, SECOND, systemClock } from '../../../platform/core/clock.ts';
import type { MaybePromise } from '../../../platform/core/maybe-promise.ts';
import { CoalescedTask, singleFlight } from '../../../platform/core/tasks/single-flight.ts';
import type { ThreadSignal } from '../../../platform/core/threads/thread-signal.ts';
import type { Database } from '../../../platform/database/database.ts';
import { latestEventId } from '../event-ids.ts';
import { gapAfter, readEveryEvent } from '../event-queries.ts';
import type { UrlOf } from '../listing-state.ts';
import { EventBatch } from './event-batch.ts';

/** How often a process looks for the events of other processes while someone waits, and checks those who wait. */
const INTERVAL = SECOND / 4;
const MAX_EVENTS = 100;
/** How long followers are served before other requests get a turn. */
const SLICE_MS = 1;

/** A request that waits for events. */
export interface Follower {
  /** The last event that it has. */
  readonly position: bigint;
  /** Called with the events after its position, and with some before it if it joined later. */
  take(batch: EventBatch): void;
  /** Called four times a second. */
  check(): void;
  /** The feed has a gap: it has to read the store itself, and gets no more events before it calls `follow` again. */
  readAgain(): void;
  /** The process ends. */
  end(): void;
}

export interface FeedWatchDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** Raised after each commit with events of any thread; undefined if this is the only one. */
  readonly addedEvents: ThreadSignal | undefined;
  /** Returns undefined if public pages are off now. */
  readonly urlOf: () => MaybePromise<UrlOf | undefined>;
  /** Does what a request does before it reads: it expires holds. */
  readonly beforeLook: () => MaybePromise<unknown>;
  /** The store could not be read; the next look reads it again. */
  readonly onFault: (error: unknown) => void;
  /** Called when a stream ends because its client reads too slowly. */
  readonly onSlowReader: () => void;
}

/**
 * Looks for new events on behalf of all followers of this process: after each commit of this process, and four times a second for those
 * of others (docs/adr/0105). It reads the store only while someone waits, and once for all of them.
 */
export class FeedWatch {
  readonly #dependencies: FeedWatchDependencies;
  /** All who wait or stream. */
  readonly #followers = new Set<Follower>();
  /** Those of them that have read the feed to its end, and get what follows. */
  readonly #atEnd = new Set<Follower>();
  readonly #looks = new CoalescedTask(() => this.#look());
  readonly #check = singleFlight(() => inTurns(this.#followers, (follower) => follower.check()));
  readonly #lookAfterOtherThreads = singleFlight(async () => {
    const { addedEvents } = this.#dependencies;
    while (addedEvents !== undefined && this.#followers.size > 0) {
      await addedEvents.next();
      this.wake();
    }
  });
  /** All events up to it were given to those at the end; undefined while there is none. */
  #position: bigint | undefined;
  /** The version of the embedded store at the last look. */
  #version: unknown;
  #stopTimer: (() => void) | undefined;
  #isStopped = false;

  constructor(dependencies: FeedWatchDependencies) {
    this.#dependencies = dependencies;
  }

  get size(): number {
    return this.#followers.size;
  }

  /** Call it when a follower ends because its client reads too slowly. */
  get onSlowReader(): () => void {
    return this.#dependencies.onSlowReader;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Adds a follower, which is checked from now on. */
  add(follower: Follower): void {
    if (this.#isStopped) {
      follower.end();
      return;
    }
    this.#followers.add(follower);
    const { clock, onFault } = this.#dependencies;
    this.#stopTimer ??= clock.every(INTERVAL, () => {
      this.wake();
      this.#check().catch(onFault);
    });
    void this.#lookAfterOtherThreads();
  }

  remove(follower: Follower): void {
    this.pause(follower);
    this.#followers.delete(follower);
    if (this.#followers.size > 0) return;
    this.#stopTimer?.();
    this.#stopTimer = undefined;
  }

  /** Call it for a follower that has read the feed to its end. Returns false if there are newer events: it has to read again. */
  follow(follower: Follower): boolean {
    if (!this.#followers.has(follower)) return true;
    if (this.#position !== undefined && follower.position < this.#position) return false;
    this.#atEnd.add(follower);
    this.#position ??= follower.position;
    // An event may have been committed since it has read.
    if (this.#atEnd.size === 1) this.wake();
    return true;
  }

  /** Gives no more events to a follower. */
  pause(follower: Follower): void {
    this.#atEnd.delete(follower);
    if (this.#atEnd.size > 0) return;
    this.#position = undefined;
    this.#version = undefined;
  }

  /** Looks for new events. Call it after a commit that may have some. */
  wake(): void {
    if (this.#atEnd.size > 0) this.#looks.run().catch(this.#dependencies.onFault);
  }

  /** Resolves when no look and no check is running, for tests. */
  async idle(): Promise<void> {
    await this.#looks.run();
    await this.#check();
  }

  /** Ends all who wait. */
  stop(): void {
    this.#isStopped = true;
    for (const follower of [...this.#followers]) {
      this.remove(follower);
      follower.end();
    }
  }

  async #look(): Promise<void> {
    const { database, urlOf, beforeLook } = this.#dependencies;
    if (this.#atEnd.size === 0) return;
    await beforeLook();
    const version = database.version?.();
    if (version !== undefined && version === this.#version) return;
    const newest = await latestEventId(database);
    while (this.#position !== undefined && this.#position !== newest) {
      const after = this.#position;
      const page =
        after < newest
          ? await readEveryEvent(database, { after, upTo: newest, limit: MAX_EVENTS })
          : undefined;
      // After the events were read, so that it also finds a gap that a purge leaves in between.
      if (page === undefined || (await gapAfter(database.read, after)) !== undefined) {
        this.#readAllAgain();
        break;
      }
      this.#position = page.lastScannedId;
      const batch = new EventBatch(page.events, page.lastScannedId, await urlOf());
      await inTurns(this.#atEnd, (follower) => {
        if (follower.position < batch.lastId) follower.take(batch);
      });
      await nextTurn();
    }
    // A follower that has joined meanwhile may be behind.
    if (this.#position === newest) this.#version = version;
  }

  #readAllAgain(): void {
    const followers = [...this.#atEnd];
    for (const follower of followers) this.pause(follower);
    for (const follower of followers) follower.readAgain();
  }
}

/** Calls each follower, and lets other requests run in between. */
async function inTurns(followers: ReadonlySet<Follower>, act: (follower: Follower) => void): Promise<void> {
  let beganAt = systemClock.monotonic();
  for (const follower of [...followers]) {
    if (followers.has(follower)) act(follower);
    if (systemClock.monotonic() - beganAt < SLICE_MS) continue;
    await nextTurn();
    beganAt = systemClock.monotonic();
  }
}
