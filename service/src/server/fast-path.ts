import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiKeyCache, Principal } from '../accounts/api-key-cache.ts';
import { activeBan } from '../accounts/api-key-store.ts';
import { cachedAuthentication } from '../accounts/authenticate.ts';
import type { Clock } from '../core/clock.ts';
import type { UnreadResponses } from '../http/connections/unread-responses.ts';
import type { GracefulShutdown } from '../http/graceful-shutdown.ts';
import type { RequestIds } from '../http/requests/request-ids.ts';
import { codingFor } from '../http/responses/compress.ts';
import type { Coding } from '../http/responses/content-coding.ts';
import { codedTag } from '../http/responses/etag.ts';
import { JSON_TYPE, REVALIDATE_PRIVATE } from '../http/responses/json-response.ts';
import { QUOTA_HEADERS } from '../http/responses/quota-header-names.ts';
import type { ReadyPage } from '../http/responses/ready-page.ts';
import type { HoldExpiry } from '../orders/hold-expiry.ts';
import { type PetListQuery, type PetPageRequest, type PetPages, petPageRequest } from '../pets/pet-pages.ts';
import { plainListQuery } from '../pets/plain-list-target.ts';
import type { QuotaDecision } from '../quota/fixed-window.ts';
import { quotaOf } from '../quota/plan.ts';
import type { QuotaEngine } from '../quota/quota-engine.ts';
import { quotaHeaders } from '../quota/quota-headers.ts';

export interface FastPathDependencies {
  clock: Clock;
  ids: RequestIds;
  shutdown: GracefulShutdown;
  keys: ApiKeyCache;
  accounts: QuotaEngine;
  expiry: HoldExpiry;
  pages: PetPages;
  unread: UnreadResponses;
  /** Header fields of every response of the operation: names and values in turn. */
  headers: readonly string[];
  /** Called for each response; undefined if neither metrics nor the access log are on. */
  onResponse: ((response: FastPathResponse) => void) | undefined;
}

interface Outgoing {
  readonly response: ServerResponse;
  readonly headers: string[];
  readonly body: ReadyPage['body'];
}

interface FastPathResponse {
  readonly id: string;
  readonly principal: Principal;
  readonly elapsedMs: number;
}

/** How many parsed request targets are cached. */
const MAX_TARGETS = 10_000;

/**
 * Sends pages of pets without the framework, which makes the most frequent request more than twice as fast (docs/adr/0015).
 * It responds only to requests that pass every check synchronously, with the same response as the operation. All other
 * requests go to the framework unchanged.
 */
export class FastPath {
  readonly #dependencies: FastPathDependencies;
  readonly #targets = new Map<string, PetPageRequest>();
  readonly #outgoing: Outgoing[] = [];

  constructor(dependencies: FastPathDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Returns true if it sent a response. Otherwise it has changed nothing.
   *
   * @param pages `ready` to respond only with cached pages.
   */
  respond(request: IncomingMessage, response: ServerResponse, pages: 'all' | 'ready' = 'all'): boolean {
    // A pipelined response has no socket until its turn comes.
    if (!isPlain(request) || response.socket === null) return false;
    const beganAt = this.#dependencies.onResponse === undefined ? 0 : performance.now();
    const pageRequest = this.#parse(request.url ?? '');
    if (pageRequest === undefined) return false;
    const { clock, shutdown, expiry, ids, onResponse } = this.#dependencies;
    const now = clock.now();
    const principal = this.#principalOf(request, now);
    if (principal === undefined || shutdown.isShuttingDown || !expiry.hasNoDueHold(now)) return false;
    const page = this.#pageOf(pageRequest, principal, pages === 'ready' ? undefined : now);
    const form = page && formFor(request.headers['accept-encoding'], page);
    const decision = form && this.#count(principal, now);
    if (form === undefined || decision === undefined) return false;
    const id = ids.next();
    this.#send({ response, headers: this.#headersOf(id, form, decision, now), body: form.body });
    onResponse?.({ id, principal, elapsedMs: performance.now() - beganAt });
    return true;
  }

  /**
   * Flushes responses once per event-loop turn. Writing each one separately wakes the client process every time, which
   * costs more than building the response.
   */
  #send(response: Outgoing): void {
    if (this.#outgoing.length === 0) setImmediate(this.#sendAll);
    this.#outgoing.push(response);
  }

  readonly #sendAll = (): void => {
    for (const { response, headers, body } of this.#outgoing.splice(0)) {
      response.writeHead(200, headers);
      response.end(body, 'latin1');
      if (response.writableLength === 0) continue;
      // The client has not read all of the response yet, so it is still in flight.
      this.#dependencies.shutdown.trackResponse(response);
      this.#dependencies.unread.add(response);
    }
  };

