import { type Clock, SECOND } from '../../platform/core/clock.ts';
import { ApiError } from '../../platform/core/errors.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import { mayUseMethod } from '../../platform/core/role.ts';
import { declaresBody } from '../../platform/http/request-head.ts';
import { errorAnswer } from '../../platform/http/responses/answer.ts';
import type { Answer, Exchange, QuotaHeaders, Step } from '../../platform/http/route.ts';
import type { ApiKeyCache } from '../accounts/api-key-cache.ts';
import {
  authenticateRequest,
  cachedAuthentication,
  principalOf,
  requireRole,
} from '../accounts/authenticate.ts';
import { activeBan, type Ban, type BanGrowth } from '../accounts/ban.ts';
import type { KeyPrincipal, Principal } from '../accounts/principal.ts';
import type { AddressQuotas } from './address-quota.ts';
import { minuteOf, reportedWindow, type WindowName } from './fixed-window.ts';
import type { QuotaEngine, QuotaVerdict, WindowsAt } from './quota-engine.ts';
import { keyBanned, limitExceeded } from './quota-errors.ts';
import { banHeaders, quotaHeaders } from './quota-headers.ts';
import { senderOf } from './sender.ts';
import { banThreshold } from './strikes.ts';

export interface CountingDependencies {
  accountQuotas: QuotaEngine;
  addresses: AddressQuotas;
  /** Returns the address of the client, which a request counts against that does not count for an account. */
  addressOf(request: Exchange['request']): string | undefined;
  /** Bans a key unless it is banned already. Returns the ban in force; undefined for a key that must not be banned. */
  ban(keyId: bigint, now: number, growth: BanGrowth): Promise<{ ban: Ban; isNew: boolean } | undefined>;
  /** Sets the ban of a principal, and of those that are made of its key until it is read again. */
  setBan(principal: KeyPrincipal, ban: Ban): void;
  onRefusal(by: WindowName | 'ban' | 'address'): void;
  /** Called for each new ban of a key. */
  onBan(principal: KeyPrincipal, ban: Ban): void;
  /** Called when a ban could not be written. The request is rejected all the same. */
  onBanFault(error: unknown): void;
}

/**
 * Counts every request under `/v1` and sets the quota headers of its response. A request with a valid key counts against
 * its account, one of a person against the quota of all persons of the account, any other against the client address, and so does one that explains a used-up quota. Answers 401, or 429 if the
 * quota is used up or the key is banned.
 */
export function countRequest(dependencies: CountingDependencies): Step {
  return (exchange) => {
    const { authentication } = exchange;
    if (authentication === undefined) throw new Error('The request was not authenticated');
    const { principal, refusal } = authentication;
    return principal === undefined
      ? countByAddress(dependencies, exchange, refusal)
      : countByAccount(dependencies, exchange, principal, { count: 1, now: exchange.now });
  };
}

/** What a request counts, and when. */
interface Counted {
  readonly count: number;
  readonly now: number;
}

/**
 * Counts more requests for one that is counted already: all of them or none. Answers 429 if the quota has fewer left, or if
 * the key is banned.
 */
export function countMore(
  dependencies: CountingDependencies,
  exchange: Exchange,
  counted: Counted,
): MaybePromise<Answer | undefined> {
  return countByAccount(dependencies, exchange, principalOf(exchange), counted);
}

/**
 * Counts a request without a valid key. Answers with its 401, or 429 if the quota of the address is used up.
 *
 * @throws `refusal` if the store could not verify the key. The request does not count against the address.
 */
function countByAddress(dependencies: CountingDependencies, exchange: Exchange, refusal: Error): Answer {
  const { addresses, onRefusal, addressOf } = dependencies;
  const { now } = exchange;
  const address = addressOf(exchange.request);
  const isInvalid = refusal instanceof ApiError && refusal.status === 401;
  const decision = isInvalid ? addresses.consume(address, now) : addresses.peek(address, now);
  exchange.quotaHeaders = quotaHeaders(decision, now);
  if (!isInvalid) throw refusal;
  if (decision.refusedBy === undefined) return errorAnswer(refusal);
  onRefusal('address');
  return errorAnswer(limitExceeded(decision.minute, 'requests per minute without a valid API key', now));
}

