import type { KnownOrder } from '../catalogue.ts';
import { isRefusal } from './refusal.ts';
import type { Desk } from './shelter.ts';

/** Somebody who asks for animals, and thinks better of it now and then. */
export class Adopter {
  readonly #desk: Desk;
  #count = 0;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Does one thing. */
  async step(): Promise<void> {
    const { random, catalogue } = this.#desk;
    const dice = random.next();
    const petId = random.pick(catalogue.pets);
    const order = random.pick(catalogue.orders);
    if (dice < 0.2 && order !== undefined) return this.#cancel(order);
    if (dice < 0.85 && petId !== undefined) return this.#place(petId);
    await this.#look();
  }

  /** At what can be adopted, and at the own orders: one whose answer was lost holds an animal too. */
  async #look(): Promise<void> {
    const { caller, catalogue, random } = this.#desk;
    const status = random.chance(0.5) ? 'placed' : 'approved';
    try {
      await caller.petstore.pets.page({ status: 'available' });
      const { items } = (await caller.petstore.orders.page({ status, limit: 20 })) ?? { items: [] };
      for (const order of items) catalogue.noteOrder(order);
    } catch (error) {
      isRefusal(error);
    }
  }

  async #place(petId: bigint): Promise<void> {
    const { name, ledger, caller, random, catalogue } = this.#desk;
    this.#count += 1;
    const wanted = { petId, reference: `${name} ${this.#count}` };
    const { orders } = random.chance(0.5) ? caller.petstore : caller.withoutKeys;
    const write = ledger.open(ledger.placed, wanted);
    await ledger.carryOut(write, caller, () => orders.place(wanted));
    if (write.answer !== undefined) catalogue.noteOrder(write.answer);
  }

  async #cancel({ id }: KnownOrder): Promise<void> {
    const { ledger, caller, catalogue } = this.#desk;
    const write = ledger.open(ledger.moved, { orderId: id, status: 'cancelled' });
    await ledger.carryOut(write, caller, () => caller.petstore.orders.change(id, { status: 'cancelled' }));
    if (write.answer !== undefined) catalogue.noteOrder(write.answer);
    // It has ended, or is another's.
    else if (write.outcome === 'refused') catalogue.noteEnded(id);
  }
}
