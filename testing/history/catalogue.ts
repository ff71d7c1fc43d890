import type { Order, OrderStatus } from '../../client/src/index.ts';

/** Recent ones are written by several at once, which is where it goes wrong. */
const RECENT = 60;

export interface KnownOrder {
  id: bigint;
  petId: bigint;
  status: OrderStatus;
}

/** What people have heard of a catalogue, which may be out of date. */
export class Catalogue {
  #pets: bigint[] = [];
  #orders: KnownOrder[] = [];

  get pets(): readonly bigint[] {
    return this.#pets;
  }

  /** Those that were open when they were heard of. */
  get orders(): readonly KnownOrder[] {
    return this.#orders;
  }

  noteAdded(petId: bigint): void {
    this.#pets = [...this.#pets.slice(-RECENT), petId];
  }

  noteRemoved(petId: bigint): void {
    this.#pets = this.#pets.filter((id) => id !== petId);
  }

  noteOrder({ id, petId, status }: Order): void {
    const others = this.#orders.filter((order) => order.id !== id);
    const isOpen = status === 'placed' || status === 'approved';
    this.#orders = isOpen ? [...others.slice(-RECENT), { id, petId, status }] : others;
  }

  noteEnded(orderId: bigint): void {
    this.#orders = this.#orders.filter(({ id }) => id !== orderId);
  }
}
