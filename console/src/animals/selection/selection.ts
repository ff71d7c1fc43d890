import type { Pet, PetPermissions, PetStatus } from '@petstore/client';
import { createContext, useContext } from 'react';
import { Observable } from '../../observable.ts';
import { rangeBetween } from './range.ts';

/** An animal that can be selected, and what the account may do with it. */
export interface Selected {
  readonly pet: Pet;
  /** The statuses that it may set. */
  readonly choices: readonly PetStatus[];
  readonly mayRemove: boolean;
}

/** Returns what an animal is selected as; undefined if the account may change nothing of it. */
export function selectedOf(pet: Pet, permissions: PetPermissions | undefined): Selected | undefined {
  const { allowedPetStatuses: choices = [], allowedOperations = [] } = permissions ?? {};
  const mayRemove = allowedOperations.includes('removePet');
  return choices.length > 0 || mayRemove ? { pet, choices, mayRemove } : undefined;
}

/** The selected animals of one list. */
export class Selection {
  /** By their ids. */
  readonly chosen = new Observable<ReadonlyMap<bigint, Selected>>(new Map());
  /** The animals of the list that are loaded and can be selected. */
  readonly #offered = new Map<bigint, Selected>();
  /** The animal at which the next range begins. */
  #anchor: bigint | undefined;
  /** Returns the ids of the list in its order. */
  order: () => readonly bigint[] = () => [];

  /** Makes an animal one that a range contains. Returns what ends that. */
  offer(selected: Selected): () => void {
    const { id } = selected.pet;
    this.#offered.set(id, selected);
    return () => {
      if (this.#offered.get(id) === selected) this.#offered.delete(id);
    };
  }

  /** Selects an animal or drops it; with a range, also all between it and the one before. */
  toggle(selected: Selected, withRange: boolean): void {
    const { id } = selected.pet;
    const all = new Map(this.chosen.get());
    const isChosen = !all.has(id);
    const ids = withRange ? rangeBetween(this.order(), this.#anchor, id) : [id];
    for (const one of ids) {
      const offered = one === id ? selected : this.#offered.get(one);
      if (!isChosen) all.delete(one);
      else if (offered !== undefined) all.set(one, offered);
    }
    this.#anchor = id;
    this.chosen.set(all);
  }

  add(selected: readonly Selected[]): void {
    this.chosen.set(new Map([...this.chosen.get(), ...selected.map((one) => [one.pet.id, one] as const)]));
  }

  clear(): void {
    this.#anchor = undefined;
    this.chosen.set(new Map());
  }
}

export const SelectionContext = createContext(new Selection());

export function useSelection(): Selection {
  return useContext(SelectionContext);
}

/** Whether a status can never be set again after the change. */
export function isLost({ status: before }: Pet, after: PetStatus): boolean {
  return before === undefined || (before === 'pending' && after === 'sold');
}
