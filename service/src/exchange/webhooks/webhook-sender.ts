import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MINUTE, SECOND, settlesWithin, systemClock } from '../../platform/core/clock.ts';
import { afterEffect, unavailable } from '../../platform/core/errors.ts';
import { Gathered } from '../../platform/core/tasks/gathered.ts';
import { CoalescedTask } from '../../platform/core/tasks/single-flight.ts';
import { Turns } from '../../platform/core/tasks/turns.ts';
import type { DelegatedWork } from '../../platform/core/threads/delegated-work.ts';
import { lastSkippedId, latestEventId } from '../../record/events/event-ids.ts';
import { type DeliverDependencies, deliver, type ResultWrite, UNSYNCED } from './deliver.ts';
import { advanceWebhooks, findDelivery, pauseWebhook, replacePending } from './delivery-queries.ts';
import { releaseAllWebhooks, releaseWebhooks } from './lease-queries.ts';
import { bodyOf, type FeedReader, messageOf, nextSteps, type Step, viewerOfWebhook } from './message.ts';
import { type NewMessage, takeWithSteps } from './take-webhooks.ts';
import type { Delivery, Webhook } from './webhook.ts';
import { dueWebhooks, type FeedEnd, hasWebhooks } from './webhook-queries.ts';

const POLL_INTERVAL = SECOND;
/** The changes within this time are one message. */
const GATHERING = SECOND / 10;
/**
 * Attempts at a time, and those of one account: slow hosts of one account leave room for those of others. As many again can be
 * requested, which take the places of requests.
 */
const MAX_ATTEMPTS = 100;
const MAX_OF_ACCOUNT = 5;
const MAX_DUE = 1_000;
/** Steps in one turn of the event loop: each takes half a millisecond. */
const STEPS_PER_TURN = 4;
/** Milliseconds in which attempts that end are written together: a commit takes longer than its rows. */
const WRITTEN_TOGETHER = 20;
const BUSY =
  'Other messages are being sent to webhooks: at most 5 of an account at a time. Try again in a moment.';
const STOPPED = 'The service is shutting down.';
/** How long nothing is read for an account that is disabled, or a webhook that belongs to no one. */
const SILENT_PAUSE = MINUTE;
/** How long a stop waits for attempts that are being made. */
const STOP_TIMEOUT = 2 * SECOND;

export interface WebhookSenderDependencies extends FeedReader, DeliverDependencies, DelegatedWork {
  /** The store could not be read or written; it is tried again. */
  onFault(error: unknown): void;
}

/**
 * Sends the feed to the webhooks of this store, also if several processes serve it: one message of a webhook at a time, in the order of
 * the feed.
 *
 *   position -- events follow -----> a delivery waits (a gap in the feed: `resync`)
 *   waiting --- the host: 2xx -----> delivered; the position moves on
 *   waiting --- anything else -----> waiting, for a pause that grows from 5 s to 6 h
 *   waiting --- 3 days, or 410 ----> failed; the webhook is switched off, and its position stays
 *
 * A delivery is only the range of its events, which are read from the feed for each attempt: nothing of them is stored twice. If the
 * process ends between the answer and the next write, the message is sent again, with the same id.
 */
