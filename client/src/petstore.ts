import type { Usage } from './contract.ts';
import { Events } from './events.ts';
import { List } from './list.ts';
import { type CallOptions, type PetstoreOptions, settingsOf } from './options.ts';
import { Orders } from './orders.ts';
import { Pets } from './pets.ts';
import type { Quota } from './quota-headers.ts';
import { Transport } from './transport/transport.ts';

/**
 * A client of one service with one API key. Use one for all calls with that key: its calls share what is known of the
 * quota. Every call may throw a `PetstoreError` with what the service answered, a `PetstoreConnectionError`, a
 * `PetstoreTimeoutError`, a `PetstoreAbortError`, or a `PetstoreAnswerError` for what no Petstore answers.
 */
export class Petstore {
  readonly pets: Pets;
  readonly orders: Orders;
  /** The kinds of animals, and how many of each are available. */
  readonly categories: List<'listCategories'>;
  readonly events: Events;
  readonly #transport: Transport;

  /** @throws {TypeError} for an option that cannot work. */
  constructor(options: PetstoreOptions) {
    const settings = settingsOf(options);
    this.#transport = new Transport(settings);
    this.pets = new Pets(this.#transport);
    this.orders = new Orders(this.#transport);
    this.categories = new List(this.#transport, 'listCategories');
    this.events = new Events(this.#transport, settings.clock);
  }

  /** What the account has used of its quotas: both windows, bans, the last 30 days. */
  async usage(options?: CallOptions): Promise<Usage> {
    return (await this.#transport.call('getUsage', { options })).result;
  }

  /** Both windows as the last answer told them; undefined before the first. */
  get quota(): Quota | undefined {
    return this.#transport.quota;
  }
}
