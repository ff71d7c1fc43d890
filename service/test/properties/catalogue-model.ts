import assert from 'node:assert/strict';
import { DAY } from '../../src/platform/core/clock.ts';

export const HOLD = 2 * DAY;
export const ACTORS = ['reader', 'shelter', 'family', 'manager'] as const;
export type Actor = (typeof ACTORS)[number];

export interface Pet {
  id: number;
  name: string;
  categoryId: number;
  status?: string;
}

/** What the changes of a status record: the animal was adopted, or came back. */
interface Movement {
  /** They are in the order in which they were recorded, because each is of the day of its change. */
  number: number;
  reason: 'adoption' | 'return';
}

type OwnedPet = Pet & { owner: Actor; movements: Movement[] };

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
  pets: OwnedPet[] = [];
  /** Removed pets. */
  bin: OwnedPet[] = [];
  orders: Order[] = [];
  #movements = 0;
  events: { shown: object; to: Actor[] | 'all' }[] = [];

  constructor(now: number) {
    this.now = now;
  }

  create(actor: Actor, pet: Pet): Outcome {
    if (actor === 'reader') return refused(403, 'insufficient_role');
    this.pets.push({ ...pet, owner: actor, movements: [] });
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
    const from = pet.status;
    Object.assign(pet, change);
    if (JSON.stringify(pet) === before) return done();
    this.#recordPet('updated', pet);
    if (moves) this.#recordMovement(pet, from);
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
    const all = movementsOfBoth(gone, remaining);
    const isHeld = this.#holder(id);
    const [last, lastBefore] = [all.at(-1), remaining.movements.at(-1)];
    if (this.#hasConflict(gone, remaining, all)) return refused(409, 'merge_conflict');
    this.#recordPet('deleted', gone, this.now, { mergedInto: into });
    this.pets = this.pets.filter((pet) => pet !== gone);
    for (const order of this.orders.filter(({ petId }) => petId === id)) {
      Object.assign(order, { petId: into, owner: remaining.owner });
    }
    if (isHeld) this.#movePet(remaining, 'pending', this.now);
    remaining.movements = all;
    if (last === lastBefore) return done();
    if (last?.reason === 'adoption') this.#movePet(remaining, 'sold', this.now);
    else if (lastBefore?.reason === 'adoption') this.#movePet(remaining, undefined, this.now);
    return done();
  }

  /** Returns true if two pets cannot be merged. `all` are the movements of both. */
  #hasConflict(gone: OwnedPet, remaining: OwnedPet, all: readonly Movement[]): boolean {
    const isHeld = this.#holder(gone.id);
    const hasLeft = remaining.status === 'sold' || remaining.movements.at(-1)?.reason === 'adoption';
    if (isHeld && (this.#holder(remaining.id) || hasLeft)) return true;
    if (gone.movements.length === 0) return false;
    const cameTwice = all.some(({ reason }, n) => reason === 'return' && all[n - 1]?.reason === 'return');
    return cameTwice || (all.at(-1)?.reason === 'adoption' && (isHeld || this.#holder(remaining.id)));
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
    const pet = this.#pet(order.petId);
    this.#movePet(pet, status === 'completed' ? 'sold' : 'available', when);
    if (status === 'completed') this.#addMovement(pet, 'adoption');
  }

  /** Records what a new status, which an account sets, means. */
  #recordMovement(pet: OwnedPet, from: string | undefined): void {
    const last = pet.movements.at(-1)?.reason;
    const wasGone = last === 'adoption' || (last === undefined && from === 'sold');
    if (pet.status === 'sold' && last !== 'adoption') this.#addMovement(pet, 'adoption');
    if (pet.status !== 'sold' && wasGone) this.#addMovement(pet, 'return');
  }

  #addMovement(pet: OwnedPet, reason: Movement['reason']): void {
    this.#movements += 1;
    pet.movements.push({ number: this.#movements, reason });
  }

  #movePet(pet: Pet, status: string | undefined, when: number): void {
    if (pet.status === status) return;
    if (status === undefined) delete pet.status;
    else pet.status = status;
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

function movementsOfBoth(one: OwnedPet, other: OwnedPet): Movement[] {
  return [...one.movements, ...other.movements].sort((a, b) => a.number - b.number);
}

function refuse(actor: Actor, id: number, pets: readonly OwnedPet[]): Outcome | undefined {
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
