import assert from 'node:assert/strict';
import { DAY } from '../../src/core/clock.ts';

export const HOLD = 2 * DAY;
export const ACTORS = ['reader', 'shelter', 'family', 'manager'] as const;
export type Actor = (typeof ACTORS)[number];

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
  by: Actor;
  owner: Actor;
}

export interface Outcome {
  status: number;
  code?: string;
  /** The id of a 201. */
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
  pets: (Pet & { owner: Actor })[] = [];
  /** Removed pets. */
  bin: (Pet & { owner: Actor })[] = [];
  orders: Order[] = [];
  events: { shown: object; to: Actor[] | 'all' }[] = [];

  constructor(now: number) {
    this.now = now;
  }

  create(actor: Actor, pet: Pet): Outcome {
    if (actor === 'reader') return refused(403, 'insufficient_role');
    this.pets.push({ ...pet, owner: actor });
    this.#recordPet('created', pet);
    return done(201);
  }

  patch(actor: Actor, id: number, change: Partial<Pet>): Outcome {
    const refusal = refuse(actor, id, this.pets);
    if (refusal !== undefined) return refusal;
    const pet = this.#pet(id);
    const moves = change.status !== undefined && change.status !== pet.status;
    if (moves && (this.#holder(id) || !PET_MOVES[String(pet.status)]?.includes(change.status ?? ''))) {
      return refused(409, 'invalid_transition');
    }
    const before = JSON.stringify(pet);
    Object.assign(pet, change);
    if (JSON.stringify(pet) !== before) this.#recordPet('updated', pet);
    return done();
  }

  remove(actor: Actor, id: number): Outcome {
    const refusal = refuse(actor, id, this.pets);
    if (refusal !== undefined) return refusal;
    if (this.#holder(id)) return refused(409, 'invalid_transition');
    const removed = this.#pet(id);
    this.#recordPet('deleted', removed);
    this.pets = this.pets.filter((pet) => pet !== removed);
    this.bin.push(removed);
    return done(204);
  }

  restore(actor: Actor, id: number): Outcome {
    const refusal = refuse(actor, id, this.bin);
    if (refusal !== undefined) return refusal;
    const restored = this.bin.filter((pet) => pet.id === id);
    this.bin = this.bin.filter((pet) => pet.id !== id);
    this.pets = [...this.pets, ...restored].sort((one, other) => one.id - other.id);
    for (const pet of restored) this.#recordPet('created', pet);
    return done();
  }

  erase(actor: Actor, id: number): Outcome {
    const refusal = refuse(actor, id, this.bin);
    if (refusal !== undefined) return refusal;
    this.bin = this.bin.filter((pet) => pet.id !== id);
    return done(204);
  }

  merge(actor: Actor, id: number, into: number): Outcome {
    if (actor === 'reader') return refused(403, 'insufficient_role');
    if (id === into) return refused(400, 'invalid_body');
    const refusal = refuse(actor, id, this.pets) ?? refuse(actor, into, this.pets);
    if (refusal !== undefined) return refusal;
    const [gone, remaining] = [this.#pet(id), this.#pet(into)];
    const isHeld = this.#holder(id);
    if (isHeld && (this.#holder(into) || remaining.status === 'sold')) return refused(409, 'merge_conflict');
    this.#recordPet('deleted', gone, this.now, { mergedInto: into });
    this.pets = this.pets.filter((pet) => pet !== gone);
    for (const order of this.orders.filter(({ petId }) => petId === id)) {
      Object.assign(order, { petId: into, owner: remaining.owner });
    }
    if (isHeld && remaining.status !== 'pending') this.#movePet(remaining, 'pending', this.now);
    return done();
  }

  place(actor: Actor, petId: number, id: number): Outcome {
    if (actor === 'reader') return refused(403, 'insufficient_role');
    const pet = this.pets.find((one) => one.id === petId);
    if (pet === undefined) return refused(404, 'pet_not_found');
    if (pet.status !== 'available') return refused(409, 'pet_not_available');
    const times = { placedAt: this.now, expiresAt: this.now + HOLD, updatedAt: this.now };
    const order = { id, petId, status: 'placed', ...times, by: actor, owner: pet.owner };
    this.#movePet(pet, 'pending', this.now);
    this.orders.push(order);
    this.#recordOrder(order);
    return done(201);
  }

  move(actor: Actor, id: number, status: string): Outcome {
    if (actor === 'reader') return refused(403, 'insufficient_role');
    const order = this.orders.find((one) => one.id === id);
    if (order === undefined || !sees(actor, order)) return refused(404, 'order_not_found');
    const mayAll = actor === 'manager' || actor === order.owner;
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
    this.#recordOrder(order);
    if (status === 'approved') return;
    this.#movePet(this.#pet(order.petId), status === 'completed' ? 'sold' : 'available', when);
  }

  #movePet(pet: Pet, status: string, when: number): void {
    pet.status = status;
    this.#recordPet('updated', pet, when);
  }

  #pet(id: number) {
    return this.pets.find((pet) => pet.id === id) ?? assert.fail(`the model has no pet ${id}`);
  }

  #holder(petId: number): boolean {
    return this.orders.some(({ petId: id, status }) => id === petId && status in ORDER_MOVES);
  }

  #recordPet(what: string, pet: Pet, when = this.now, others = {}): void {
    const shown = { type: `pet.${what}`, at: new Date(when).toISOString(), pet: showPet(pet), ...others };
    this.events.push({ shown, to: 'all' });
  }

  #recordOrder(order: Order): void {
    const type = `order.${order.status}`;
    const shown = { type, at: new Date(order.updatedAt).toISOString(), order: showOrder(order) };
    this.events.push({ shown, to: [order.by, order.owner, 'manager'] });
  }
}

function refuse(actor: Actor, id: number, pets: ReadonlyArray<Pet & { owner: Actor }>): Outcome | undefined {
  if (actor === 'reader') return refused(403, 'insufficient_role');
  const pet = pets.find((one) => one.id === id);
  if (pet === undefined) return refused(404, 'pet_not_found');
  return actor === 'manager' || actor === pet.owner ? undefined : refused(403, 'not_owner');
}

export function sees(actor: Actor, order: Order): boolean {
  return actor === 'manager' || actor === order.by || actor === order.owner;
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
