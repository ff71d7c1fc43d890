import { randomUUID } from 'node:crypto';
import { MINUTE, SECOND, settlesWithin, systemClock } from '../core/clock.ts';
import { afterEffect, unavailable } from '../core/errors.ts';
import { CoalescedTask } from '../core/tasks/single-flight.ts';
import { Turns } from '../core/tasks/turns.ts';
import type { DelegatedWork } from '../core/threads/delegated-work.ts';
import { lastSkippedId, latestEventId } from '../events/event-ids.ts';
import { type AttemptDependencies, attempt } from './attempt.ts';
import {
  advanceWebhook,
  findDelivery,
  insertDelivery,
  passDelivery,
  pauseWebhook,
  postponeWebhook,
  recordAttempt,
  replacePending,
  setPending,
  switchOff,
} from './delivery-queries.ts';
import { releaseAllWebhooks, releaseWebhook, takeWebhook } from './lease-queries.ts';
import { bodyOf, type FeedReader, nextStep, viewerOfWebhook } from './message.ts';
import { consequenceOf } from './retry-rule.ts';
import type { Delivery, DeliveryFailure, Webhook } from './webhook.ts';
import { dueWebhooks, findWebhook, hasWebhooks } from './webhook-queries.ts';

const POLL_INTERVAL = SECOND;
/** The changes within this time are one message. */
const GATHERING = SECOND / 10;
/**
 * Attempts at a time, and those of one account: slow hosts of one account leave room for those of others. As many again can be
 * requested, which take the places of requests.
 */
const MAX_ATTEMPTS = 100;
const MAX_OF_ACCOUNT = 5;
/** After so many messages in a row, other webhooks get the place. */
const MAX_IN_A_ROW = 50;
const MAX_DUE = 1_000;
/** Steps in one turn of the event loop: each takes half a millisecond. */
const STEPS_PER_TURN = 4;
const BUSY =
  'Other messages are being sent to webhooks: at most 5 of an account at a time. Try again in a moment.';
const STOPPED = 'The service is shutting down.';
/** How long nothing is read for an account that is disabled, or a webhook that belongs to no one. */
const SILENT_PAUSE = MINUTE;
/** How long a stop waits for attempts that are being made. */
const STOP_TIMEOUT = 2 * SECOND;

/** A lease or a position that a power failure undoes is taken, or made, again; so is an attempt, with the same id. */
const UNSYNCED = { commit: 'asynchronous' } as const;

