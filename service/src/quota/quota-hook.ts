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
import { banThreshold } from './strikes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The quota header fields of the response; null until the request was counted. */
    quotaHeaders: QuotaHeaders | null;
  }
}

export interface QuotaHookDependencies {
  clock: Clock;
  accounts: QuotaEngine;
  addresses: AddressQuotas;
  /** Bans a key unless it is banned already. Returns the ban in force. */
  ban(keyId: bigint, now: number, growth: BanGrowth): Promise<{ ban: Ban; isNew: boolean }>;
  onRefusal(by: WindowName | 'ban' | 'address'): void;
  onBan(): void;
  /** Called when a ban could not be written. The request is refused all the same. */
  onBanFault(error: unknown): void;
}

export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  now: number;
}

type Refusal = Error | undefined;

/**
 * Counts every request under `/v1` and sets the quota headers of its response. A request with a valid key counts against
 * its account, any other against the client address. Refuses with 401, or with 429 if the quota is used up or the key is
 * banned.
 */
export function quotaHook(dependencies: QuotaHookDependencies): onRequestHookHandler {
  return (request, reply, done) => {
    const exchange = { request, reply, now: dependencies.clock.now() };
    const { principal, refusal } = request.authentication;
    const outcome =
      principal === undefined
        ? countAddress(dependencies, exchange, refusal)
        : countAccount(dependencies, exchange, principal);
    if (outcome instanceof Promise) outcome.then(done, done);
    else done(outcome);
  };
}

function countAddress(dependencies: QuotaHookDependencies, exchange: Exchange, refusal: Error): Refusal {
  const { request, now } = exchange;
  const { headers, error } = countByAddress(dependencies, clientAddress(request), refusal, now);
  setQuotaHeaders(exchange, headers);
  return error;
}

/** Counts a request without a valid key. Returns `refusal`, or 429 if the quota of the address is used up. */
export function countByAddress<Reason extends Error>(
  { addresses, onRefusal }: Pick<QuotaHookDependencies, 'addresses' | 'onRefusal'>,
  address: string | undefined,
  refusal: Reason,
  now: number,
): { headers: QuotaHeaders; error: Reason | ApiError } {
  // If the store could not verify the key, the request does not count against the address.
  const isInvalid = refusal instanceof ApiError && refusal.status === 401;
  const decision: QuotaDecision = isInvalid ? addresses.consume(address, now) : addresses.peek(address, now);
  const headers = quotaHeaders(decision, now);
  if (decision.refusedBy === undefined) return { headers, error: refusal };
  onRefusal('address');
  const error = limitExceeded(decision.minute, 'requests per minute without a valid API key', now);
  return { headers, error };
}

function countAccount(
  dependencies: QuotaHookDependencies,
  exchange: Exchange,
  principal: Principal,
): Refusal | Promise<Refusal> {
  const { account, key } = principal;
  const quota = quotaOf(account);
  if (activeBan(key, exchange.now) !== undefined) return refuseBanned(dependencies, exchange, principal);
  const verdict = dependencies.accounts.consume(subjectOf(principal), quota, exchange.now);
  if (verdict instanceof Promise) {
    return verdict.then(
      (settled) => applyVerdict(dependencies, exchange, principal, quota, settled),
      (error) => refuseUncounted(dependencies, exchange, error),
    );
  }
  return applyVerdict(dependencies, exchange, principal, quota, verdict);
}

/** The usage of the account is unknown, so the headers describe the quota of the address. */
function refuseUncounted({ addresses }: QuotaHookDependencies, exchange: Exchange, error: Error): Refusal {
  setQuotaHeaders(
    exchange,
    quotaHeaders(addresses.peek(clientAddress(exchange.request), exchange.now), exchange.now),
  );
  return error;
}

function subjectOf({ account, key }: Principal): QuotaSubject {
  return { accountId: account.id, keyId: key.id };
}

function applyVerdict(
  dependencies: QuotaHookDependencies,
  exchange: Exchange,
  principal: Principal,
  quota: Quota,
  verdict: QuotaVerdict,
): Refusal | Promise<Refusal> {
  setQuotaHeaders(exchange, quotaHeaders(verdict, verdict.at));
  if (verdict.refusedBy === undefined) return undefined;
  dependencies.onRefusal(verdict.refusedBy);
  if (verdict.strikes >= banThreshold(quota)) return ban(dependencies, exchange, principal);
  return limitExceeded(reportedWindow(verdict), `requests per ${verdict.refusedBy}`, verdict.at);
}

/** Writes the ban before it responds. The cached principal is updated, so other requests with the key see the ban. */
async function ban(
  dependencies: QuotaHookDependencies,
  exchange: Exchange,
  principal: Principal,
): Promise<Refusal> {
  try {
    const growth = growthOf(principal, exchange.request.method);
    const { ban: inForce, isNew } = await dependencies.ban(principal.key.id, exchange.now, growth);
    principal.key.bannedSince = inForce.startedAt;
    principal.key.bannedUntil = inForce.endsAt;
    await dependencies.accounts.resetStrikes(subjectOf(principal));
    if (isNew) dependencies.onBan();
  } catch (error) {
    dependencies.onBanFault(error);
    principal.key.bannedSince = exchange.now;
    principal.key.bannedUntil = exchange.now + SECOND;
  }
  return refuseBanned(dependencies, exchange, principal);
}

/** A reader's key in a public web page is shared by many visitors, so repeated bans do not grow (docs/adr/0027). */
function growthOf({ account: { role } }: Principal, method: string): BanGrowth {
  return role === 'reader' && mayUseMethod(role, method) ? 'constant' : 'doubling';
}

/** Returns a 429 with the end of the ban. The request is not counted. */
export async function refuseBanned(
  dependencies: QuotaHookDependencies,
  exchange: Exchange,
  { account, key }: Principal,
): Promise<ApiError> {
  const endsAt = key.bannedUntil ?? 0;
  const windows = await dependencies.accounts.peek(account.id, quotaOf(account), exchange.now);
  setQuotaHeaders(exchange, banHeaders(windows, { endsAt }, exchange.now));
  dependencies.onRefusal('ban');
  return new ApiError(
    'api_key_banned',
    `The API key is banned until ${formatTime(Math.ceil(endsAt / SECOND))} for repeated requests after a 429. Wait for the seconds in Retry-After; requests during the ban do not extend it.`,
    { headers: { 'Retry-After': String(secondsUntil({ resetAt: endsAt / SECOND }, exchange.now)) } },
  );
}

function limitExceeded(window: WindowState, unit: string, now: number): ApiError {
  return new ApiError(
    'rate_limit_exceeded',
    `The quota of ${window.limit} ${unit} is used up. It resets at ${formatTime(window.resetAt)}. Wait for the seconds in Retry-After.`,
    { headers: { 'Retry-After': String(secondsUntil(window, now)) } },
  );
}

function setQuotaHeaders({ request, reply }: Exchange, headers: QuotaHeaders): void {
  request.quotaHeaders = headers;
  reply.headers(headers);
}

function formatTime(unixSeconds: number): string {
  return new Date(unixSeconds * SECOND).toISOString().replace('.000Z', 'Z');
}
