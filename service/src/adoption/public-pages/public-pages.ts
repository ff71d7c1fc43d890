import type { IncomingMessage } from 'node:http';
import { AddressQuotas } from '../../access/quota/address-quota.ts';
import type { CounterTable } from '../../access/quota/counter-table.ts';
import { addressQuotaError } from '../../access/quota/quota-errors.ts';
import { secondsUntil } from '../../access/quota/quota-headers.ts';
import { ApiError } from '../../platform/core/errors.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import { singleFlightByKey } from '../../platform/core/tasks/single-flight.ts';
import type { Database } from '../../platform/database/database.ts';
import { addressKey } from '../../platform/http/requests/client-address.ts';
import { pathNotFound } from '../../platform/http/requests/validation.ts';
import { errorAnswer } from '../../platform/http/responses/answer.ts';
import { Representation } from '../../platform/http/responses/representation.ts';
import { ResponseCache } from '../../platform/http/responses/response-cache.ts';
import type { Answer, Exchange, RequestStart } from '../../platform/http/route.ts';
import { EMBEDDED_PACE, PacedReads, SERVER_PACE } from './paced-reads.ts';
import { type PublicPage, type Site, Visit } from './public-page.ts';
import { invalidPage, tooManyPage, unavailablePage } from './views/notice-page.ts';

export interface PublicPagesDependencies {
  /** Its members may change: they are those of `isOn`, or newer. */
  readonly site: Site;
  /** Whether the pages are shown now. */
  readonly isOn: () => MaybePromise<boolean>;
  readonly requestsPerMinute: number;
  /** Which count the requests of each address, and those of them for large lists. */
  readonly counters: { readonly all: CounterTable; readonly large: CounterTable };
  readonly addressOf: (request: IncomingMessage) => string | undefined;
  /** Runs the read of a page when the store has a place for it. */
  readonly runRead: (exchange: Exchange, read: () => MaybePromise<Answer>) => MaybePromise<Answer>;
  readonly database: Database;
  /** The part of the memory for this thread. */
  readonly share: number;
}

/** The part of the quota of an address that it may use for large lists. */
const LARGE_SHARE = 1 / 5;

/**
 * Serves the pages that need no key. Each client address has a quota, apart from those of all accounts. Requests for the same
 * page share what is read for it.
 */
export class PublicPages {
  readonly #dependencies: PublicPagesDependencies;
  readonly #quotas: AddressQuotas;
  readonly #largeQuotas: AddressQuotas;
  /** Undefined if the store is a server. */
  readonly #cache: ResponseCache | undefined;
  readonly #reads: PacedReads;

  constructor(dependencies: PublicPagesDependencies) {
    const { requestsPerMinute: perMinute, database, counters, share } = dependencies;
    this.#dependencies = dependencies;
    this.#quotas = new AddressQuotas({ perMinute, perDay: undefined }, counters.all);
    const largePerMinute = Math.ceil(perMinute * LARGE_SHARE);
    this.#largeQuotas = new AddressQuotas({ perMinute: largePerMinute, perDay: undefined }, counters.large);
    this.#cache =
      database.version && new ResponseCache(database.version, { share, cachedOn: 'first request' });
    this.#reads = new PacedReads(database.version === undefined ? SERVER_PACE : EMBEDDED_PACE);
  }

  respond(exchange: Exchange, page: PublicPage): MaybePromise<Answer> {
    return andThen(this.#dependencies.isOn(), (isOn) => {
      if (!isOn) throw pathNotFound();
      const refusal = this.#refusal(exchange, page);
      return refusal ?? this.#dependencies.runRead(exchange, () => this.#answerFromCache(exchange, page));
    });
  }

  #refusal(exchange: Exchange, page: PublicPage): Answer | undefined {
    const { request, now } = exchange;
    const address = this.#dependencies.addressOf(request);
    const decision = this.#quotas.consume(address, now);
    if (decision.refusedBy === undefined) return page.isLarge ? this.#largeRefusal(address, now) : undefined;
    if (!page.isForPeople) return errorAnswer(addressQuotaError(decision, 'public pages', now));
    return tooManyPage(
      visitOf(exchange, this.#dependencies.site),
      this.#dependencies.site,
      secondsUntil(decision.minute, now),
    );
  }

  #largeRefusal(address: string | undefined, now: number): Answer | undefined {
    const decision = this.#largeQuotas.consume(address, now);
    if (decision.refusedBy === undefined) return undefined;
    return errorAnswer(addressQuotaError(decision, 'lists in JSON, feeds and sitemaps', now));
  }

  #answerFromCache(exchange: Exchange, page: PublicPage): MaybePromise<Answer> {
    const visit = visitOf(exchange, this.#dependencies.site);
    const recover = (error: unknown) => this.#errorAnswer(error, { exchange, visit, page });
    const address = this.#dependencies.addressOf(exchange.request) ?? '';
    const found = this.#find(visit, page, addressKey(address), recover);
    return andThen(found, (settled) =>
      settled instanceof Representation ? answerOf(page, settled) : settled,
    );
  }

  #find(
    visit: Visit,
    page: PublicPage,
    address: string,
    recover: (error: unknown) => Answer,
  ): MaybePromise<Representation | Answer> {
    try {
      const found =
        page.keyOf === undefined
          ? page.render(visit)
          : this.#findByKey(pageKey(visit, page.keyOf), visit, page, address);
      return found instanceof Promise ? found.catch(recover) : found;
    } catch (error) {
      return recover(error);
    }
  }

  #findByKey(
    key: string,
    visit: Visit,
    page: PublicPage,
    address: string,
  ): MaybePromise<Representation | Answer> {
    return this.#cache?.find(key) ?? this.#readOnce(key, visit, page, address);
  }

  readonly #readOnce = singleFlightByKey((key: string, visit: Visit, page: PublicPage, address: string) =>
    this.#reads.run(address, () => this.#read(key, visit, page)),
  );

  #read(key: string, visit: Visit, page: PublicPage): MaybePromise<Representation | Answer> {
    const render = () => page.render(visit);
    // Looks it up again: while the read waited for its turn, the store may have changed.
    return this.#cache === undefined ? render() : this.#cache.findOrBuild(key, render);
  }

  /** Returns an error of the visitor as a page, or as JSON that other sites can read. @throws any other error. */
  #errorAnswer(error: unknown, { exchange, visit, page }: Failed): Answer {
    const { site } = this.#dependencies;
    if (!(error instanceof ApiError)) throw error;
    if (error.status >= 500) exchange.fault = error;
    if (!page.isForPeople) return errorAnswer(error);
    if (error.status === 503) return unavailablePage(visit, site, error);
    if (error.code === 'invalid_parameter') return invalidPage(visit, site);
    throw error;
  }
}

interface Failed {
  readonly exchange: Exchange;
  readonly visit: Visit;
  readonly page: PublicPage;
}

/** With the day, because ages change at midnight. */
function pageKey(visit: Visit, keyOf: (visit: Visit) => string): string {
  return `${visit.today} ${keyOf(visit)}`;
}

function visitOf({ request, now, target, matched }: RequestStart, { timeZone }: Site): Visit {
  return new Visit({
    now,
    timeZone,
    target,
    params: matched?.params ?? {},
    acceptLanguage: request.headers['accept-language'],
  });
}

function answerOf({ type, headers }: PublicPage, body: Representation): Answer {
  const { etag, link } = body;
  return { status: 200, headers: link === '' ? headers : [...headers, 'link', link], etag, body, type };
}
