import { type Clock, SECOND, withTimeout } from '../../../platform/core/clock.ts';
import { singleFlightByKey } from '../../../platform/core/tasks/single-flight.ts';
import type { Database } from '../../../platform/database/database.ts';
import { dayOf, minuteOf, type Usage, type WindowName, windowsOf } from '../fixed-window.ts';
import type { Quota } from '../plan.ts';
import { isStored } from '../quota-counters.ts';
import type { QuotaEngine, QuotaSubject, QuotaVerdict, WindowsAt } from '../quota-engine.ts';
import { NO_REFUSALS, strikesOf } from '../strikes.ts';
import { loadCounters } from '../usage-queries.ts';
import { Availability, HOLD_OFF_MS } from './availability.ts';
import { ValkeyConnection } from './connection.ts';
import { DenialCache } from './denial-cache.ts';
import { FallbackQuotas } from './fallback.ts';
import { Heartbeat } from './heartbeat.ts';
import { accountKey, refusalFields, runScript, type ScriptReply, type ScriptRequest } from './script.ts';
import { WriteBehind } from './write-behind.ts';

const TICK_MS = SECOND;
const NO_UNREPORTED = { minute: 0, ...NO_REFUSALS };
/** Other processes also notice by themselves that this one has ended. */
const LEAVE_TIMEOUT_MS = 200;
/** No API key has this id. A peek is not about a key. */
const NO_KEY = 0n;
/** The windows are of no interest when only refusals are reported. */
const NO_QUOTA: Quota = { perMinute: 0, perDay: undefined };

export interface ValkeyQuotaOptions {
  /** `redis://` or `rediss://`. */
  url: string;
  database: Database;
  clock: Clock;
  /** The clock that decides: that of Valkey, the same for all processes, or the `now` that each call passes. */
  time: 'valkey' | 'caller';
  /** How long Valkey may send nothing while a reply is due, until it counts as unavailable. */
  timeoutMs: number;
  /** Called when counters could not be written. They are kept and written a second later. */
  onWriteFault(error: unknown): void;
  /** Called when Valkey is unavailable. Until `onConnected`, every process counts by itself, against its share of the quotas. */
  onUnavailable(cause: unknown): void;
  onConnected(): void;
}

/**
 * The quota engine for several processes: Valkey or Redis counts exactly, for all of them. Every second, each process
 * adds what was admitted to the database, from which a Valkey that lost its data is warmed up.
 *
 * A request is decided by the first of these that can:
 *
 * 1. `FallbackQuotas`, unless the state is `connected` (see `availability.ts` for the states)
 * 2. `DenialCache`, if Valkey refused the same key less than a second ago
 * 3. Valkey, by `consume.lua`; after `WarmUp` if it does not know the account
 * 4. `FallbackQuotas`, if the connection is lost before the reply arrives
 */
export class ValkeyQuotas implements QuotaEngine {
  readonly #options: ValkeyQuotaOptions;
  readonly #connection: ValkeyConnection;
  readonly #heartbeat: Heartbeat;
  readonly #availability: Availability;
  readonly #fallback = new FallbackQuotas();
  readonly #denials = new DenialCache();
  readonly #warmUp: WarmUp;
  readonly #writeBehind: WriteBehind;
  readonly #stopTicking: () => void;

