import { type BatchItem, type BatchResults, type Pet, type Petstore, PetstoreError } from '@petstore/client';
import { Observable } from '../../observable.ts';
import {
  type AnimalChange,
  batchesOf,
  type ChangeBatch,
  deleteBatch,
  isStored,
  namesOfBatches,
  type RequestedChange,
  saveBatch,
} from './stored-batches.ts';

const UNDO_MS = 10_000;
/** A request that a page sent when it was closed may still be on its way. */
const ARRIVAL_MS = 5_000;

/** The animals whose changes the user requested at once. */
export type ChangeGroup = readonly bigint[];

/** A change that the user requested. It is waiting (can be undone), sending, and then removed; or failed, until the user closes it. */
export type UndoableChange =
  RequestedChange /** `heldMs` is set while the time stands still: what is left of it. */ &
    (
      | { state: 'waiting'; group: ChangeGroup; until: number; heldMs?: number }
      | { state: 'sending' }
      | { state: 'failed'; error: Error }
    );

export type WaitingChange = Extract<UndoableChange, { state: 'waiting' }>;

/** A batch for which no response arrived, now or when an earlier page was closed. The user saves or discards it. */
export interface UnsavedChanges {
  readonly batch: ChangeBatch;
  /** Undefined if an earlier page has sent them. */
  readonly error: Error | undefined;
}

interface UndoableChangesOptions {
  /** Sends requests that outlive the page. No other request is before them in its queue. */
  petstore: Petstore;
  /** Returns who uses the session now. */
  owner(): string;
  /** The service has made the change. `changed` is undefined if the animal is removed. */
  onDone(pet: RequestedChange['pet'], changed: Pet | undefined): void;
  /** The service has made changes that were sent before. They may have been replaced since. */
  onSentAgain(): void;
  onFailed(error: Error): void;
}

/**
 * Changes that the user can undo: they are sent after ten seconds, also if the user has moved to another page. Nothing is
 * sent before, because the service cannot always change a status back (docs/adr/0026). The time stands still while the pointer
 * or the focus is on Undo. When the page is hidden or left, all that wait are sent with one request, which outlives the page.
 * What is sent is stored until the response arrives. An animal has at most one such change.
 */
export class UndoableChanges {
  readonly byPet = new Observable<ReadonlyMap<bigint, UndoableChange>>(new Map());
  readonly unsaved = new Observable<readonly UnsavedChanges[]>([]);
  /** The position in the feed of events. What is sent now can only be found after it. */
  feedPosition: bigint | undefined;
  readonly #options: UndoableChangesOptions;
  readonly #timers = new Map<ChangeGroup, ReturnType<typeof setTimeout>>();
  /** Each resolves to the error that ended it. */
  readonly #requests = new Set<Promise<Error | undefined>>();
  #isOver = false;

  constructor(options: UndoableChangesOptions) {
    this.#options = options;
    document.addEventListener('visibilitychange', this.#sendIfHidden);
    // Some browsers do not report that a page which is left becomes hidden.
    addEventListener('pagehide', this.#sendWaiting);
    addEventListener('storage', this.#dropHandled);
  }

  /** Changes animals. Replaces their waiting changes, and those that are not saved. */
  begin(pets: readonly Pet[], change: AnimalChange): void {
    const free = pets.filter(({ id }) => this.byPet.get().get(id)?.state !== 'sending');
    const group = free.map(({ id }) => id);
    const until = Date.now() + UNDO_MS;
    for (const pet of free) this.#set(pet.id, { pet, change, group, state: 'waiting', until });
    this.#replaceUnsaved(new Set(group));
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
    const send = () => {
      this.#timers.delete(group);
      this.#begin(this.#waitingIn(group));
    };
    this.#timers.set(group, setTimeout(send, ms));
  }

  /** Drops the waiting changes of a group. */
  undoAll(group: ChangeGroup): void {
    for (const { pet } of this.#waitingIn(group)) this.#set(pet.id, undefined);
  }

  #waitingIn(group: ChangeGroup): WaitingChange[] {
    return this.#waiting().filter((one) => one.group === group);
  }

  #waiting(): WaitingChange[] {
    return [...this.byPet.get().values()].filter((one) => one.state === 'waiting');
  }

  /** Drops a waiting or failed change. */
  undo(id: bigint): void {
    if (this.byPet.get().get(id)?.state === 'sending') return;
    this.#set(id, undefined);
  }

  /** Offers what earlier pages have sent, or should have, without learning that it was saved. */
  async offerStored(): Promise<void> {
    if (namesOfBatches().length === 0) return;
    const { storedBatches, stillMissing } = await import('./earlier-batches.ts');
    const { petstore, owner, onFailed } = this.#options;
    for (const batch of storedBatches(owner())) {
      const offer = async () => {
        const changes = await stillMissing(petstore, batch).catch(onFailed);
        if (changes !== undefined) this.#offer(batch, changes);
      };
      setTimeout(offer, Math.max(0, batch.at + ARRIVAL_MS - Date.now()));
    }
  }

  #offer(batch: ChangeBatch, changes: readonly RequestedChange[]): void {
    const isKnown = this.unsaved.get().some((one) => one.batch.key === batch.key);
    if (isKnown || this.#isOver || !isStored(batch)) return;
    const unsaved: UnsavedChanges = { batch, error: undefined };
    if (changes.length < batch.changes.length) this.#keepOnly(changes, unsaved);
    else this.unsaved.set([...this.unsaved.get(), unsaved]);
  }

  /** Sends changes again that are not saved. */
  save({ batch }: UnsavedChanges): void {
    this.#forget(batch);
    for (const one of batch.changes) this.#set(one.pet.id, { ...one, state: 'sending' });
    this.#follow(this.#send(batch, true));
  }

  /** Drops changes that are not saved. */
  discard({ batch }: UnsavedChanges): void {
    deleteBatch(batch);
    this.#forget(batch);
  }

  #forget({ key }: ChangeBatch): void {
    this.unsaved.set(this.unsaved.get().filter(({ batch }) => batch.key !== key));
  }

  /** The user has requested something else for these animals. */
  #replaceUnsaved(ids: ReadonlySet<bigint>): void {
    for (const one of this.unsaved.get()) {
      const changes = one.batch.changes.filter(({ pet }) => !ids.has(pet.id));
      if (changes.length < one.batch.changes.length) this.#keepOnly(changes, one);
    }
  }

