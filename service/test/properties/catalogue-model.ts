import assert from 'node:assert/strict';
import { DAY } from '../../src/core/clock.ts';

export const HOLD = 2 * DAY;
export const WHO = ['reader', 'shelter', 'family', 'manager'] as const;
export type Who = (typeof WHO)[number];

export interface Pet {
  id: number;
  name: string;
  categoryId: number;
  status?: string;
}

export interface Order {
  id: number;
  petId: number;
  status: string;
  placedAt: number;
  expiresAt: number | undefined;
  updatedAt: number;
  by: Who;
  owner: Who;
}

export interface Outcome {
  status: number;
  code?: string;
  /** What a 201 says of the new id. */
  id?: number;
}

const done = (status = 200): Outcome => ({ status });
const refused = (status: number, code: string): Outcome => ({ status, code });

const PET_MOVES: Record<string, string[]> = {
  undefined: ['available', 'pending', 'sold'],
  available: ['pending', 'sold'],
  pending: ['available', 'sold'],
  sold: ['available'],
};
const ORDER_MOVES: Record<string, string[]> = {
  placed: ['approved', 'cancelled'],
  approved: ['completed', 'cancelled'],
};

/** The rules of docs/api-design.md in arrays, without a database, a transaction or an index. */
export class Model {
  now: number;
  pets: (Pet & { owner: Who })[] = [];
  orders: Order[] = [];
  events: { shown: object; to: Who[] | 'all' }[] = [];

  constructor(now: number) {
    this.now = now;
  }

  create(who: Who, pet: Pet): Outcome {
    if (who === 'reader') return refused(403, 'insufficient_role');
    this.pets.push({ ...pet, owner: who });
    this.#tellPet('created', pet);
    return done(201);
  }

  patch(who: Who, id: number, change: Partial<Pet>): Outcome {
    const refusal = this.#refusePet(who, id);
    if (refusal !== undefined) return refusal;
    const pet = this.#pet(id);
    const moves = change.status !== undefined && change.status !== pet.status;
    if (moves && (this.#holder(id) || !PET_MOVES[String(pet.status)]?.includes(change.status ?? ''))) {
      return refused(409, 'invalid_transition');
    }
    const before = JSON.stringify(pet);
    Object.assign(pet, change);
    if (JSON.stringify(pet) !== before) this.#tellPet('updated', pet);
    return done();
  }

  remove(who: Who, id: number): Outcome {
    const refusal = this.#refusePet(who, id);
    if (refusal !== undefined) return refusal;
    if (this.#holder(id)) return refused(409, 'invalid_transition');
    this.#tellPet('deleted', this.#pet(id));
    this.pets = this.pets.filter((pet) => pet.id !== id);
    return done(204);
  }

  place(who: Who, petId: number, id: number): Outcome {
    if (who === 'reader') return refused(403, 'insufficient_role');
    const pet = this.pets.find((one) => one.id === petId);
    if (pet === undefined) return refused(404, 'pet_not_found');
    if (pet.status !== 'available') return refused(409, 'pet_not_available');
    const times = { placedAt: this.now, expiresAt: this.now + HOLD, updatedAt: this.now };
    const order = { id, petId, status: 'placed', ...times, by: who, owner: pet.owner };
    this.#movePet(pet, 'pending', this.now);
    this.orders.push(order);
    this.#tellOrder(order);
    return done(201);
  }

  move(who: Who, id: number, status: string): Outcome {
    if (who === 'reader') return refused(403, 'insufficient_role');
    const order = this.orders.find((one) => one.id === id);
    if (order === undefined || !sees(who, order)) return refused(404, 'order_not_found');
    const mayAll = who === 'manager' || who === order.owner;
    if (!mayAll && status !== 'cancelled' && status !== order.status) return refused(403, 'not_owner');
    if (status === order.status) return done();
    if (!ORDER_MOVES[order.status]?.includes(status)) return refused(409, 'invalid_transition');
    this.#moveOrder(order, status, this.now);
    return done();
  }

  pass(ms: number): void {
    this.now += ms;
    const due = this.orders.filter(({ expiresAt }) => expiresAt !== undefined && expiresAt <= this.now);
    for (const order of due.sort((a, b) => (a.expiresAt ?? 0) - (b.expiresAt ?? 0) || a.id - b.id)) {
      this.#moveOrder(order, 'expired', order.expiresAt ?? 0);
    }
  }

  #moveOrder(order: Order, status: string, when: number): void {
    Object.assign(order, { status, expiresAt: undefined, updatedAt: when });
    this.#tellOrder(order);
    if (status === 'approved') return;
    this.#movePet(this.#pet(order.petId), status === 'completed' ? 'sold' : 'available', when);
  }

  #movePet(pet: Pet, status: string, when: number): void {
    pet.status = status;
    this.#tellPet('updated', pet, when);
  }

  #refusePet(who: Who, id: number): Outcome | undefined {
    if (who === 'reader') return refused(403, 'insufficient_role');
    const pet = this.pets.find((one) => one.id === id);
    if (pet === undefined) return refused(404, 'pet_not_found');
    return who === 'manager' || who === pet.owner ? undefined : refused(403, 'not_owner');
  }

  #pet(id: number) {
    return this.pets.find((pet) => pet.id === id) ?? assert.fail(`the model has no pet ${id}`);
  }

  #holder(petId: number): boolean {
    return this.orders.some(({ petId: id, status }) => id === petId && status in ORDER_MOVES);
  }

  #tellPet(what: string, pet: Pet, when = this.now): void {
    const shown = { type: `pet.${what}`, at: new Date(when).toISOString(), pet: showPet(pet) };
    this.events.push({ shown, to: 'all' });
  }

  #tellOrder(order: Order): void {
    const type = `order.${order.status}`;
    const shown = { type, at: new Date(order.updatedAt).toISOString(), order: showOrder(order) };
    this.events.push({ shown, to: [order.by, order.owner, 'manager'] });
  }
}

export function sees(who: Who, order: Order): boolean {
  return who === 'manager' || who === order.by || who === order.owner;
}

export function showPet({ id, name, categoryId, status }: Pet): object {
  return { id, name, categoryId, ...(status === undefined ? {} : { status }) };
}

export function showOrder({ id, petId, status, placedAt, expiresAt, updatedAt }: Order): object {
  return {
    id,
    petId,
    status,
    placedAt: new Date(placedAt).toISOString(),
    ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() }),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}
