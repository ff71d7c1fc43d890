import type { Pet, PetStatus, Petstore } from '@petstore/client';
import { Observable } from '../observable.ts';

const UNDO_MS = 5_000;

export type AnimalChange = { kind: 'removal' } | { kind: 'status'; status: PetStatus };

/** The animals whose changes the user requested at once. */
export type ChangeGroup = readonly bigint[];

/** A change that the user requested. It is waiting (can be undone), sending, and then removed; or failed, until the user closes it. */
export type UndoableChange = { pet: Pet; change: AnimalChange } & (
  | { state: 'waiting'; group: ChangeGroup; until: number }
  | { state: 'sending' }
  | { state: 'failed'; error: Error }
);

interface UndoableChangesOptions {
  petstore: Petstore;
  /** The service has made the change. `changed` is undefined if the animal is removed. */
  onDone(pet: Pet, changed: Pet | undefined): void;
  onFailed(error: Error): void;
}

/**
 * Changes that the user can undo: the request is sent after five seconds, also if the user has moved to another page. Nothing is
 * sent before, because the service cannot always change a status back (docs/adr/0026). An animal has at most one such
 * change.
 */
export class UndoableChanges {
  readonly byPet = new Observable<ReadonlyMap<bigint, UndoableChange>>(new Map());
  readonly #options: UndoableChangesOptions;

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
    setTimeout(() => this.#sendGroup(group), UNDO_MS);
  }

  /** Drops the waiting changes of a group. */
  undoAll(group: ChangeGroup): void {
    for (const id of group) if (this.#isWaitingIn(group, id)) this.#set(id, undefined);
  }

  async #sendGroup(group: ChangeGroup): Promise<void> {
    const waiting = group.filter((id) => this.#isWaitingIn(group, id));
    const all = waiting.flatMap((id) => this.byPet.get().get(id) ?? []);
    for (const { pet, change } of all) this.#set(pet.id, { pet, change, state: 'sending' });
    for (const { pet, change } of all) await this.#send(pet, change);
  }

  #isWaitingIn(group: ChangeGroup, id: bigint): boolean {
    const one = this.byPet.get().get(id);
    return one?.state === 'waiting' && one.group === group;
  }

  /** Drops a waiting or failed change. */
  undo(id: bigint): void {
    if (this.byPet.get().get(id)?.state === 'sending') return;
    this.#set(id, undefined);
  }

  /** Sends waiting changes of a status immediately and drops removals: users expect that a status is saved. */
  end(): void {
    document.removeEventListener('visibilitychange', this.#sendIfHidden);
    this.#sendStatuses();
    for (const id of this.byPet.get().keys()) this.undo(id);
  }

  /** A hidden page may never be shown again, and a closed one cannot send anything. */
  readonly #sendIfHidden = () => {
    if (document.visibilityState === 'hidden') this.#sendStatuses();
  };

  #sendStatuses(): void {
    for (const { pet, change, state } of this.byPet.get().values()) {
      if (state === 'waiting' && change.kind === 'status') this.#send(pet, change);
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
