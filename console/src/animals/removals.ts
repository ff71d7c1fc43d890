import type { Pet, Petstore } from '@petstore/client';
import { applyRemoval } from '../feed/apply-event.ts';
import type { News } from '../feed/news.ts';
import { Store } from '../store.ts';

const TAKE_BACK_MS = 5_000;

/** How far the removal of an animal has come. */
export type Removal =
  | { state: 'waiting'; until: number }
  | { state: 'sending' }
  | { state: 'failed'; error: Error };

interface Parts {
  petstore: Petstore;
  news: Store<News>;
  succeeded(): void;
  failed(error: Error): void;
}

/**
 * Removals that can be taken back: the request is sent after five seconds, whatever page is shown by then, and not at
 * all when the tab is closed before.
 */
export class Removals {
  readonly store = new Store<ReadonlyMap<bigint, Removal>>(new Map());
  readonly #parts: Parts;
  readonly #timers = new Map<bigint, ReturnType<typeof setTimeout>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  begin(pet: Pick<Pet, 'id'>): void {
    this.#set(pet.id, { state: 'waiting', until: Date.now() + TAKE_BACK_MS });
    this.#timers.set(
      pet.id,
      setTimeout(() => this.#send(pet), TAKE_BACK_MS),
    );
  }

  /** Takes it back, or forgets that it failed. */
  takeBack(id: bigint): void {
    clearTimeout(this.#timers.get(id));
    this.#set(id, undefined);
  }

  /** Takes everything back that was not sent yet. */
  end(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  async #send(pet: Pick<Pet, 'id'>): Promise<void> {
    const { petstore, news, succeeded, failed } = this.#parts;
    this.#set(pet.id, { state: 'sending' });
    try {
      await petstore.pets.remove(pet.id);
      applyRemoval({ news }, pet);
      this.#set(pet.id, undefined);
      succeeded();
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      this.#set(pet.id, { state: 'failed', error });
      failed(error);
    }
  }

  #set(id: bigint, removal: Removal | undefined): void {
    const removals = new Map(this.store.get());
    if (removal === undefined) removals.delete(id);
    else removals.set(id, removal);
    this.store.set(removals);
  }
}