/** Counts a request of a key or of a person. Only keys are banned: a ban protects against a program. */
function countByAccount(
  dependencies: CountingDependencies,
  exchange: Exchange,
  principal: Principal,
  counted: Counted,
): MaybePromise<Answer | undefined> {
  const { now } = counted;
  if (principal.key !== undefined && activeBan(principal.key, now) !== undefined)
    return refuseBanned(dependencies, exchange, principal, now);
  if (exchange.route?.answersBeyondQuota !== true) return consume(dependencies, exchange, principal, counted);
  return andThen(ofKnownUsage(dependencies, exchange, peek(dependencies, principal, now)), (known) =>
    known.minute.remaining === 0 || known.day?.remaining === 0
      ? countBeyondQuota(dependencies, exchange, known)
      : consume(dependencies, exchange, principal, counted),
  );
}

function consume(
  dependencies: CountingDependencies,
  exchange: Exchange,
  principal: Principal,
  counted: Counted,
): MaybePromise<Answer | undefined> {
  const { count, now } = counted;
  const { subject, quota } = senderOf(principal);
  const verdict = dependencies.accountQuotas.consume(subject, quota, now, count);
  return andThen(ofKnownUsage(dependencies, exchange, verdict), (known) =>
    applyVerdict(dependencies, exchange, principal, known, counted),
  );
}

function peek(
  { accountQuotas }: Pick<CountingDependencies, 'accountQuotas'>,
  principal: Principal,
  now: number,
): MaybePromise<WindowsAt> {
  const { subject, quota } = senderOf(principal);
  return accountQuotas.peek(subject.accountId, quota, now);
}

/** Counts a request against its address, because the quota of its account is used up. It is no strike. */
function countBeyondQuota(
  { addresses, addressOf, onRefusal }: CountingDependencies,
  exchange: Exchange,
  windows: WindowsAt,
): Answer | undefined {
  exchange.quotaHeaders = quotaHeaders(windows, windows.at);
  const { refusedBy, minute } = addresses.consume(addressOf(exchange.request), exchange.now);
  if (refusedBy === undefined) return undefined;
  onRefusal('address');
  return errorAnswer(
    limitExceeded(minute, 'requests per minute and address beyond that of the account', exchange.now),
  );
}

/** If the usage of the account is unknown, the headers describe the quota of the address. */
function ofKnownUsage<Usage>(
  { addresses, addressOf }: CountingDependencies,
  exchange: Exchange,
  usage: MaybePromise<Usage>,
): MaybePromise<Usage> {
  if (!(usage instanceof Promise)) return usage;
  return usage.catch((error: unknown) => {
    const { request, now } = exchange;
    exchange.quotaHeaders ??= quotaHeaders(addresses.peek(addressOf(request), now), now);
    throw error;
  });
}

function applyVerdict(
  dependencies: CountingDependencies,
  exchange: Exchange,
  principal: Principal,
  verdict: QuotaVerdict,
  { count, now }: Counted,
): MaybePromise<Answer | undefined> {
  exchange.quotaHeaders = quotaHeaders(verdict, verdict.at);
  if (verdict.refusedBy === undefined) {
    // In another minute, the earlier count stays.
    exchange.counted =
      minuteOf(verdict.at) === minuteOf(exchange.countedAt) ? exchange.counted + count : count;
    exchange.countedAt = verdict.at;
    return undefined;
  }
  // Other requests have used up the quota since it was read.
  if (exchange.route?.answersBeyondQuota === true) return countBeyondQuota(dependencies, exchange, verdict);
  dependencies.onRefusal(verdict.refusedBy);
  const unit = `requests per ${verdict.refusedBy}${principal.person === undefined ? '' : ' for all people of the account'}`;
  const exceeded = errorAnswer(limitExceeded(reportedWindow(verdict), unit, verdict.at, count));
  if (principal.key === undefined || verdict.strikes < banThreshold(senderOf(principal).quota))
    return exceeded;
  return ban(dependencies, exchange, principal, exceeded, now);
}

