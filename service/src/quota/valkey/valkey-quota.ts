import { type Clock, SECOND } from '../../core/clock.ts';
import { withTimeout } from '../../core/with-timeout.ts';
import type { Database } from '../../database/database.ts';
import { dayOf, minuteOf, type Usage, windowsOf } from '../fixed-window.ts';
import type { Quota } from '../plan.ts';
import type { QuotaEngine, QuotaSubject, QuotaVerdict, WindowsAt } from '../quota-engine.ts';
import { NO_REFUSALS, strikesOf } from '../strikes.ts';
import { ValkeyConnection } from './connection.ts';
import { DenialCache } from './denial-cache.ts';
import { FallbackQuotas } from './fallback.ts';
import { Heartbeat } from './heartbeat.ts';
import { accountKey, refusalFields, runScript, type ScriptReply, type ScriptRequest } from './script.ts';
import { WarmUp } from './warm-up.ts';
import { WriteBehind } from './write-behind.ts';

const TICK_MS = SECOND;
/** After this long every process has seen that Valkey is back, and has written what it admitted meanwhile. */
const HOLD_OFF_MS = SECOND;
const NO_UNREPORTED = { minute: 0, ...NO_REFUSALS };
/** How long others may take to be told that this process goes; they find out by themselves, too. */
const LEAVE_LIMIT_MS = 200;
/** No key has this number: looking asks for no key. */
const NO_KEY = 0n;
/** Telling refusals asks for no windows. */
const NO_QUOTA: Quota = { perMinute: 0, perDay: undefined };

export interface ValkeyQuotaOptions {
  /** `redis://` or `rediss://`. */
  url: string;
  database: Database;
  clock: Clock;
  /** Whose time windows go by: Valkey's own, the same for all processes, or that which is handed in with each call. */
  time: 'valkey' | 'caller';
  /** How long Valkey may be silent until it counts as away. */
  timeoutMs: number;
  /** Told when totals could not be written; they are kept and tried again a second later. */
  onWriteFault(error: unknown): void;
  /** Valkey went away: until `onBack`, every process counts by itself, against its share of the quotas. */
  onAway(cause: unknown): void;
  onBack(): void;
}

/**
 * The distributed engine's quotas: counted in Valkey or Redis, exactly, for all processes. What was admitted is added
 * to the database every second, from which a Valkey that lost its memory is told what was used.
 */
export class ValkeyQuotas implements QuotaEngine {
  readonly #parts: ValkeyQuotaOptions;
  readonly #connection: ValkeyConnection;
  readonly #presence: Heartbeat;
  readonly #fallback = new FallbackQuotas();
  readonly #refusals = new DenialCache();
  readonly #seeds: WarmUp;
  readonly #totals: WriteBehind;
  readonly #stopTicking: () => void;
  #isAway = false;
  /** Goes up with every loss, so that a return which was begun before it is not ended after it. */
  #losses = 0;

