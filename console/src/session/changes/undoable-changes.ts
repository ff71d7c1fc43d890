import type { Pet, PetStatus, Petstore } from '@petstore/client';
import { Observable } from '../../observable.ts';

const UNDO_MS = 10_000;

export type AnimalChange = { kind: 'removal' } | { kind: 'status'; status: PetStatus };

/** The animals whose changes the user requested at once. */
export type ChangeGroup = readonly bigint[];

/** A change that the user requested. It is waiting (can be undone), sending, and then removed; or failed, until the user closes it. */
export type UndoableChange = {
  pet: Pet;
  change: AnimalChange;
} /** `heldMs` is set while the time stands still: what is left of it. */ & (
  | { state: 'waiting'; group: ChangeGroup; until: number; heldMs?: number }
  | { state: 'sending' }
  | { state: 'failed'; error: Error }
);

export type WaitingChange = Extract<UndoableChange, { state: 'waiting' }>;

interface UndoableChangesOptions {
  petstore: Petstore;
  /** The service has made the change. `changed` is undefined if the animal is removed. */
  onDone(pet: Pet, changed: Pet | undefined): void;
  onFailed(error: Error): void;
}

/**
 * Changes that the user can undo: the request is sent after ten seconds, also if the user has moved to another page. Nothing is
 * sent before, because the service cannot always change a status back (docs/adr/0026). The time stands still while the pointer
 * or the focus is on Undo. An animal has at most one such change.
 */
export class UndoableChanges {
  readonly byPet = new Observable<ReadonlyMap<bigint, UndoableChange>>(new Map());
  readonly #options: UndoableChangesOptions;
  readonly #timers = new Map<ChangeGroup, ReturnType<typeof setTimeout>>();

  constructor(options: UndoableChangesOptions) {
    this.#options = options;
    document.addEventListener('visibilitychange', this.#sendIfHidden);
  }

  /** Changes animals. Replaces their waiting changes. One after the other is sent, so that many do not use up the connections. */
  begin(pets: readonly Pet[], change: AnimalChange): void {
    const free = pets.filter(({ id }) => this.byPet.get().get(id)?.state !== 'sending');
    const group = free.map(({ id }) => id);
    const until = Date.now() + UNDO_MS;
    for (const pet of free) this.#set(pet.id, { pet, change, group, state: 'waiting', until });
    this.#sendAfter(group, UNDO_MS);
  }

  /** Stops the time of a group. */
  hold(group: ChangeGroup): void {
    clearTimeout(this.#timers.get(group));
    for (const one of this.#waitingIn(group)) {
      if (one.heldMs !== undefined) continue;
      this.#set(one.pet.id, { ...one, heldMs: Math.max(0, one.until - Date.now()) });
    }
  }

  /** Lets the time of a group that is held go on. */
  release(group: ChangeGroup): void {
    let left: number | undefined;
    for (const { heldMs, ...one } of this.#waitingIn(group)) {
      if (heldMs === undefined) continue;
      left = heldMs;
      this.#set(one.pet.id, { ...one, until: Date.now() + heldMs });
    }
    if (left !== undefined) this.#sendAfter(group, left);
  }

  #sendAfter(group: ChangeGroup, ms: number): void {
    this.#timers.set(
      group,
      setTimeout(() => this.#sendGroup(group), ms),
    );
  }

  /** Drops the waiting changes of a group. */
  undoAll(group: ChangeGroup): void {
    for (const { pet } of this.#waitingIn(group)) this.#set(pet.id, undefined);
  }

  async #sendGroup(group: ChangeGroup): Promise<void> {
    this.#timers.delete(group);
    const all = this.#waitingIn(group);
    for (const { pet, change } of all) this.#set(pet.id, { pet, change, state: 'sending' });
    for (const { pet, change } of all) await this.#send(pet, change);
  }

  #waitingIn(group: ChangeGroup): WaitingChange[] {
    return group.flatMap((id) => {
      const one = this.byPet.get().get(id);
      return one?.state === 'waiting' && one.group === group ? [one] : [];
    });
  }

  /** Drops a waiting or failed change. */
  undo(id: bigint): void {
    if (this.byPet.get().get(id)?.state === 'sending') return;
    this.#set(id, undefined);
  }

  /** Sends waiting changes immediately: the user has confirmed a removal, and expects that a status is saved. */
  end(): void {
    document.removeEventListener('visibilitychange', this.#sendIfHidden);
    this.#sendWaiting();
    for (const id of this.byPet.get().keys()) this.undo(id);
  }

  /** A hidden page may never be shown again, and a closed one cannot send anything. */
  readonly #sendIfHidden = () => {
    if (document.visibilityState === 'hidden') this.#sendWaiting();
  };

  #sendWaiting(): void {
    for (const { pet, change, state } of this.byPet.get().values()) {
      if (state === 'waiting') this.#send(pet, change);
    }
  }

  async #send(pet: Pet, change: AnimalChange): Promise<void> {
    const { petstore, onDone, onFailed } = this.#options;
    this.#set(pet.id, { pet, change, state: 'sending' });
    try {
      onDone(pet, await makeChange(petstore, pet, change));
      this.#set(pet.id, undefined);
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      this.#set(pet.id, { pet, change, state: 'failed', error });
      onFailed(error);
    }
  }

  #set(id: bigint, change: UndoableChange | undefined): void {
    const changes = new Map(this.byPet.get());
    if (change === undefined) changes.delete(id);
    else changes.set(id, change);
    this.byPet.set(changes);
  }
}

async function makeChange({ pets }: Petstore, { id }: Pet, change: AnimalChange): Promise<Pet | undefined> {
  if (change.kind === 'status') return pets.change(id, { status: change.status });
  await pets.remove(id);
  return undefined;
}
