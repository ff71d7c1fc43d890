import type { Pet, PetStatus, Petstore } from '@petstore/client';
import { Store } from '../../store.ts';

const UNDO_MS = 5_000;

/** What is to become of an animal. */
export type AnimalChange = { kind: 'removal' } | { kind: 'status'; status: PetStatus };

/** A change that the reader asked for, and how far it has come. */
export type UndoableChange = { pet: Pet; change: AnimalChange } & (
  | { state: 'waiting'; until: number }
  | { state: 'sending' }
  | { state: 'failed'; error: Error }
);

interface Listeners {
  petstore: Petstore;
  /** The service has made the change. `changed` is undefined if the animal is removed. */
  onDone(pet: Pet, changed: Pet | undefined): void;
  onFailed(error: Error): void;
}

/**
 * Changes that can be undone: the request is sent after five seconds, whatever page is shown by then. A status cannot
 * always be changed back in the service (ADR 26), so nothing is sent while it can be undone. One change for each animal.
 */
export class UndoableChanges {
  readonly store = new Store<ReadonlyMap<bigint, UndoableChange>>(new Map());
  readonly #listeners: Listeners;
  readonly #timers = new Map<bigint, ReturnType<typeof setTimeout>>();

  constructor(listeners: Listeners) {
    this.#listeners = listeners;
    document.addEventListener('visibilitychange', this.#sendIfHidden);
  }

  /** Replaces a change of the same animal that was not sent yet. */
  begin(pet: Pet, change: AnimalChange): void {
    if (this.store.get().get(pet.id)?.state === 'sending') return;
    clearTimeout(this.#timers.get(pet.id));
    this.#set(pet.id, { pet, change, state: 'waiting', until: Date.now() + UNDO_MS });
    this.#timers.set(
      pet.id,
      setTimeout(() => this.#send(pet, change), UNDO_MS),
    );
  }

  /** Drops a change that was not sent yet, or one that failed. */
  undo(id: bigint): void {
    if (this.store.get().get(id)?.state === 'sending') return;
    clearTimeout(this.#timers.get(id));
    this.#set(id, undefined);
  }

  /** Sends changes of a status at once and drops removals: only a status that is not sent would surprise. */
  end(): void {
    document.removeEventListener('visibilitychange', this.#sendIfHidden);
    this.#sendStatuses();
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  /** A page that is hidden may never be shown again, and a closed one cannot send anything. */
  readonly #sendIfHidden = () => {
    if (document.visibilityState === 'hidden') this.#sendStatuses();
  };

  #sendStatuses(): void {
    for (const { pet, change, state } of this.store.get().values()) {
      if (state === 'waiting' && change.kind === 'status') this.#send(pet, change);
    }
  }

  async #send(pet: Pet, change: AnimalChange): Promise<void> {
    const { petstore, onDone, onFailed } = this.#listeners;
    clearTimeout(this.#timers.get(pet.id));
    this.#set(pet.id, { pet, change, state: 'sending' });
    try {
      onDone(pet, await carryOut(petstore, pet, change));
      this.#set(pet.id, undefined);
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      this.#set(pet.id, { pet, change, state: 'failed', error });
      onFailed(error);
    }
  }

  #set(id: bigint, change: UndoableChange | undefined): void {
    const changes = new Map(this.store.get());
    if (change === undefined) changes.delete(id);
    else changes.set(id, change);
    this.store.set(changes);
  }
}

async function carryOut({ pets }: Petstore, { id }: Pet, change: AnimalChange): Promise<Pet | undefined> {
  if (change.kind === 'status') return pets.change(id, { status: change.status });
  await pets.remove(id);
  return undefined;
}
