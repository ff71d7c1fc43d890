import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { MailConfig } from '../../platform/config/mail.ts';
import { type Clock, SECOND, settlesWithin, systemClock } from '../../platform/core/clock.ts';
import { ApiError } from '../../platform/core/errors.ts';
import type { MaybePromise } from '../../platform/core/maybe-promise.ts';
import { HeartbeatWatch } from '../../platform/core/tasks/heartbeat-watch.ts';
import { CoalescedTask } from '../../platform/core/tasks/single-flight.ts';
import type { DelegatedWork } from '../../platform/core/threads/delegated-work.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import type { Message } from './message.ts';
import { keepLease, readLease, releaseLease, takeLease } from './outbox-lease.ts';
import {
  isWaiting,
  type LetterReference,
  nextMail,
  postponeMail,
  removeMail,
  type WaitingMail,
} from './outbox-queries.ts';
import type { MailState } from './settings/mail-settings.ts';
import { MailRefused, sendBySmtp } from './smtp.ts';

const POLL_INTERVAL = 5 * SECOND;
/** The process that sends has ended if its heartbeat is the same for so long. */
const ABANDONED_AFTER = 120 * SECOND;
const HEARTBEAT_INTERVAL = 30 * SECOND;
/** Someone waits for a test e-mail. */
const TEST_TIMEOUT = 30 * SECOND;
/** How long nothing is sent after the server was away or refused everything. */
const PAUSE_AFTER_FAULT = 10 * SECOND;
/** How long a stop waits for the e-mail that is being sent. */
const STOP_TIMEOUT = 2 * SECOND;

const NOT_SET_UP =
  'E-mail is not set up. An admin does it in the settings of the console, or the operator of the service with SMTP_URL and SMTP_FROM.';
const LOCKED =
  'The password of the mail server cannot be read, because it was encrypted with another key. An admin sets it again in the settings of the console.';

const TOO_LATE = 'no e-mail could be sent for a day';

/** A lease that a power failure undoes has no process any more. */
const UNSYNCED = { commit: 'asynchronous' } as const;

export interface MailSenderDependencies extends DelegatedWork {
  /** Asks the thread that sends to call `restart`, in one of the others. */
  readonly delegateRestart?: (() => void) | undefined;
  readonly database: Database;
  readonly clock: Clock;
  /** How e-mails are sent now. */
  readonly current: { refresh(): MaybePromise<Pick<MailState, 'config' | 'isLocked'>> };
  /**
   * Writes a letter that the outbox has by reference only, so that its text and its recipient are nowhere else. Returns undefined
   * if there is no one to write to any more.
   */
  readonly writeLetter?: (db: Queries, letter: LetterReference) => Promise<WrittenLetter | undefined>;
  /** The store could not be read or written; it is tried again. */
  onFault(error: unknown): void;
  /** An e-mail could not be sent. The reason has no addresses. */
  onRefused(refused: { readonly kind: string; readonly reason: string; readonly isGivenUp: boolean }): void;
}

/** A letter and its recipient. */
export interface WrittenLetter {
  readonly recipient: string;
  readonly message: Message;
}

/**
 * Sends what the outbox of this store has, one e-mail at a time, also if several processes serve it. The states of an e-mail:
 *
 *   waiting -- the server accepts it ----------------------> deleted
 *   waiting -- the server is away, or refuses it for now --> waiting, for a pause that doubles from 15 s to 4 h
 *   waiting -- the server refuses it for good -------------> failed
 *   waiting -- a day has passed (a code: 10 minutes) ------> failed; a letter also if nothing could be sent until then
 *   failed --- 7 days -------------------------------------> deleted
 *
 * It is deleted after the server has accepted it: a crash in between sends it again, with the same Message-ID. While e-mail is not set
 * up, everything waits.
 */
export class MailSender {
  readonly #dependencies: MailSenderDependencies;
  readonly #name = randomUUID();
  readonly #runs = new CoalescedTask(() => this.#run());
  readonly #stopPolling: () => void = () => {};
  readonly #stop = new AbortController();
  readonly #requested = new Set<Promise<void>>();
  #isStopped = false;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  readonly #watch: HeartbeatWatch<'lease'>;

  constructor(dependencies: MailSenderDependencies) {
    this.#dependencies = dependencies;
    this.#watch = new HeartbeatWatch(dependencies.clock, ABANDONED_AFTER);
    if (dependencies.delegate !== undefined) return;
    this.#stopPolling = dependencies.clock.every(POLL_INTERVAL, () => this.wake());
    this.wake();
  }

  /** Sends what waits, unless that happens already. Call it after a commit that has added an e-mail. */
  wake(): void {
    const { delegate } = this.#dependencies;
    if (delegate !== undefined) {
      delegate();
      return;
    }
    if (this.#isStopped || this.#dependencies.clock.now() < this.#pausedUntil) return;
    this.#runs.run().catch((error) => {
      if (!this.#isStopped) this.#dependencies.onFault(error);
    });
  }

  /** Call it when the settings have changed: sends what waits, without the pause after a fault. */
  restart(): void {
    const { delegateRestart } = this.#dependencies;
    if (delegateRestart !== undefined) {
      delegateRestart();
      return;
    }
    this.#pausedUntil = Number.NEGATIVE_INFINITY;
    this.wake();
  }