  private constructor(options: ValkeyQuotaOptions, connection: ValkeyConnection, heartbeat: Heartbeat) {
    this.#options = options;
    this.#connection = connection;
    this.#heartbeat = heartbeat;
    this.#warmUp = new WarmUp(options.database);
    this.#writeBehind = new WriteBehind(options.database, options.clock, options.onWriteFault);
    this.#stopTicking = options.clock.every(TICK_MS, () => this.#tick());
    this.#availability = new Availability({
      ...options,
      connection,
      heartbeat,
      writeBehind: this.#writeBehind,
      onLost: () => this.#denials.clear(),
    });
  }

  /** @throws {ApiError} `service_unavailable` if Valkey does not reply within 2 s, is older than 7 or is read-only. */
  static async open(options: ValkeyQuotaOptions): Promise<ValkeyQuotas> {
    const connection = await ValkeyConnection.open(options.url, options.timeoutMs);
    // After a restart of Valkey, other processes may still be `returning`, with requests that they have not written yet.
    await connection.waitForUptime(2 * HOLD_OFF_MS);
    const heartbeat = new Heartbeat(connection, options.database.installation);
    const share = await heartbeat.announce();
    if (share === undefined) {
      connection.close();
      throw connection.unavailableError();
    }
    heartbeat.setShare(share);
    return new ValkeyQuotas(options, connection, heartbeat);
  }

  /** Whether this process counts by itself, because Valkey is unavailable or was until a moment ago. */
  get usesFallback(): boolean {
    return !this.#availability.isConnected;
  }

  consume(subject: QuotaSubject, quota: Quota, now: number, count = 1): QuotaVerdict | Promise<QuotaVerdict> {
    if (this.usesFallback) return this.#consumeAlone(subject, quota, now, count);
    return (
      this.#denials.refuse(subject, quota, now, count) ?? this.#consumeInValkey(subject, quota, now, count)
    );
  }

  async giveBack(accountId: bigint, quota: Quota, at: number, count: number): Promise<WindowsAt | undefined> {
    this.#store(accountId, quota, at, -count);
    if (this.usesFallback) return this.#fallback.giveBack(accountId, quota, this.#heartbeat.share, at, count);
    const request = this.#scriptRequest('give back', { accountId, keyId: NO_KEY }, quota, at);
    const reply = await this.#connection.call((redis) => runScript(redis, { ...request, now: at, count }));
    return reply?.outcome === 'admitted' ? { ...windowsOf(usageOf(reply), quota, at), at } : undefined;
  }

  async resetStrikes(subject: QuotaSubject): Promise<void> {
    this.#denials.deleteKey(subject);
    this.#fallback.resetStrikes(subject.keyId);
    const key = accountKey(this.#options.database.installation, subject.accountId);
    await this.#connection.call((redis) => redis.hdel(key, ...refusalFields(subject.keyId)));
  }

  async peek(accountId: bigint, quota: Quota, now: number): Promise<WindowsAt> {
    const request = this.#scriptRequest('peek', { accountId, keyId: NO_KEY }, quota, now);
    // A peek admits nothing, so it may use the fallback if the database cannot be read.
    const reply = this.usesFallback ? undefined : await this.#run(request).catch(() => undefined);
    if (reply === undefined) return this.#fallback.peek(accountId, quota, this.#heartbeat.share, now);
    return { ...windowsOf(usageOf(reply), quota, reply.at), at: reply.at };
  }

  /** Does not wait for a Valkey that is unavailable. Rejects if the last counters cannot be written. */
  async close(): Promise<void> {
    this.#stopTicking();
    await withTimeout(LEAVE_TIMEOUT_MS, this.#heartbeat.leave());
    this.#availability.close();
    this.#connection.close();
    await this.#writeBehind.close();
  }

  async #consumeInValkey(
    subject: QuotaSubject,
    quota: Quota,
    now: number,
    count: number,
  ): Promise<QuotaVerdict> {
    const unreported = this.#denials.takeUnreported(subject);
    const request = this.#scriptRequest('consume', subject, quota, now, unreported);
    const reply = await this.#run({ ...request, count });
    if (reply === undefined) return this.#consumeAlone(subject, quota, now, count);
    const { outcome, refusals, firstRefusalAt, at } = reply;
    const usage = usageOf(reply);
    const windows = windowsOf(usage, quota, at);
    if (outcome === 'minute' || outcome === 'day') {
      this.#denials.add(subject, { refusedBy: outcome, usage, refusals, firstRefusalAt, at }, now);
      return { ...windows, refusedBy: outcome, strikes: strikesOf(refusals, quota), at };
    }
    this.#store(subject.accountId, quota, at, count);
    return { ...windows, strikes: 0, at };
  }

  #consumeAlone(subject: QuotaSubject, quota: Quota, now: number, count: number): QuotaVerdict {
    const verdict = this.#fallback.consume(subject, quota, this.#heartbeat.share, now, count);
    if (verdict.refusedBy === undefined) this.#store(subject.accountId, quota, now, count);
    return verdict;
  }

  #store(accountId: bigint, quota: Quota, at: number, count: number): void {
    if (isStored(quota)) this.#writeBehind.add(accountId, at, count);
  }

  #scriptRequest(
    mode: ScriptRequest['mode'],
    subject: QuotaSubject,
    quota: Quota,
    now: number,
    unreported: ScriptRequest['unreported'] = NO_UNREPORTED,
  ): ScriptRequest {
    const { installation } = this.#options.database;
    const givenNow = this.#options.time === 'caller' ? now : undefined;
    return { installation, mode, subject, quota, now: givenNow, runId: this.#connection.runId, unreported };
  }

  /**
   * Returns undefined if the connection is lost before the reply arrives: then this process decides alone. Rejects with
   * `service_unavailable` if Valkey does not know the account and the database cannot be read. To decide alone then would
   * admit more than the quota.
   */
  async #run(request: ScriptRequest): Promise<ScriptReply | undefined> {
    const { state } = this.#availability;
    const reply = await this.#connection.call((redis) => runScript(redis, request));
    if (reply?.outcome !== 'unknown account') return reply;
    const storedUsage = await this.#warmUp.read(request.subject.accountId, reply.at);
    if (state !== this.#availability.state) return undefined;
    return this.#connection.call((redis) => runScript(redis, { ...request, storedUsage }));
  }

  #tick(): void {
    void this.#writeBehind.flush();
    if (this.usesFallback) return;
    this.#reportRefusals();
    void this.#heartbeat.announce().then((share) => share && this.#heartbeat.setShare(share));
  }

  #reportRefusals(): void {
    const now = this.#options.clock.now();
    for (const { subject, unreported } of this.#denials.sweep(now)) {
      const request = this.#scriptRequest('peek', subject, NO_QUOTA, now, unreported);
      void this.#connection.call((redis) => runScript(redis, request));
    }
  }
}

function usageOf({ minuteUsed, dayUsed, at }: ScriptReply): Usage {
  return { minute: minuteOf(at), minuteUsed, day: dayOf(at), dayUsed };
}

/**
 * Reads what the database has counted for an account that Valkey does not know. Concurrent requests of one account share
 * one read. The read has the time limits of the database, because a slow database is no outage of Valkey.
 */
class WarmUp {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Rejects with `service_unavailable` if the database cannot be read. */
  readonly read = singleFlightByKey((accountId: bigint, at: number) => this.#usageOf(accountId, at));

  async #usageOf(accountId: bigint, at: number): Promise<Usage> {
    const minute = minuteOf(at);
    const day = dayOf(at);
    const [minuteUsed, dayUsed] = await Promise.all([
      this.#usedIn('minute', minute, accountId),
      this.#usedIn('day', day, accountId),
    ]);
    return { minute, minuteUsed, day, dayUsed };
  }

  async #usedIn(window: WindowName, number: number, accountId: bigint): Promise<number> {
    const [counter] = await loadCounters(this.#database.read, window, [number], [accountId]);
    return counter?.used ?? 0;
  }
}
