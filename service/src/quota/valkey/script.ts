import { readFileSync } from 'node:fs';
import type { ClientContext, Redis, Result } from 'ioredis';
import type { Usage, WindowName } from '../fixed-window.ts';
import type { Quota } from '../plan.ts';
import type { QuotaSubject } from '../quota-engine.ts';
import type { Refusals } from '../strikes.ts';

declare module 'ioredis' {
  interface RedisCommander<Context extends ClientContext> {
    petstoreConsume(key: string, ...args: Array<string | number>): Result<unknown, Context>;
    petstoreAnnounce(key: string, ...args: Array<string | number>): Result<unknown, Context>;
  }
}

/** Announces a process, forgets those that were silent for long, and answers who there is. */
const ANNOUNCE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZRANGE', KEYS[1], 0, -1)
`;

/** Loaded by ioredis with the first call on a connection, and again when Valkey has lost them. */
export const SCRIPTS = {
  petstoreConsume: {
    numberOfKeys: 1,
    lua: readFileSync(new URL('./consume.lua', import.meta.url), 'utf8'),
  },
  petstoreAnnounce: { numberOfKeys: 1, lua: ANNOUNCE },
};

/** What is asked about one account; `consume.lua` says what each part means. */
export interface ScriptRequest {
  readonly installation: string;
  readonly mode: 'consume' | 'peek';
  readonly subject: QuotaSubject;
  readonly quota: Quota;
  /** Undefined for Valkey's own time. */
  readonly now: number | undefined;
  readonly runId: string;
  /** Refusals of the caller's key, in a minute, that were decided without asking. */
  readonly unreported: Refusals & { readonly minute: number };
  readonly storedUsage?: Usage;
}

export interface ScriptReply {
  readonly outcome: 'passed' | 'unseeded' | WindowName;
  readonly minuteUsed: number;
  readonly dayUsed: number;
  /** All of the caller's key in this minute. */
  readonly refusals: Refusals;
  readonly firstRefusalAt: number;
  readonly at: number;
}

const OUTCOMES = ['passed', 'minute', 'day', 'unseeded'] as const;

/** The one key of an account, in an installation. On a cluster, what is in braces chooses the slot. */
export function accountKey(installation: string, accountId: bigint): string {
  return `petstore:${installation}:{${accountId}}`;
}

/** Where the refusals of a key are counted, the late ones first. */
export function refusalFields(keyId: bigint): [string, string] {
  return [`strikes:${keyId}`, `strikes:${keyId}:early`];
}

export async function runScript(redis: Redis, question: ScriptRequest): Promise<ScriptReply> {
  const { installation, mode, subject, quota, now, runId, unreported, storedUsage } = question;
  const seeded =
    storedUsage === undefined
      ? []
      : [storedUsage.minute, storedUsage.minuteUsed, storedUsage.day, storedUsage.dayUsed];
  const reply = await redis.petstoreConsume(
    accountKey(installation, subject.accountId),
    mode,
    quota.perMinute,
    quota.perDay ?? -1,
    String(subject.keyId),
    now ?? '',
    runId,
    unreported.minute,
    unreported.late,
    unreported.early,
    ...seeded,
  );
  return parseReply(reply);
}

function parseReply(reply: unknown): ScriptReply {
  const numbers = Array.isArray(reply) ? reply : [];
  if (!numbers.every((one): one is number => typeof one === 'number')) throw unknownReply(reply);
  const [status = -1, minuteUsed = 0, dayUsed = 0, late = 0, early = 0, firstRefusalAt = 0, at = 0] = numbers;
  const outcome = OUTCOMES[status];
  if (outcome === undefined) throw unknownReply(reply);
  return { outcome, minuteUsed, dayUsed, refusals: { early, late }, firstRefusalAt, at };
}

function unknownReply(reply: unknown): Error {
  return new Error(`Valkey answered ${JSON.stringify(reply)}`);
}
