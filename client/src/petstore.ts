import type { Summary, Usage } from './contract.ts';
import type { CallOptions, PetstoreOptions, RequestOptions } from './options.ts';
import type { Quota } from './quota-headers.ts';
import { Accounts } from './resources/accounts.ts';
import { Applications } from './resources/applications.ts';
import { Bin } from './resources/bin.ts';
import { Categories } from './resources/categories.ts';
import { Events } from './resources/events.ts';
import { Exports } from './resources/exports.ts';
import { Imports } from './resources/imports.ts';
import { Keys } from './resources/keys.ts';
import { List } from './resources/list.ts';
import { Listings } from './resources/listings.ts';
import { Orders } from './resources/orders.ts';
import { People } from './resources/people.ts';
import { Pets } from './resources/pets.ts';
import { Photos } from './resources/photos.ts';
import { Publishing } from './resources/publishing.ts';
import { Reports } from './resources/reports.ts';
import { Settings } from './resources/settings.ts';
import { Webhooks } from './resources/webhooks.ts';
import { settingsOf } from './settings.ts';
import type { PetstoreResponse } from './transport/response.ts';
import { Transport } from './transport/transport.ts';

/**
 * A client of one service with one API key. Use one client for all calls with that key, because its calls share the known
 * quota. Every call may throw a `PetstoreError` if the service rejects the request, a `PetstoreConnectionError`, a
 * `PetstoreTimeoutError`, a `PetstoreAbortError`, or a `PetstoreAnswerError` if the response is not from Petstore.
 */
export class Petstore {
  readonly pets: Pets;
  /** Removed animals, which can be restored for 30 days. */
  readonly bin: Bin;
  readonly orders: Orders;
  /** What adopters see: the animals with their profiles and photos. */
  readonly listings: Listings;
  readonly photos: Photos;
  /** The categories, each with the number of its available animals. */
  readonly categories: Categories;
  readonly events: Events;
  /** What visitors ask for, and the answers of the shelter. */
  readonly applications: Applications;
  readonly webhooks: Webhooks;
  /** The persons who sign in to the console. */
  readonly people: People;
  /** The accounts of the service, for admins. */
  readonly accounts: Accounts;
  readonly keys: Keys;
  /** Who changed what, for admins: newest first, or from an entry on with `sort: 'id'` and `after`. */
  readonly audit: List<'listAudit'>;
  readonly exports: Exports;
  /** The sites where adopters look, and what they get. */
  readonly publishing: Publishing;
  /** Figures of the shelter, from the movements. */
  readonly reports: Reports;
  /** Files of animals. */
  readonly imports: Imports;
  /** What an admin sets: the shelter, and its public pages. */
  readonly settings: Settings;
  readonly #transport: Transport;

  /** @throws {TypeError} for an invalid, a missing or an unknown option. */
  constructor(options: PetstoreOptions = {}) {
    const settings = settingsOf(options);
    this.#transport = new Transport(settings);
    this.pets = new Pets(this.#transport);
    this.bin = new Bin(this.#transport);
    this.orders = new Orders(this.#transport);
    this.listings = new Listings(this.#transport);
    this.photos = new Photos(this.#transport);
    this.categories = new Categories(this.#transport);
    this.applications = new Applications(this.#transport);
    this.webhooks = new Webhooks(this.#transport);
    this.people = new People(this.#transport);
    this.accounts = new Accounts(this.#transport);
    this.keys = new Keys(this.#transport);
    this.audit = new List(this.#transport, 'listAudit');
    this.exports = new Exports(this.#transport);
    this.publishing = new Publishing(this.#transport);
    this.reports = new Reports(this.#transport);
    this.imports = new Imports(this.#transport);
    this.settings = new Settings(this.#transport);
    this.events = new Events(this.#transport, settings.clock);
  }

  /** Returns the usage of the account: both quota windows, bans, the last 30 days. */
  async usage(options?: CallOptions): Promise<Usage> {
    return (await this.#transport.call('getUsage', { options })).result;
  }

  /** Returns what needs attention: orders, animals, and counts of the last two weeks. */
  async summary(options?: CallOptions): Promise<Summary> {
    return (await this.#transport.call('getSummary', { options })).result;
  }

  /**
   * Sends a request that has no method here, for example of a newer service. It waits for the quota and is retried like every
   * other call, a POST with an `Idempotency-Key`. Send nothing else that must not be done twice.
   *
   * @param path the path below `/v1`, such as `/pets`.
   */
  request<Result = unknown>(
    method: string,
    path: string,
    options?: RequestOptions,
  ): Promise<PetstoreResponse<Result>> {
    return this.#transport.request(method, path, options);
  }

  /** Both quota windows as the last response reported them; undefined before the first. */
  get quota(): Quota | undefined {
    return this.#transport.quota;
  }
}
