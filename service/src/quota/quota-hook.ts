import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { mayUseMethod } from '../accounts/account.ts';
import type { Principal } from '../accounts/api-key-cache.ts';
import { activeBan } from '../accounts/api-key-store.ts';
import type { Ban, BanGrowth } from '../accounts/ban.ts';
import { type Clock, SECOND } from '../core/clock.ts';
import { ApiError } from '../core/errors.ts';
import { clientAddress } from '../http/requests/client-address.ts';
import type { AddressQuotas } from './address-quota.ts';
import { type QuotaDecision, reportedWindow, type WindowName, type WindowState } from './fixed-window.ts';
import { type Quota, quotaOf } from './plan.ts';
import type { QuotaEngine, QuotaSubject, QuotaVerdict } from './quota-engine.ts';
import { banHeaders, type QuotaHeaders, quotaHeaders, secondsUntil } from './quota-headers.ts';
import { strikesUntilBan } from './strikes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The quota's header fields of this request's answer; null until it was counted. */
    quotaHeaders: QuotaHeaders | null;
  }
}

export interface QuotaHookDependencies {
  clock: Clock;
  accounts: QuotaEngine;
  addresses: AddressQuotas;
  /** Bans a key, unless it is banned already, and returns the ban that holds. */
  ban(keyId: bigint, now: number, growth: BanGrowth): Promise<{ ban: Ban; isNew: boolean }>;
  onRefusal(by: WindowName | 'ban' | 'address'): void;
  onBan(): void;
  /** Told when a ban could not be written; the request is refused all the same. */
  onBanFault(error: unknown): void;
}

export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  now: number;
}

type Refusal = Error | undefined;

/**
 * Counts every request under `/v1` and writes the quota on its answer: a valid key against its account, anything
 * else against its address. Refuses with 401, or with 429 when the quota is used up or the key is banned.
 */
export function quotaHook(parts: QuotaHookDependencies): onRequestHookHandler {
  return (request, reply, done) => {
    const exchange = { request, reply, now: parts.clock.now() };
    const { principal, refusal } = request.authentication;
    const outcome =
      principal === undefined
        ? countAddress(parts, exchange, refusal)
        : countAccount(parts, exchange, principal);
    if (outcome instanceof Promise) outcome.then(done, done);
    else done(outcome);
  };
}

function countAddress(parts: QuotaHookDependencies, exchange: Exchange, refusal: Error): Refusal {
  const { request, now } = exchange;
  const { headers, error } = countByAddress(parts, clientAddress(request), refusal, now);
  show(exchange, headers);
  return error;
}

/** Counts a request without a valid key. Returns the refusal, or 429 if the quota of the address is used up. */
export function countByAddress<Reason extends Error>(
  { addresses, onRefusal }: Pick<QuotaHookDependencies, 'addresses' | 'onRefusal'>,
  address: string | undefined,
  refusal: Reason,
  now: number,
): { headers: QuotaHeaders; error: Reason | ApiError } {
  // When the store cannot say whether the key is valid, its address is not charged for it.
  const isRefused = refusal instanceof ApiError && refusal.status === 401;
  const decision: QuotaDecision = isRefused ? addresses.consume(address, now) : addresses.peek(address, now);
  const headers = quotaHeaders(decision, now);
  if (decision.refusedBy === undefined) return { headers, error: refusal };
  onRefusal('address');
  const error = limitExceeded(decision.minute, 'requests per minute without a valid API key', now);
  return { headers, error };
}

function countAccount(
  parts: QuotaHookDependencies,
  exchange: Exchange,
  principal: Principal,
): Refusal | Promise<Refusal> {
  const { account, key } = principal;
  const quota = quotaOf(account);
  if (activeBan(key, exchange.now) !== undefined) return refuseBanned(parts, exchange, principal);
  const verdict = parts.accounts.consume(callerOf(principal), quota, exchange.now);
  if (verdict instanceof Promise) {
    return verdict.then(
      (late) => settle(parts, exchange, principal, quota, late),
      (error) => refuseUncounted(parts, exchange, error),
    );
  }
  return settle(parts, exchange, principal, quota, verdict);
}

/** What the account used is not known, so the response shows the counter of the address. */
function refuseUncounted({ addresses }: QuotaHookDependencies, exchange: Exchange, error: Error): Refusal {
  show(exchange, quotaHeaders(addresses.peek(clientAddress(exchange.request), exchange.now), exchange.now));
  return error;
}

function callerOf({ account, key }: Principal): QuotaSubject {
  return { accountId: account.id, keyId: key.id };
}

function settle(
  parts: QuotaHookDependencies,
  exchange: Exchange,
  principal: Principal,
  quota: Quota,
  verdict: QuotaVerdict,
): Refusal | Promise<Refusal> {
  show(exchange, quotaHeaders(verdict, verdict.at));
  if (verdict.refusedBy === undefined) return undefined;
  parts.onRefusal(verdict.refusedBy);
  if (verdict.strikes >= strikesUntilBan(quota)) return ban(parts, exchange, principal);
  return limitExceeded(reportedWindow(verdict), `requests per ${verdict.refusedBy}`, verdict.at);
}

/** Written before the answer, and known at once to the requests that share this principal. */
async function ban(parts: QuotaHookDependencies, exchange: Exchange, principal: Principal): Promise<Refusal> {
  try {
    const growth = growthOf(principal, exchange.request.method);
    const { ban: holding, isNew } = await parts.ban(principal.key.id, exchange.now, growth);
    principal.key.bannedSince = holding.startedAt;
    principal.key.bannedUntil = holding.endsAt;
    await parts.accounts.resetStrikes(callerOf(principal));
    if (isNew) parts.onBan();
  } catch (error) {
    parts.onBanFault(error);
    principal.key.bannedSince = exchange.now;
    principal.key.bannedUntil = exchange.now + SECOND;
  }
  return refuseBanned(parts, exchange, principal);
}

/** A reader's key in a public page is used by many visitors, none of whom knows of a refusal (docs/adr/0027). */
function growthOf({ account: { role } }: Principal, method: string): BanGrowth {
  return role === 'reader' && mayUseMethod(role, method) ? 'constant' : 'doubling';
}

/** 429 with the end of the ban, which is not counted. */
export async function refuseBanned(
  parts: QuotaHookDependencies,
  exchange: Exchange,
  { account, key }: Principal,
): Promise<ApiError> {
  const endsAt = key.bannedUntil ?? 0;
  const windows = await parts.accounts.peek(account.id, quotaOf(account), exchange.now);
  show(exchange, banHeaders(windows, { endsAt }, exchange.now));
  parts.onRefusal('ban');
  return new ApiError(
    'api_key_banned',
    `The API key is banned until ${time(Math.ceil(endsAt / SECOND))} for repeated requests after a 429. Wait as long as Retry-After says; requests during the ban do not extend it.`,
    { headers: { 'Retry-After': String(secondsUntil({ resetAt: endsAt / SECOND }, exchange.now)) } },
  );
}

function limitExceeded(window: WindowState, what: string, now: number): ApiError {
  return new ApiError(
    'rate_limit_exceeded',
    `The quota of ${window.limit} ${what} is used up. It resets at ${time(window.resetAt)}; wait as long as Retry-After says.`,
    { headers: { 'Retry-After': String(secondsUntil(window, now)) } },
  );
}

function show({ request, reply }: Exchange, headers: QuotaHeaders): void {
  request.quotaHeaders = headers;
  reply.headers(headers);
}

function time(unixSeconds: number): string {
  return new Date(unixSeconds * SECOND).toISOString().replace('.000Z', 'Z');
}