  /** Caches parsed request targets: a map lookup is cheaper than parsing again. Pages with a cursor are not cached. */
  #parse(target: string): PetPageRequest | undefined {
    const cached = this.#targets.get(target);
    if (cached !== undefined) return cached;
    const query = plainListQuery(target);
    const pageRequest = query && pageRequestOf(query);
    if (pageRequest === undefined || pageRequest.pets.after !== undefined) return pageRequest;
    if (this.#targets.size >= MAX_TARGETS) this.#targets.clear();
    this.#targets.set(target, pageRequest);
    return pageRequest;
  }

  #principalOf({ headers }: IncomingMessage, now: number): Principal | undefined {
    const principal = cachedAuthentication(this.#dependencies.keys, headers.authorization, now);
    return principal === undefined || activeBan(principal.key, now) !== undefined ? undefined : principal;
  }

  /**
   * Returns undefined on a fault of the store: the operation has the same fault and sends the error.
   *
   * @param now undefined to return only a cached page.
   */
  #pageOf(pageRequest: PetPageRequest, principal: Principal, now: number | undefined): ReadyPage | undefined {
    const { sync } = this.#dependencies.pages;
    try {
      const ready = sync?.findReady(pageRequest);
      if (ready !== undefined || now === undefined) return ready;
      return this.#hasQuota(principal, now) ? sync?.make(pageRequest) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Avoids a query for a request that would be refused. */
  #hasQuota({ account }: Principal, now: number): boolean {
    const windows = this.#dependencies.accounts.peek(account.id, quotaOf(account), now);
    return !(windows instanceof Promise) && windows.minute.remaining > 0 && windows.day?.remaining !== 0;
  }

  #count({ account, key }: Principal, now: number): QuotaDecision | undefined {
    const subject = { accountId: account.id, keyId: key.id };
    return this.#dependencies.accounts.admitSync?.(subject, quotaOf(account), now);
  }

  #headersOf(id: string, form: PageForm, decision: QuotaDecision, now: number): string[] {
    const headers = ['x-request-id', id, ...this.#dependencies.headers];
    const quota = quotaHeaders(decision, now);
    for (const name of QUOTA_HEADERS) headers.push(name, quota[name]);
    if (form.link !== '') headers.push('link', form.link);
    headers.push('etag', form.etag, 'cache-control', REVALIDATE_PRIVATE, 'content-type', JSON_TYPE);
    if (form.coding !== undefined) headers.push('content-encoding', form.coding);
    headers.push('content-length', String(form.body.length));
    return headers;
  }
}

interface PageForm {
  readonly body: ReadyPage['body'];
  readonly link: string;
  readonly etag: string;
  readonly coding?: Coding;
}

/** Returns the form of a page that the client accepts; undefined if it would take too long to compress it synchronously. */
function formFor(acceptEncoding: string | undefined, page: ReadyPage): PageForm | undefined {
  const coding = codingFor(acceptEncoding, page.body);
  if (coding === undefined) return page;
  const body = page.compressedSync(coding);
  return body && { body, link: page.link, etag: codedTag(page.etag, coding), coding };
}

/** Returns true for an ordinary GET: HTTP/1.1 with one Host, one key, and no body, condition or expectation. */
function isPlain({ method, httpVersion, rawHeaders }: IncomingMessage): boolean {
  if (method !== 'GET' || httpVersion !== '1.1') return false;
  let hosts = 0;
  let keys = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const kind = KINDS_BY_LENGTH[name.length]?.[name.toLowerCase()];
    if (kind === 'unusual') return false;
    if (kind === 'host') hosts += 1;
    if (kind === 'key') keys += 1;
  }
  return hosts === 1 && keys === 1;
}

/** Keyed by length first, so that most names are not compared. */
const KINDS_BY_LENGTH: Readonly<Record<number, Readonly<Record<string, 'host' | 'key' | 'unusual'>>>> = {
  4: { host: 'host' },
  6: { expect: 'unusual' },
  7: { upgrade: 'unusual' },
  12: { 'content-type': 'unusual' },
  13: { authorization: 'key', 'if-none-match': 'unusual' },
  14: { 'content-length': 'unusual' },
  17: { 'transfer-encoding': 'unusual' },
};

/** Returns undefined for an invalid cursor: the operation sends the error. */
function pageRequestOf(query: PetListQuery): PetPageRequest | undefined {
  try {
    return petPageRequest(query);
  } catch {
    return undefined;
  }
}
