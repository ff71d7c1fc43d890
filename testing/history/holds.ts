import type { Event, Order, OrderStatus, Pet } from '../../client/src/index.ts';

/** The statuses from which an order may change to another. */
const ALLOWED_BEFORE: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  placed: [],
  approved: ['placed'],
  completed: ['approved'],
  cancelled: ['placed', 'approved'],
  expired: ['placed'],
};

/** The status of a pet in the event after that of its order. */
const PET_AFTER = { completed: 'sold', cancelled: 'available', expired: 'available' } as const;

/** Follows which order holds which pet, and finds events that break a rule. */
export class Holds {
  readonly orders = new Map<bigint, Order>();
  /** The open order of each pet. */
  readonly #holders = new Map<bigint, bigint>();
  /** The next status of each pet whose order has ended. */
  readonly #due = new Map<bigint, string>();
  /** Pets that an order has made pending, whose event comes next. */
  readonly #taken = new Set<bigint>();

  isHeld(petId: bigint): boolean {
    return this.#holders.has(petId);
  }

  /** Pets of which only half a change has an event. */
  get unfinished(): bigint[] {
    return [...this.#due.keys(), ...this.#taken];
  }

  /**
   * Applies an event of a pet; returns what is wrong with it.
   *
   * @param before the pet before its event; undefined if it is new.
   */
  pet(type: Event['type'], pet: Pet, before: Pet | undefined): string | undefined {
    const due = this.#due.get(pet.id);
    this.#due.delete(pet.id);
    if (due !== undefined) return pet.status === due ? undefined : `its order has ended and it is not ${due}`;
    if (this.#taken.has(pet.id)) return 'it was made pending for an order that does not exist';
    if (this.isHeld(pet.id)) return heldFault(type, pet);
    const isByOrder = type === 'pet.updated' && pet.name === before?.name;
    if (!isByOrder) return undefined;
    this.#taken.add(pet.id);
    const isTaken = before?.status === 'available' && pet.status === 'pending';
    return isTaken ? undefined : 'no write explains this change';
  }

  /** Applies an event of an order; returns what is wrong with it. */
  order(order: Order): string | undefined {
    const before = this.orders.get(order.id);
    this.orders.set(order.id, order);
    if (order.status === 'placed') return this.#placed(order, before);
    const isAllowed = before !== undefined && ALLOWED_BEFORE[order.status].includes(before.status);
    const isHolder = this.#holders.get(order.petId) === order.id;
    if (order.status !== 'approved') {
      this.#holders.delete(order.petId);
      this.#due.set(order.petId, PET_AFTER[order.status]);
    }
    if (!isAllowed) return `it was ${before?.status ?? 'never placed'}`;
    return isHolder ? undefined : 'it does not hold its pet';
  }

  #placed({ id, petId }: Order, before: Order | undefined): string | undefined {
    const holder = this.#holders.get(petId);
    this.#holders.set(petId, id);
    if (!this.#taken.delete(petId)) return 'its pet was not made pending for it';
    if (before !== undefined) return 'an order with its id existed before';
    return holder === undefined ? undefined : `order ${holder} holds the pet already`;
  }
}

function heldFault(type: Event['type'], { status }: Pet): string | undefined {
  if (type === 'pet.deleted') return 'it is removed while an order holds it';
  return status === 'pending' ? undefined : 'an order holds it and it is not pending';
}
