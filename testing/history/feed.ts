import { isDeepStrictEqual } from 'node:util';
import type { Event, Order, Pet } from '../../client/src/index.ts';
import { Holds } from './holds.ts';
import type { Violation } from './violation.ts';

/** The state that results from replaying the feed of a catalogue that was empty at first. */
export class Feed {
  readonly pets = new Map<bigint, Pet>();
  readonly violations: Violation[] = [];
  readonly ids: bigint[] = [];
  /** The events of each change that a write can cause. */
  readonly #changes = new Map<string, Event[]>();
  readonly #holds = new Holds();
  #lastPetId = 0n;

  get orders(): ReadonlyMap<bigint, Order> {
    return this.#holds.orders;
  }

  get lastEventId(): bigint {
    return this.ids.at(-1) ?? 0n;
  }

  /** The events of each change, by its name as `changeOf` returns it. */
  get changes(): ReadonlyMap<string, readonly Event[]> {
    return this.#changes;
  }

  /** Pets of which only half a change has an event: that of the pet or that of its order. Empty at the end of the feed. */
  get unfinished(): bigint[] {
    return this.#holds.unfinished;
  }

  add(event: Event): void {
    if (event.id <= this.lastEventId) this.#broken('ids of events only go up', event, this.lastEventId);
    this.ids.push(event.id);
    const change = changeOf(event, this.pets);
    if (change !== undefined) append(this.#changes, change, event);
    if (event.pet !== undefined) this.#addPet(event, event.pet);
    if (event.order === undefined) return;
    const fault = this.#holds.order(event.order);
    if (fault !== undefined) this.#broken('an order holds its pet alone, step by step', event, fault);
  }

  #addPet(event: Event, pet: Pet): void {
    const before = this.pets.get(pet.id);
    const fault = this.#lifeFault(event, pet, before) ?? this.#holds.pet(event.type, pet, before);
    if (fault !== undefined) this.#broken('a pet changes only as requested', event, fault);
    if (event.type === 'pet.deleted') this.pets.delete(pet.id);
    else this.pets.set(pet.id, pet);
  }

  #lifeFault({ type }: Event, pet: Pet, before: Pet | undefined): string | undefined {
    if (type === 'pet.created') {
      const isNew = pet.id > this.#lastPetId;
      this.#lastPetId = pet.id;
      return isNew ? undefined : 'its id was used before';
    }
    if (before === undefined) return 'it does not exist';
    if (type === 'pet.updated') return isDeepStrictEqual(before, pet) ? 'nothing changed' : undefined;
    return isDeepStrictEqual(before, pet) ? undefined : `it was ${JSON.stringify(before.name)}`;
  }

  #broken(promise: string, event: Event, found: unknown): void {
    this.violations.push({ promise, acknowledged: event, found });
  }
}

/** Returns the name of a change, the same as for the write that causes it; undefined for what follows from an order. */
function changeOf({ type, pet, order }: Event, pets: ReadonlyMap<bigint, Pet>): string | undefined {
  if (order !== undefined) {
    return order.status === 'placed' ? `${type} ${order.reference}` : `${type} ${order.id}`;
  }
  if (pet === undefined || type === 'pet.deleted') return `${type} ${pet?.id}`;
  if (type === 'pet.created') return `${type} ${pet.name}`;
  return pets.get(pet.id)?.name === pet.name ? undefined : `${type} ${pet.id} ${pet.name}`;
}

function append<Key, Item>(map: Map<Key, Item[]>, key: Key, item: Item): void {
  const items = map.get(key);
  if (items === undefined) map.set(key, [item]);
  else items.push(item);
}