  private constructor(parts: ValkeyQuotaOptions, connection: ValkeyConnection, presence: Heartbeat) {
    this.#parts = parts;
    this.#connection = connection;
    this.#presence = presence;
    this.#seeds = new WarmUp(parts.database);
    this.#totals = new WriteBehind(parts.database, parts.clock, parts.onWriteFault);
    this.#stopTicking = parts.clock.every(TICK_MS, () => this.#tick());
    connection.setEvents({ onReady: () => void this.#comeBack(), onAway: (cause) => this.#goAway(cause) });
  }

  /** @throws {ApiError} `service_unavailable` if Valkey does not answer within 2 s, is older than 7 or cannot be written. */
  static async open(parts: ValkeyQuotaOptions): Promise<ValkeyQuotas> {
    const connection = await ValkeyConnection.open(parts.url, parts.timeoutMs);
    // The others may be at finding out that it is back, and have not written yet what they admitted meanwhile.
    await connection.waitForUptime(2 * HOLD_OFF_MS);
    const presence = new Heartbeat(connection, parts.database.installation);
    const share = await presence.announce();
    if (share === undefined) {
      connection.close();
      throw connection.unavailableError();
    }
    presence.setShare(share);
    return new ValkeyQuotas(parts, connection, presence);
  }

  /** Whether this process counts by itself, because Valkey is away or has just come back. */
  get isAway(): boolean {
    return this.#isAway;
  }

  consume(caller: QuotaSubject, quota: Quota, now: number): QuotaVerdict | Promise<QuotaVerdict> {
    if (this.#isAway) return this.#decideAlone(caller, quota, now);
    return this.#refusals.refuse(caller, quota, now) ?? this.#decideTogether(caller, quota, now);
  }

  async resetStrikes(caller: QuotaSubject): Promise<void> {
    this.#refusals.deleteKey(caller);
    this.#fallback.resetStrikes(caller.keyId);
    await this.#connection.call((redis) =>
      redis.hdel(
        accountKey(this.#parts.database.installation, caller.accountId),
        ...refusalFields(caller.keyId),
      ),
    );
  }

  async peek(accountId: bigint, quota: Quota, now: number): Promise<WindowsAt> {
    const question = this.#question('peek', { accountId, keyId: NO_KEY }, quota, now);
    // Looking admits nobody, so it does without what the database cannot tell.
    const reply = this.#isAway ? undefined : await this.#ask(question).catch(() => undefined);
    if (reply === undefined) return this.#fallback.peek(accountId, quota, this.#presence.share, now);
    return { ...windowsOf(usageOf(reply), quota, reply.at), at: reply.at };
  }

  /** Ends at once when Valkey is away, too. Rejects if the last totals cannot be written. */
  async close(): Promise<void> {
    this.#stopTicking();
    await withTimeout(LEAVE_LIMIT_MS, this.#presence.leave());
    this.#connection.close();
    this.#isAway = true;
    this.#losses += 1;
    await this.#totals.close();
  }

  async #decideTogether(caller: QuotaSubject, quota: Quota, now: number): Promise<QuotaVerdict> {
    const question = this.#question('consume', caller, quota, now, this.#refusals.takeUnreported(caller));
    const reply = await this.#ask(question);
    if (reply === undefined) return this.#decideAlone(caller, quota, now);
    const { outcome, refusals, firstRefusalAt, at } = reply;
    const usage = usageOf(reply);
    const windows = windowsOf(usage, quota, at);
    if (outcome === 'minute' || outcome === 'day') {
      this.#refusals.add(caller, { refusedBy: outcome, usage, refusals, firstRefusalAt, at }, now);
      return { ...windows, refusedBy: outcome, strikes: strikesOf(refusals, quota), at };
    }
    this.#totals.add(caller.accountId, at);
    return { ...windows, strikes: 0, at };
  }

  #decideAlone(caller: QuotaSubject, quota: Quota, now: number): QuotaVerdict {
    const verdict = this.#fallback.consume(caller, quota, this.#presence.share, now);
    if (verdict.refusedBy === undefined) this.#totals.add(caller.accountId, now);
    return verdict;
  }

  #question(
    mode: ScriptRequest['mode'],
    subject: QuotaSubject,
    quota: Quota,
    now: number,
    unreported: ScriptRequest['unreported'] = NO_UNREPORTED,
  ): ScriptRequest {
    const handedIn = this.#parts.time === 'caller' ? now : undefined;
    const { installation } = this.#parts.database;
    return { installation, mode, subject, quota, now: handedIn, runId: this.#connection.runId, unreported };
  }

  /**
   * Undefined if Valkey is away: then this process decides alone. Rejects with `service_unavailable` if Valkey does not
   * know the account and the database cannot be read: deciding alone would admit more than the quota.
   */
  async #ask(question: ScriptRequest): Promise<ScriptReply | undefined> {
    const losses = this.#losses;
    const reply = await this.#connection.call((redis) => runScript(redis, question));
    if (reply?.outcome !== 'unseeded') return reply;
    const storedUsage = await this.#seeds.read(question.subject.accountId, reply.at);
    if (losses !== this.#losses) return undefined;
    return this.#connection.call((redis) => runScript(redis, { ...question, storedUsage }));
  }

  #tick(): void {
    void this.#totals.flush();
    if (this.#isAway) return;
    this.#tellRefusals();
    void this.#presence.announce().then((share) => share && this.#presence.setShare(share));
  }

  #tellRefusals(): void {
    const now = this.#parts.clock.now();
    for (const { caller, untold } of this.#refusals.sweep(now)) {
      const question = this.#question('peek', caller, NO_QUOTA, now, untold);
      void this.#connection.call((redis) => runScript(redis, question));
    }
  }

  #goAway(cause: unknown): void {
    this.#losses += 1;
    this.#refusals.clear();
    if (this.#isAway) return;
    this.#isAway = true;
    this.#parts.onAway(cause);
  }

  /** Every process writes what it admitted before the first of them asks Valkey again, so what Valkey is told is right. */
  async #comeBack(): Promise<void> {
    const losses = this.#losses;
    const heldOff = this.#after(HOLD_OFF_MS);
    if ((await this.#presence.announce()) === undefined) return;
    await heldOff;
    // Until it can: what Valkey is told of an account that it does not know must hold what was admitted without it.
    while (!(await this.#totals.flush())) {
      if (losses !== this.#losses) return;
      await this.#after(HOLD_OFF_MS);
    }
    const share = await this.#presence.announce();
    if (share === undefined || losses !== this.#losses) return;
    this.#presence.setShare(share);
    this.#isAway = false;
    this.#parts.onBack();
  }

  #after(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#parts.clock.every(ms, () => {
        stop();
        resolve();
      });
    });
  }
}

function usageOf({ minuteUsed, dayUsed, at }: ScriptReply): Usage {
  return { minute: minuteOf(at), minuteUsed, day: dayOf(at), dayUsed };
}