  /** Under the old key the others would be sent as well, and made again once the service has forgotten it. */
  #keepOnly(changes: readonly RequestedChange[], unsaved: UnsavedChanges): void {
    this.discard(unsaved);
    for (const batch of batchesOf(changes, unsaved.batch)) {
      saveBatch(batch);
      this.unsaved.set([...this.unsaved.get(), { ...unsaved, batch }]);
    }
  }

  /** Another tab has saved or discarded what this one offers. */
  readonly #dropHandled = () => {
    this.unsaved.set(this.unsaved.get().filter(({ batch }) => isStored(batch)));
  };

  /**
   * Sends waiting changes immediately, and waits for all responses: after it the user can be signed out.
   *
   * @throws if something could not be saved.
   */
  async saveAll(): Promise<void> {
    this.#sendWaiting();
    const error = (await Promise.all(this.#requests)).find((one) => one !== undefined);
    if (error !== undefined) throw error;
  }

  /** Sends waiting changes immediately: the user has confirmed a removal, and expects that a status is saved. */
  end(): void {
    this.#isOver = true;
    document.removeEventListener('visibilitychange', this.#sendIfHidden);
    removeEventListener('pagehide', this.#sendWaiting);
    removeEventListener('storage', this.#dropHandled);
    this.#sendWaiting();
    for (const id of this.byPet.get().keys()) this.undo(id);
  }

  /** A hidden page may never be shown again, and a closed one cannot send anything. */
  readonly #sendIfHidden = () => {
    if (document.visibilityState === 'hidden') this.#sendWaiting();
  };

  readonly #sendWaiting = () => this.#begin(this.#waiting());

  /** Stores all before the first is sent: a page that is being closed has room for one batch. */
  #begin(waiting: readonly WaitingChange[]): void {
    const changes = waiting.map(({ pet, change }) => ({ pet, change }));
    const batches = batchesOf(changes, { owner: this.#options.owner(), after: this.feedPosition });
    for (const batch of batches) saveBatch(batch);
    for (const one of changes) this.#set(one.pet.id, { ...one, state: 'sending' });
    if (batches.length > 0) this.#follow(this.#sendEach(batches));
  }

  async #follow(request: Promise<Error | undefined>): Promise<void> {
    this.#requests.add(request);
    await request;
    this.#requests.delete(request);
  }

  async #sendEach(batches: readonly ChangeBatch[]): Promise<Error | undefined> {
    const errors: (Error | undefined)[] = [];
    for (const batch of batches) errors.push(await this.#send(batch, false));
    return errors.find((error) => error !== undefined);
  }

  async #send(batch: ChangeBatch, isRepeated: boolean): Promise<Error | undefined> {
    const { petstore, onFailed, onSentAgain } = this.#options;
    try {
      const { results } = await petstore.pets.batch(batch.changes.map(itemOf), { idempotencyKey: batch.key });
      deleteBatch(batch);
      for (const [index, one] of batch.changes.entries()) this.#applyResult(one, results[index], isRepeated);
      if (isRepeated) onSentAgain();
      return undefined;
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      for (const { pet } of batch.changes) this.#set(pet.id, undefined);
      this.unsaved.set([...this.unsaved.get(), { batch, error }]);
      onFailed(error);
      return error;
    }
  }

  #applyResult(
    one: RequestedChange,
    result: BatchResults['results'][number] | undefined,
    isRepeated: boolean,
  ) {
    const { onDone, onFailed } = this.#options;
    if (result?.error === undefined) {
      if (!isRepeated) onDone(one.pet, result?.pet);
      this.#set(one.pet.id, undefined);
      return;
    }
    const error = new PetstoreError(result.error);
    this.#set(one.pet.id, { ...one, state: 'failed', error });
    onFailed(error);
  }

  #set(id: bigint, change: UndoableChange | undefined): void {
    const changes = new Map(this.byPet.get());
    if (change === undefined) changes.delete(id);
    else changes.set(id, change);
    this.byPet.set(changes);
  }
}

/** Returns the item of a batch that makes a change. */
export function itemOf({ pet, change }: { pet: Pick<Pet, 'id'>; change: AnimalChange }): BatchItem {
  if (change.kind === 'removal') return { operation: 'removePet', petId: pet.id };
  return { operation: 'changePet', petId: pet.id, pet: { status: change.status } };
}
