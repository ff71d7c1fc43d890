import type { Order, OrderStatus } from '../../client/src/index.ts';

/** Few enough that several clients write to the same pet or order. */
const MAX_KNOWN = 60;

export interface KnownOrder {
  id: bigint;
  petId: bigint;
  status: OrderStatus;
}

/** What the clients of a workload know of the catalogue. It may be out of date. */
export class Catalogue {
  #pets: bigint[] = [];
  #orders: KnownOrder[] = [];

  get pets(): readonly bigint[] {
    return this.#pets;
  }

  /** Orders that were open when a response last showed them. */
  get orders(): readonly KnownOrder[] {
    return this.#orders;
  }

  noteAdded(petId: bigint): void {
    this.#pets = [...this.#pets.slice(-MAX_KNOWN), petId];
  }

  noteRemoved(petId: bigint): void {
    this.#pets = this.#pets.filter((id) => id !== petId);
  }

  noteOrder({ id, petId, status }: Order): void {
    const others = this.#orders.filter((order) => order.id !== id);
    const isOpen = status === 'placed' || status === 'approved';
    this.#orders = isOpen ? [...others.slice(-MAX_KNOWN), { id, petId, status }] : others;
  }

  noteEnded(orderId: bigint): void {
    this.#orders = this.#orders.filter(({ id }) => id !== orderId);
  }
}