export interface WebhookSenderDependencies
  extends FeedReader,
    Omit<AttemptDependencies, 'installation'>,
    DelegatedWork {
  /** The store could not be read or written; it is tried again. */
  onFault(error: unknown): void;
  onAttempt?(result: 'delivered' | 'failed'): void;
  onSwitchedOff(webhook: {
    readonly webhookId: bigint;
    readonly accountId: bigint;
    readonly reason: string;
  }): void;
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
  #isStopped = false;
  /** True if a webhook was due that could not begin. */
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
    do {
      await this.#runs.run();
      await Promise.all(this.#sending);
    } while (this.#sending.size > 0);
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
    const viewer = viewerOfWebhook(webhook);
    const body = viewer && (await bodyOf(this.#dependencies, webhook, delivery, viewer));
    if (body === undefined || body === 'expired') return body;
    return afterEffect(() => this.#attempt(webhook, delivery, body));
  }

  async #run(): Promise<void> {
    const { database, clock } = this.#dependencies;
    if (this.#isStopped || !(await hasWebhooks(database.read))) return;
    await this.#releaseAfterStart();
    const newest = await latestEventId(database);
    const skipped = await lastSkippedId(database.read);
    for (const { id, accountId } of await dueWebhooks(
      database.read,
      { newest, skipped },
      clock.now(),
      MAX_DUE,
    )) {
      if (this.#active.has(id) || this.#isFull(accountId)) this.#hasSkipped = true;
      else this.#start(id, accountId);
    }
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

  #start(id: bigint, accountId: bigint): void {
    this.#active.set(id, accountId);
    const sending = this.#sendAll(id)
      .catch((error) => this.#onFault(error))
      .finally(() => {
        this.#active.delete(id);
        this.#sending.delete(sending);
        if (!this.#hasSkipped) return;
        this.#hasSkipped = false;
        this.wake();
      });
    this.#sending.add(sending);
  }

  async #sendAll(id: bigint): Promise<void> {
    const { database, clock } = this.#dependencies;
    const take = () => database.write((db) => takeWebhook(db, id, this.#name, clock.now()), UNSYNCED);
    try {
      for (let count = 0; count < MAX_IN_A_ROW && !this.#isStopped && (await take()); count += 1)
        if (!(await this.#sendNext(id))) return;
    } finally {
      await database.write((db) => releaseWebhook(db, id, this.#name), UNSYNCED);
    }
  }

  /** Returns true if more may follow. */
  async #sendNext(id: bigint): Promise<boolean> {
    const { database, clock } = this.#dependencies;
    // A change is due at all webhooks at once.
    await this.#turns.next();
    const webhook = await findWebhook(database.read, id, clock.now());
    if (webhook === undefined) return false;
    const viewer = viewerOfWebhook(webhook);
    if (viewer === undefined) {
      await database.write((db) => pauseWebhook(db, id, clock.now() + SILENT_PAUSE), UNSYNCED);
      return false;
    }
    const { pendingId } = webhook;
    if (pendingId === undefined) return this.#makeNext(webhook, viewer);
    const delivery = await findDelivery(database.read, id, pendingId);
    const body = delivery && (await bodyOf(this.#dependencies, webhook, delivery, viewer));
    if (delivery === undefined || body === 'expired') {
      await database.write((db) => replacePending(db, webhook));
    } else if (body === undefined) {
      await database.write(async (db) => {
        await replacePending(db, webhook);
        await advanceWebhook(db, webhook, delivery.lastId);
      });
    } else {
      return (await this.#attempt(webhook, delivery, body))?.state === 'delivered';
    }
    return true;
  }

  async #makeNext(webhook: Webhook, viewer: Parameters<typeof nextStep>[2]): Promise<boolean> {
    const { database, clock } = this.#dependencies;
    const step = await nextStep(this.#dependencies, webhook, viewer);
    if (step.kind === 'wait') return false;
    if (step.kind === 'advance') {
      await database.write((db) => advanceWebhook(db, webhook, step.to), UNSYNCED);
      return true;
    }
    // Together with those of other webhooks: each commit waits for the disk.
    await this.#turns.empty();
    return database.write(async (db) => {
      const delivery = await insertDelivery(db, step.delivery, clock.now());
      const isNext = await setPending(db, webhook, delivery, step.skipped);
      if (!isNext) await replacePending(db, { id: webhook.id, pendingId: delivery.id });
      return isNext;
    });
  }

  async #attempt(webhook: Webhook, delivery: Delivery, body: string): Promise<Delivery | undefined> {
    const { database, clock, onAttempt, onSwitchedOff } = this.#dependencies;
    const dependencies = { ...this.#dependencies, installation: database.installation };
    const result = await attempt(dependencies, webhook, delivery, body, this.#stop.signal);
    const { failure, at } = result;
    onAttempt?.(failure === undefined ? 'delivered' : 'failed');
    const isNext = webhook.pendingId === delivery.id;
    if (failure === undefined) {
      return database.write(async (db) => {
        if (isNext) await passDelivery(db, delivery, clock.now());
        return recordAttempt(db, delivery.id, 'delivered', result);
      }, UNSYNCED);
    }
    const failures = { attempts: webhook.attempts + 1, since: webhook.failingSince ?? at };
    const consequence = consequenceOf(result, failures, clock.now());
    if (!isNext) return database.write((db) => recordAttempt(db, delivery.id, 'failed', result));
    if (consequence.state === 'on') {
      const { nextAt } = consequence;
      return database.write(async (db) => {
        await postponeWebhook(db, delivery, { ...failures, nextAt });
        return recordAttempt(db, delivery.id, 'waiting', result);
      }, UNSYNCED);
    }
    const { isOff, recorded } = await database.write(async (db) => ({
      isOff: await switchOff(db, delivery, consequence.state),
      recorded: await recordAttempt(db, delivery.id, 'failed', result),
    }));
    const { id: webhookId, accountId } = webhook;
    if (isOff) onSwitchedOff({ webhookId, accountId, reason: reasonOf(failure, result.status) });
    return recorded;
  }

  #onFault(error: unknown): void {
    if (!this.#isStopped) this.#dependencies.onFault(error);
  }
}

function reasonOf(failure: DeliveryFailure, status: number | undefined): string {
  return failure === 'status' ? `status ${status}` : failure;
}