export class WebhookSender {
  readonly #dependencies: WebhookSenderDependencies;
  readonly #name = randomUUID();
  readonly #runs = new CoalescedTask(() => this.#run());
  readonly #stopPolling: () => void = () => {};
  readonly #stop = new AbortController();
  /** The webhooks that this process sends to now, with their accounts. */
  readonly #active = new Map<bigint, bigint>();
  /** What is sent by request now, with its accounts. */
  readonly #requested = new Map<Promise<unknown>, bigint>();
  readonly #sending = new Set<Promise<void>>();
  readonly #turns = new Turns(STEPS_PER_TURN);
  readonly #results = new Gathered(WRITTEN_TOGETHER, (writes: readonly ResultWrite[]) =>
    this.#dependencies.database.write(async (db) => {
      for (const write of writes) await write(db);
    }, UNSYNCED),
  );
  readonly #releases = new Gathered(0, (ids: readonly bigint[]) =>
    this.#dependencies.database.write((db) => releaseWebhooks(db, ids, this.#name), UNSYNCED),
  );
  /** The last event when webhooks were looked at. */
  #newest = 0n;
  #isStopped = false;
  /** True if a webhook may be due that could not begin. */
  #hasSkipped = false;
  #hasReleased = false;
  #isGathering = false;

  constructor(dependencies: WebhookSenderDependencies) {
    this.#dependencies = dependencies;
    if (dependencies.delegate !== undefined) return;
    this.#stopPolling = dependencies.clock.every(POLL_INTERVAL, () => this.wake());
    this.wake();
  }

  /** Sends what is due, unless that happens already. */
  wake(): void {
    const { delegate } = this.#dependencies;
    if (delegate !== undefined) {
      delegate();
      return;
    }
    if (this.#isStopped) return;
    this.#runs.run().catch((error) => this.#onFault(error));
  }

  /** Sends a change that was just committed, together with those that follow it in a moment. */
  wakeSoon(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    this.#dependencies.clock.after(GATHERING, () => {
      this.#isGathering = false;
      this.wake();
    });
  }

  /** Resolves when nothing is due any more, for tests. */
  async idle(): Promise<void> {
    for (;;) {
      await this.#runs.run();
      if (this.#sending.size === 0) return;
      await Promise.all(this.#sending);
    }
  }

  /** Ends after the current attempts. Those that take longer are made again at the next start. */
  async stop(timeoutMs = STOP_TIMEOUT): Promise<void> {
    this.#isStopped = true;
    this.#stopPolling();
    const ended = this.#runs
      .run()
      .catch(() => {})
      .then(() => Promise.allSettled([...this.#sending, ...this.#requested.keys()]));
    await settlesWithin(systemClock, timeoutMs, ended);
    this.#stop.abort(unavailable(STOPPED));
    await ended;
  }

  /**
   * Runs what sends a message by request, as one of the attempts of its account.
   *
   * @throws {ApiError} `service_unavailable` if the account has too many.
   */
  async runRequested<T>(accountId: bigint, send: () => Promise<T>): Promise<T> {
    if (this.#requested.size >= MAX_ATTEMPTS || this.#hasAllOf(accountId)) throw unavailable(BUSY);
    const sent = send();
    this.#requested.set(sent, accountId);
    try {
      return await sent;
    } finally {
      this.#requested.delete(sent);
      this.wake();
    }
  }

  /**
   * Sends a delivery now, and returns it with the result; undefined if it is no longer kept, or nothing in it is for the webhook any
   * more. It is not an attempt of the worker: a delivery that is not the next one moves nothing on.
   */
  async sendNow(webhook: Webhook, delivery: Delivery): Promise<Delivery | 'expired' | undefined> {
    const { database, clock } = this.#dependencies;
    const viewer = await viewerOfWebhook(database.read, webhook, clock.now());
    const body = viewer && (await bodyOf(this.#dependencies, webhook, delivery, viewer));
    if (body === undefined || body === 'expired') return body;
    return afterEffect(() => this.#attempt(webhook, delivery, body));
  }

  async #run(): Promise<void> {
    const { database } = this.#dependencies;
    // The places of those that end in one turn of the event loop are given together.
    await nextTurn();
    if (this.#isStopped || !(await hasWebhooks(database.read))) return;
    await this.#releaseAfterStart();
    while (!this.#isStopped && (await this.#startDue()));
  }

  /** Starts to send what is due. Returns true if there may be more, behind events that are not for a webhook. */
  async #startDue(): Promise<boolean> {
    const { database, clock } = this.#dependencies;
    const due = await dueWebhooks(database.read, await this.#feedEnd(), clock.now(), MAX_DUE);
    // Read again, as another process may have moved webhooks on in between.
    const end = await this.#feedEnd();
    this.#newest = end.newest;
    const idle = due.filter(({ id }) => !this.#active.has(id));
    const waiting = idle.filter(({ pendingId }) => pendingId === undefined);
    const { deliveries: steps, advances, silent } = await nextSteps(database, waiting, end, clock.now());
    if (advances.length + silent.length > 0)
      await database.write(async (db) => {
        await advanceWebhooks(db, advances);
        for (const { id } of silent) await pauseWebhook(db, id, clock.now() + SILENT_PAUSE);
      }, UNSYNCED);
    const toSend = idle.filter(({ id, pendingId }) => pendingId !== undefined || steps.has(id));
    const started = toSend.filter((webhook) => this.#takePlace(webhook));
    this.#hasSkipped ||= started.length < toSend.length;
    if (started.length > 0) await this.#startAll(started, steps, end);
    return advances.some(({ to }) => to < end.newest);
  }

  async #feedEnd(): Promise<FeedEnd> {
    const { database } = this.#dependencies;
    return { newest: await latestEventId(database), skipped: await lastSkippedId(database.read) };
  }

  /** Takes webhooks with their deliveries in one transaction, and sends these. */
  async #startAll(webhooks: readonly Webhook[], steps: ReadonlyMap<bigint, Step>, end: FeedEnd) {
    const { database, clock } = this.#dependencies;
    const active = new Set(webhooks.map(({ id }) => id));
    try {
      const lease = { runner: this.#name, now: clock.now() };
      const taken = await database.write(
        (db) => takeWithSteps(db, [...active], lease, steps, end),
        steps.size > 0 ? {} : UNSYNCED,
      );
      for (const { webhook, next } of taken) {
        active.delete(webhook.id);
        this.#start(webhook.id, () =>
          next === undefined ? this.#sendPending(webhook) : this.#sendNew(webhook, next),
        );
      }
    } finally {
      for (const id of active) this.#active.delete(id);
    }
  }

  #takePlace({ id, accountId }: Webhook): boolean {
    if (this.#isFull(accountId)) return false;
    this.#active.set(id, accountId);
    return true;
  }

  /** A SQLite store has one process, so those that had leases have ended. */
  async #releaseAfterStart(): Promise<void> {
    const { database } = this.#dependencies;
    if (this.#hasReleased || database.engine.supportsConcurrentWrites) return;
    this.#hasReleased = true;
    await database.write((db) => releaseAllWebhooks(db), UNSYNCED);
  }

  #isFull(accountId: bigint): boolean {
    return this.#active.size >= MAX_ATTEMPTS || this.#hasAllOf(accountId);
  }

  #hasAllOf(accountId: bigint): boolean {
    let count = 0;
    for (const account of this.#active.values()) if (account === accountId) count += 1;
    for (const account of this.#requested.values()) if (account === accountId) count += 1;
    return count >= MAX_OF_ACCOUNT;
  }

  /** @param send returns the last event that arrived. */
  #start(id: bigint, send: () => Promise<bigint | undefined>): void {
    const sending = this.#sendAndRelease(id, send)
      .catch((error) => this.#onFault(error))
      .then((last) => {
        this.#active.delete(id);
        this.#sending.delete(sending);
        // While it was active, it was left out.
        if (!this.#hasSkipped && !(last !== undefined && last < this.#newest)) return;
        this.#hasSkipped = false;
        this.wake();
      });
    this.#sending.add(sending);
  }

  async #sendAndRelease(id: bigint, send: () => Promise<bigint | undefined>): Promise<bigint | undefined> {
    try {
      // Those that begin together take long.
      await this.#turns.next();
      return await send();
    } finally {
      await this.#releases.add(id);
    }
  }

  async #sendNew(webhook: Webhook, { delivery, events }: NewMessage): Promise<bigint | undefined> {
    return this.#send(webhook, delivery, await messageOf(this.#dependencies, webhook, delivery, events));
  }

  async #sendPending(webhook: Webhook): Promise<bigint | undefined> {
    const { database, clock } = this.#dependencies;
    const { id, pendingId, position } = webhook;
    // It goes on from elsewhere meanwhile, and is due again.
    if (pendingId === undefined) return position;
    const viewer = await viewerOfWebhook(database.read, webhook, clock.now());
    if (viewer === undefined) {
      await database.write((db) => pauseWebhook(db, id, clock.now() + SILENT_PAUSE), UNSYNCED);
      return undefined;
    }
    const delivery = await findDelivery(database.read, id, pendingId);
    const body = delivery && (await bodyOf(this.#dependencies, webhook, delivery, viewer));
    if (delivery !== undefined && body !== undefined && body !== 'expired')
      return this.#send(webhook, delivery, body);
    await database.write(async (db) => {
      await replacePending(db, webhook);
      if (delivery !== undefined && body === undefined)
        await advanceWebhooks(db, [{ webhook, to: delivery.lastId }]);
    });
    return position;
  }

  async #send(webhook: Webhook, delivery: Delivery, body: string): Promise<bigint | undefined> {
    const sent = await this.#attempt(webhook, delivery, body);
    return sent?.state === 'delivered' ? sent.lastId : undefined;
  }

  #attempt(webhook: Webhook, delivery: Delivery, body: string): Promise<Delivery | undefined> {
    return deliver(this.#dependencies, webhook, delivery, body, {
      signal: this.#stop.signal,
      writeResult: (write) => this.#results.add(write),
    });
  }

  #onFault(error: unknown): undefined {
    if (!this.#isStopped) this.#dependencies.onFault(error);
    return undefined;
  }
}
