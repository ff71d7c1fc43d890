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

/** Adds a process to the sorted set of processes, removes those that have expired, and returns the names of all. */
const ANNOUNCE = `
local processes_key, name, expiry_ms = KEYS[1], ARGV[1], ARGV[2]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', processes_key, now, name)
redis.call('ZREMRANGEBYSCORE', processes_key, '-inf', now - expiry_ms)
redis.call('PEXPIRE', processes_key, expiry_ms)
return redis.call('ZRANGE', processes_key, 0, -1)
`;

/** ioredis loads a script with its first call on a connection, and again when Valkey has lost it. */
export const SCRIPTS = {
  petstoreConsume: {
    numberOfKeys: 1,
    lua: readFileSync(new URL('./consume.lua', import.meta.url), 'utf8'),
  },
  petstoreAnnounce: { numberOfKeys: 1, lua: ANNOUNCE },
};

/** The arguments of `consume.lua`, which documents them, in their order. */
export const ARGUMENTS = [
  'mode',
  'count',
  'perMinute',
  'perDay',
  'keyId',
  'givenNow',
  'runId',
  'unreportedMinute',
  'unreportedLate',
  'unreportedEarly',
  'storedMinute',
  'storedMinuteUsed',
  'storedDay',
  'storedDayUsed',
] as const;

/** The fields of the reply of `consume.lua`, in their order. */
export const REPLY_FIELDS = [
  'status',
  'minuteUsed',
  'dayUsed',
  'late',
  'early',
  'firstRefusalAt',
  'now',
] as const;

/** Each outcome, at the index that is its `status` in `consume.lua`. */
const OUTCOMES = ['admitted', 'minute', 'day', 'unknown account'] as const;

export interface ScriptRequest {
  readonly installation: string;
  readonly mode: 'consume' | 'peek' | 'give back';
  /** How many requests `consume` counts, all or none, and `give back` takes back; 1 by default. */
  readonly count?: number | undefined;
  readonly subject: QuotaSubject;
  readonly quota: Quota;
  /** Undefined to use Valkey's clock. */
  readonly now: number | undefined;
  readonly runId: string;
  /** Refusals of the subject's key in one minute that Valkey does not know of yet. */
  readonly unreported: Refusals & { readonly minute: number };
  /** What the database has counted. Undefined in the first attempt. */
  readonly storedUsage?: Usage;
}

export interface ScriptReply {
  /** `unknown account`: Valkey lacks the account, or knows it from an earlier run; nothing was counted. */
  readonly outcome: 'admitted' | 'unknown account' | WindowName;
  readonly minuteUsed: number;
  readonly dayUsed: number;
  /** After a refusal, all refusals of the subject's key in this minute. */
  readonly refusals: Refusals;
  readonly firstRefusalAt: number;
  readonly at: number;
}

/** Returns the one key of an account. On a cluster, the part in braces selects the slot. */
export function accountKey(installation: string, accountId: bigint): string {
  return `petstore:${installation}:{${accountId}}`;
}

/** Returns the fields that count the refusals of an API key: late, early. Processes of 1.0.0 use these names, too. */
export function refusalFields(keyId: bigint): [string, string] {
  return [`strikes:${keyId}`, `strikes:${keyId}:early`];
}

export async function runScript(redis: Redis, request: ScriptRequest): Promise<ScriptReply> {
  const { installation, mode, count = 1, subject, quota, now, runId, unreported, storedUsage } = request;
  const values: Record<(typeof ARGUMENTS)[number], string | number | undefined> = {
    mode,
    count,
    perMinute: quota.perMinute,
    perDay: quota.perDay ?? -1,
    keyId: String(subject.keyId),
    givenNow: now,
    runId,
    unreportedMinute: unreported.minute,
    unreportedLate: unreported.late,
    unreportedEarly: unreported.early,
    storedMinute: storedUsage?.minute,
    storedMinuteUsed: storedUsage?.minuteUsed,
    storedDay: storedUsage?.day,
    storedDayUsed: storedUsage?.dayUsed,
  };
  const key = accountKey(installation, subject.accountId);
  return parseReply(await redis.petstoreConsume(key, ...ARGUMENTS.map((name) => values[name] ?? '')));
}

type ReplyFields = Record<(typeof REPLY_FIELDS)[number], number>;

function parseReply(reply: unknown): ScriptReply {
  if (!isArrayOfNumbers(reply) || reply.length !== REPLY_FIELDS.length) throw unexpectedReply(reply);
  const fields = Object.fromEntries(REPLY_FIELDS.map((name, index) => [name, reply[index]])) as ReplyFields;
  const { status, minuteUsed, dayUsed, late, early, firstRefusalAt, now } = fields;
  const outcome = OUTCOMES[status];
  if (outcome === undefined) throw unexpectedReply(reply);
  return { outcome, minuteUsed, dayUsed, refusals: { late, early }, firstRefusalAt, at: now };
}

function isArrayOfNumbers(reply: unknown): reply is number[] {
  return Array.isArray(reply) && reply.every((field) => typeof field === 'number');
}

export function unexpectedReply(reply: unknown): Error {
  return new Error(`Valkey sent an unexpected reply: ${JSON.stringify(reply)}`);
}
