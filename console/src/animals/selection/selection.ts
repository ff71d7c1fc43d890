import type { Pet, PetStatus } from '@petstore/client';
import { createContext, useContext } from 'react';
import { Observable } from '../../observable.ts';

/** A selected animal, and what the account may do with it. */
export interface Selected {
  readonly pet: Pet;
  /** The statuses that it may set. */
  readonly choices: readonly PetStatus[];
  readonly mayRemove: boolean;
}

/** The selected animals of one list, by their ids. */
export type Selection = Observable<ReadonlyMap<bigint, Selected>>;

export function newSelection(): Selection {
  return new Observable<ReadonlyMap<bigint, Selected>>(new Map());
}

export const SelectionContext = createContext<Selection>(newSelection());

export function useSelection(): Selection {
  return useContext(SelectionContext);
}

export function toggle(selection: Selection, selected: Selected): void {
  const all = new Map(selection.get());
  if (!all.delete(selected.pet.id)) all.set(selected.pet.id, selected);
  selection.set(all);
}

/** Whether a status can never be set again after the change. */
export function isLost({ status: before }: Pet, after: PetStatus): boolean {
  return before === undefined || (before === 'pending' && after === 'sold');
}
