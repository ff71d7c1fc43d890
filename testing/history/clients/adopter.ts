import type { KnownOrder } from '../catalogue.ts';
import { isRefusal } from '../refusal.ts';
import type { ClientOptions } from './shelter.ts';

/** A client that orders pets, and sometimes cancels an order. */
export class Adopter {
  readonly #options: ClientOptions;
  #count = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  async step(): Promise<void> {
    const { random, catalogue } = this.#options;
    const dice = random.next();
    const petId = random.pick(catalogue.pets);
    const order = random.pick(catalogue.orders);
    if (dice < 0.2 && order !== undefined) return this.#cancel(order);
    if (dice < 0.85 && petId !== undefined) return this.#place(petId);
    await this.#look();
  }

  /** Lists available pets and its own orders: an order whose response was lost holds a pet, too. */
  async #look(): Promise<void> {
    const { api, catalogue, random } = this.#options;
    const status = random.chance(0.5) ? 'placed' : 'approved';
    try {
      await api.petstore.pets.page({ status: 'available' });
      const { items } = (await api.petstore.orders.page({ status, limit: 20 })) ?? { items: [] };
      for (const order of items) catalogue.noteOrder(order);
    } catch (error) {
      isRefusal(error);
    }
  }

  async #place(petId: bigint): Promise<void> {
    const { name, history, api, random, catalogue } = this.#options;
    this.#count += 1;
    const wanted = { petId, reference: `${name} ${this.#count}` };
    const { orders } = random.chance(0.5) ? api.petstore : api.withoutKeys;
    const write = history.record(history.placed, wanted);
    await history.perform(write, api, () => orders.place(wanted));
    if (write.response !== undefined) catalogue.noteOrder(write.response);
  }

  async #cancel({ id }: KnownOrder): Promise<void> {
    const { history, api, catalogue } = this.#options;
    const write = history.record(history.moved, { orderId: id, status: 'cancelled' });
    await history.perform(write, api, () => api.petstore.orders.change(id, { status: 'cancelled' }));
    if (write.response !== undefined) catalogue.noteOrder(write.response);
    // The order has ended, or belongs to another account.
    else if (write.outcome === 'refused') catalogue.noteEnded(id);
  }
}