/** Bans the key and answers 429; `exceeded` if it must not be banned. The ban applies to the next request. */
async function ban(
  dependencies: CountingDependencies,
  exchange: Exchange,
  principal: KeyPrincipal,
  exceeded: Answer,
  now: number,
): Promise<Answer> {
  let banned: { ban: Ban; isNew: boolean } | undefined;
  try {
    const growth = growthOf(principal, exchange.method);
    banned = await dependencies.ban(principal.key.id, now, growth);
    await dependencies.accountQuotas.resetStrikes(senderOf(principal).subject);
  } catch (error) {
    dependencies.onBanFault(error);
    dependencies.setBan(principal, { startedAt: now, endsAt: now + SECOND });
    return refuseBanned(dependencies, exchange, principal, now);
  }
  if (banned === undefined) return exceeded;
  const { ban: inForce, isNew } = banned;
  dependencies.setBan(principal, inForce);
  if (isNew) dependencies.onBan(principal, inForce);
  return refuseBanned(dependencies, exchange, principal, now);
}

/** Bans of a reader do not grow: many visitors share the key of a public page (docs/adr/0027). */
function growthOf({ account: { role } }: KeyPrincipal, method: string): BanGrowth {
  return role === 'reader' && mayUseMethod(role, method) ? 'constant' : 'doubling';
}

/** Answers 429 with the end of the ban. The request is not counted. */
function refuseBanned(
  counting: Pick<CountingDependencies, 'accountQuotas' | 'onRefusal'>,
  exchange: Exchange,
  principal: KeyPrincipal,
  now: number,
): MaybePromise<Answer> {
  const endsAt = principal.key.bannedUntil ?? 0;
  return andThen(peek(counting, principal, now), (windows) => {
    exchange.quotaHeaders = banHeaders(windows, { endsAt }, now);
    counting.onRefusal('ban');
    return errorAnswer(keyBanned(endsAt, now));
  });
}

/** Takes back what a request has counted, because the process refuses it when it is overloaded. */
export function giveBack(
  { accountQuotas }: Pick<CountingDependencies, 'accountQuotas'>,
  exchange: Exchange,
): MaybePromise<void> {
  const { counted, countedAt } = exchange;
  if (counted === 0) return undefined;
  keepCounted(exchange);
  const { subject, quota } = senderOf(principalOf(exchange));
  return andThen(accountQuotas.giveBack(subject.accountId, quota, countedAt, counted), (windows) => {
    if (windows !== undefined) exchange.quotaHeaders = quotaHeaders(windows, windows.at);
  });
}

/** What was counted for the request until now is not given back: a part of it was done. */
export function keepCounted(exchange: Exchange): void {
  exchange.counted = 0;
}

/**
 * Checks the key again after the body has arrived, which may take 30 seconds: 401 if it was revoked or has expired
 * meanwhile, 429 if it was banned, 403 if the role of its account no longer allows the operation. It reads the key again only if accounts, keys or
 * bans have changed. The request was counted before its body arrived and is not counted again (docs/adr/0033).
 */
export function recheckKeyAfterBody(
  keys: ApiKeyCache,
  clock: Clock,
  counting: Pick<CountingDependencies, 'accountQuotas' | 'onRefusal'>,
): Step {
  return (exchange) => {
    if (!declaresBody(exchange.request)) return undefined;
    const now = clock.now();
    return andThen(authenticateRequest(keys, exchange.request, now), (authentication) => {
      if (authentication.principal === undefined) throw authentication.refusal;
      exchange.authentication = authentication;
      const { principal } = authentication;
      if (principal.key !== undefined && activeBan(principal.key, now) !== undefined)
        return refuseBanned(counting, exchange, principal, now);
      return requireRole(exchange);
    });
  };
}

export interface KnownQuotaDependencies {
  keys: ApiKeyCache;
  accountQuotas: QuotaEngine;
  addresses: AddressQuotas;
}

/**
 * Returns the quota headers of a request that is not counted, without a query: of its account or person if the key or the token is in
 * the cache, and of the address of its peer otherwise.
 */
export function knownQuota(dependencies: KnownQuotaDependencies, { request, now }: Exchange): QuotaHeaders {
  const { keys, addresses } = dependencies;
  const principal = cachedAuthentication(keys, request.headers.authorization, now);
  const windows = principal && peek(dependencies, principal, now);
  if (principal === undefined || windows === undefined || windows instanceof Promise) {
    return quotaHeaders(addresses.peek(request.socket.remoteAddress, now), now);
  }
  const ban = principal.key && activeBan(principal.key, now);
  return ban === undefined ? quotaHeaders(windows, now) : banHeaders(windows, ban, now);
}