  /**
   * Returns how e-mails are sent now.
   *
   * @throws {ApiError} `email_not_set_up`.
   */
  async requireSetUp(): Promise<MailConfig> {
    const { config, isLocked } = await this.#dependencies.current.refresh();
    if (config !== undefined) return config;
    throw new ApiError('email_not_set_up', isLocked ? LOCKED : NOT_SET_UP);
  }

  /** True if e-mails are sent. */
  async isSetUp(): Promise<boolean> {
    return (await this.#dependencies.current.refresh()).config !== undefined;
  }

  /**
   * Sends one e-mail now, without the outbox.
   *
   * @throws {MailRefused} with what the server refused.
   * @throws {ApiError} `email_not_set_up`.
   */
  async sendNow(recipient: string, message: Message): Promise<void> {
    const config = await this.requireSetUp();
    const { clock } = this.#dependencies;
    const at = clock.now();
    const sending = { recipient, message, messageId: messageId(config, randomUUID()), at };
    const sent = sendBySmtp(config, sending, this.#stop.signal, { timeoutMs: TEST_TIMEOUT, clock });
    this.#requested.add(sent);
    await sent.finally(() => this.#requested.delete(sent));
  }

  /** Ends after the current e-mail. One that takes longer is sent again at the next start. */
  async stop(timeoutMs = STOP_TIMEOUT): Promise<void> {
    this.#isStopped = true;
    this.#stopPolling();
    const ended = Promise.allSettled([this.#runs.run(), ...this.#requested]);
    await settlesWithin(systemClock, timeoutMs, ended);
    this.#stop.abort();
    await ended;
  }

  async #run(): Promise<void> {
    const { database, clock } = this.#dependencies;
    if (this.#isStopped || !(await this.isSetUp())) return;
    if ((await nextMail(database.read, clock.now())) === undefined) return;
    if (!(await this.#becomeSender())) return;
    const stopKeeping = clock.every(HEARTBEAT_INTERVAL, () => void this.#keepLease().catch(() => {}));
    try {
      await this.#sendAll();
    } finally {
      stopKeeping();
      await database.write((db) => releaseLease(db, this.#name), UNSYNCED);
    }
  }

  async #becomeSender(): Promise<boolean> {
    const { database } = this.#dependencies;
    const lease = await readLease(database.read);
    const isAbandoned =
      // A SQLite store has one process, so another one that sends has ended.
      !database.engine.supportsConcurrentWrites || this.#watch.isAbandoned('lease', lease);
    if (lease.runner !== null && lease.runner !== this.#name && !isAbandoned) return false;
    return database.write((db) => takeLease(db, this.#name, lease), UNSYNCED);
  }

  #keepLease(): Promise<boolean> {
    return this.#dependencies.database.write((db) => keepLease(db, this.#name), UNSYNCED);
  }

  async #sendAll(): Promise<void> {
    const { database, clock, current } = this.#dependencies;
    while (!this.#isStopped) {
      const { config } = await current.refresh();
      const mail = await nextMail(database.read, clock.now());
      if (config === undefined || mail === undefined) return;
      if (!(await this.#keepLease())) return;
      const refused = await this.#send(mail, config);
      if (refused?.isOfServer !== true) continue;
      this.#pausedUntil = clock.now() + PAUSE_AFTER_FAULT;
      return;
    }
  }

  async #send(mail: WaitingMail, config: MailConfig): Promise<MailRefused | undefined> {
    const { database, clock, current, onRefused } = this.#dependencies;
    const { id, kind, createdAt } = mail;
    if (mail.letter !== undefined && clock.now() >= mail.giveUpAt) {
      await database.write((db) =>
        postponeMail(db, mail, { reason: TOO_LATE, isPermanent: true }, clock.now()),
      );
      onRefused({ kind, reason: TOO_LATE, isGivenUp: true });
      return undefined;
    }
    const letter = await this.#letterOf(mail);
    try {
      if (letter !== undefined) {
        const unique = messageId(config, `${database.installation}.${id}.${createdAt}`);
        await sendBySmtp(config, { ...letter, messageId: unique, at: createdAt }, this.#stop.signal, {
          clock,
        });
      }
      await database.write((db) => removeMail(db, id));
      return undefined;
    } catch (error) {
      // A stop has interrupted it. It stays as it is.
      if (!(error instanceof MailRefused) || this.#stop.signal.aborted) throw error;
      // What was wrong may have been corrected meanwhile.
      const { config: now } = await current.refresh();
      if (now !== undefined && !isDeepStrictEqual(now, config)) return undefined;
      const isGivenUp = await database.write((db) => postponeMail(db, mail, error, clock.now()));
      onRefused({ kind, reason: error.reason, isGivenUp });
      return error;
    }
  }

  async #letterOf({ id, recipient, message, letter }: WaitingMail): Promise<WrittenLetter | undefined> {
    const { database, writeLetter } = this.#dependencies;
    if (letter !== undefined) {
      const written = await writeLetter?.(database.read, letter);
      // The budget may have refused it meanwhile, for the address that was just read.
      return (await isWaiting(database.read, id)) ? written : undefined;
    }
    return recipient === undefined ? undefined : { recipient, message };
  }
}

function messageId({ from }: MailConfig, unique: string): string {
  return `<${unique}@${from.address.split('@').at(-1)}>`;
}
