import { randomUUID } from 'node:crypto';
import type { MailConfig } from '../config/mail.ts';
import { type Clock, SECOND, settlesWithin, systemClock } from '../core/clock.ts';
import { CoalescedTask } from '../core/tasks/single-flight.ts';
import type { Database } from '../database/database.ts';
import type { Message } from './message.ts';
import { keepLease, type Lease, readLease, releaseLease, takeLease } from './outbox-lease.ts';
import { nextMail, postponeMail, removeMail, type WaitingMail } from './outbox-queries.ts';
import { MailRefused, sendBySmtp } from './smtp.ts';

const POLL_INTERVAL = 5 * SECOND;
/** The process that sends has ended if its heartbeat is the same for so long. To send one e-mail takes at most a minute. */
const ABANDONED_AFTER = 120 * SECOND;
/** How long nothing is sent after the server was away or refused everything. */
const PAUSE_AFTER_FAULT = 10 * SECOND;
/** How long a stop waits for the e-mail that is being sent. */
const STOP_TIMEOUT = 2 * SECOND;

/** A lease that a power failure undoes has no process any more. */
const UNSYNCED = { commit: 'asynchronous' } as const;

export interface MailSenderDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly config: MailConfig;
  /** The store could not be read or written; it is tried again. */
  onFault(error: unknown): void;
  /** An e-mail could not be sent. The reason has no addresses. */
  onRefused(refused: { readonly kind: string; readonly reason: string; readonly isGivenUp: boolean }): void;
}

/**
 * Sends what the outbox of this store has, one e-mail at a time, also if several processes serve it. The states of an e-mail:
 *
 *   waiting -- the server accepts it ----------------------> deleted
 *   waiting -- the server is away, or refuses it for now --> waiting, for a pause that doubles from 15 s to 4 h
 *   waiting -- the server refuses it for good -------------> failed
 *   waiting -- a day has passed (a code: 10 minutes) ------> failed
 *   failed --- 7 days -------------------------------------> deleted
 *
 * It is deleted after the server has accepted it: a crash in between sends it again, with the same Message-ID.
 */
export class MailSender {
  readonly #dependencies: MailSenderDependencies;
  readonly #name = randomUUID();
  readonly #runs = new CoalescedTask(() => this.#run());
  readonly #stopPolling: () => void;
  readonly #stop = new AbortController();
  #isStopped = false;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  /** The process that sends, and since when its heartbeat is the same. */
  #watched: { readonly lease: Lease; readonly since: number } | undefined;

  constructor(dependencies: MailSenderDependencies) {
    this.#dependencies = dependencies;
    this.#stopPolling = dependencies.clock.every(POLL_INTERVAL, () => this.wake());
    this.wake();
  }

  /** Sends what waits, unless that happens already. Call it after a commit that has added an e-mail. */
  wake(): void {
    if (this.#isStopped || this.#dependencies.clock.now() < this.#pausedUntil) return;
    this.#runs.run().catch((error) => {
      if (!this.#isStopped) this.#dependencies.onFault(error);
    });
  }

  /**
   * Sends one e-mail now, without the outbox.
   *
   * @throws {MailRefused} with what the server refused.
   */
  async sendNow(recipient: string, message: Message): Promise<void> {
    const { config, clock } = this.#dependencies;
    const sending = { recipient, message, messageId: this.#messageId(randomUUID()), at: clock.now() };
    await sendBySmtp(config, sending, this.#stop.signal);
  }

  /** Ends after the current e-mail. One that takes longer is sent again at the next start. */
  async stop(timeoutMs = STOP_TIMEOUT): Promise<void> {
    this.#isStopped = true;
    this.#stopPolling();
    const ended = this.#runs.run().catch(() => {});
    if (!(await settlesWithin(systemClock, timeoutMs, ended))) this.#stop.abort();
    await ended;
  }

  async #run(): Promise<void> {
    const { database, clock } = this.#dependencies;
    if (this.#isStopped || (await nextMail(database.read, clock.now())) === undefined) return;
    if (!(await this.#becomeSender())) return;
    try {
      await this.#sendAll();
    } finally {
      await database.write((db) => releaseLease(db, this.#name), UNSYNCED);
    }
  }

  async #becomeSender(): Promise<boolean> {
    const { database, clock } = this.#dependencies;
    const lease = await readLease(database.read);
    const watched = this.#watched;
    const isSame = watched?.lease.runner === lease.runner && watched.lease.heartbeat === lease.heartbeat;
    if (!isSame) this.#watched = { lease, since: clock.now() };
    const isAbandoned =
      // A SQLite store has one process, so another one that sends has ended.
      !database.engine.supportsConcurrentWrites || (isSame && clock.now() - watched.since >= ABANDONED_AFTER);
    if (lease.runner !== null && lease.runner !== this.#name && !isAbandoned) return false;
    return database.write((db) => takeLease(db, this.#name, lease), UNSYNCED);
  }

  async #sendAll(): Promise<void> {
    const { database, clock } = this.#dependencies;
    while (!this.#isStopped) {
      const mail = await nextMail(database.read, clock.now());
      if (mail === undefined || !(await database.write((db) => keepLease(db, this.#name), UNSYNCED))) return;
      const refused = await this.#send(mail);
      if (refused?.isOfServer !== true) continue;
      this.#pausedUntil = clock.now() + PAUSE_AFTER_FAULT;
      return;
    }
  }

  async #send(mail: WaitingMail): Promise<MailRefused | undefined> {
    const { database, clock, config, onRefused } = this.#dependencies;
    const { id, kind, recipient, message, createdAt } = mail;
    try {
      if (recipient !== undefined) {
        const messageId = this.#messageId(`${database.installation}.${id}.${createdAt}`);
        await sendBySmtp(config, { recipient, message, messageId, at: createdAt }, this.#stop.signal);
      }
      await database.write((db) => removeMail(db, id));
      return undefined;
    } catch (error) {
      // A stop has interrupted it. It stays as it is.
      if (!(error instanceof MailRefused) || this.#stop.signal.aborted) throw error;
      const isGivenUp = await database.write((db) => postponeMail(db, mail, error, clock.now()));
      onRefused({ kind, reason: error.reason, isGivenUp });
      return error;
    }
  }

  #messageId(unique: string): string {
    const domain = this.#dependencies.config.from.address.split('@').at(-1);
    return `<${unique}@${domain}>`;
  }
}
