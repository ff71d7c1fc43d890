import { isDeepStrictEqual } from 'node:util';
import type { Event, Order, Pet } from '../../../client/src/index.ts';
import { Holds } from '../holds.ts';
import type { Violation } from '../violation.ts';

/** The feed of a catalogue that began empty, replayed event by event: what the catalogue must be. */
export class Feed {
  readonly pets = new Map<bigint, Pet>();
  readonly violations: Violation[] = [];
  readonly ids: bigint[] = [];
  /** The events of each change that somebody can have asked for. */
  readonly #changes = new Map<string, Event[]>();
  readonly #holds = new Holds();
  #lastPetId = 0n;

  get orders(): ReadonlyMap<bigint, Order> {
    return this.#holds.orders;
  }

  /** Where it ends. */
  get head(): bigint {
    return this.ids.at(-1) ?? 0n;
  }

  /** The names of all changes, as `changeOf` gives them. */
  get changes(): ReadonlyMap<string, readonly Event[]> {
    return this.#changes;
  }

  /** Pets whose order is told of and not they, or the other way round. Empty wherever a reader stands at the head. */
  get unfinished(): bigint[] {
    return this.#holds.unfinished;
  }

  add(event: Event): void {
    if (event.id <= this.head) this.#broken('ids of events only go up', event, this.head);
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
    if (fault !== undefined) this.#broken('a pet changes as it was asked for', event, fault);
    if (event.type === 'pet.deleted') this.pets.delete(pet.id);
    else this.pets.set(pet.id, pet);
  }

  #lifeFault({ type }: Event, pet: Pet, before: Pet | undefined): string | undefined {
    if (type === 'pet.created') {
      const isNew = pet.id > this.#lastPetId;
      this.#lastPetId = pet.id;
      return isNew ? undefined : 'its id was given out before';
    }
    if (before === undefined) return 'it is not there';
    if (type === 'pet.updated') return isDeepStrictEqual(before, pet) ? 'nothing changed' : undefined;
    return isDeepStrictEqual(before, pet) ? undefined : `it was ${JSON.stringify(before.name)}`;
  }

  #broken(promise: string, event: Event, found: unknown): void {
    this.violations.push({ promise, acknowledged: event, found });
  }
}

/** What was changed, in words that are the same for the write that asked for it; undefined for what follows from an order. */
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
