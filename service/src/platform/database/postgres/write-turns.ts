import { systemClock } from '../../core/clock.ts';
import { FairSemaphore, type Waiter } from '../../core/tasks/fair-semaphore.ts';

/** How long a write waits in all until it gets a connection: as long as for a connection of the pool and a row lock together. */
const MAX_WAIT_MS = 4_000;

/**
 * Decides when a write gets a connection of the pool. Writes that lock the same row wait for each other here, because each of them would
 * otherwise wait in PostgreSQL with a connection that others need (docs/adr/0065).
 */
export class WriteTurns {
  readonly #connections: FairSemaphore;
  /** The writes that lock the same rows, one at a time. */
  readonly #byLock = new Map<string, FairSemaphore>();

  constructor(connections: number) {
    this.#connections = connectionPlaces(connections);
  }

  /** Runs a write when it has the turn for each of its locks, in the given order, and then a connection. */
  async run<T>(waiter: Waiter, locks: readonly string[], write: () => Promise<T>): Promise<T> {
    const deadline = systemClock.monotonic() + MAX_WAIT_MS;
    using held = new DisposableStack();
    for (const lock of locks) await this.#take(held, this.#placeOf(held, lock), waiter, deadline);
    await this.#take(held, this.#connections, waiter, deadline);
    return await write();
  }

  async #take(held: DisposableStack, places: FairSemaphore, waiter: Waiter, deadline: number): Promise<void> {
    held.defer(await places.acquire(waiter, deadline - systemClock.monotonic()));
  }

  #placeOf(held: DisposableStack, lock: string): FairSemaphore {
    const place = this.#byLock.get(lock) ?? new FairSemaphore({ max: 1 });
    this.#byLock.set(lock, place);
    held.defer(() => {
      if (place.isIdle) this.#byLock.delete(lock);
    });
    return place;
  }
}

/** Returns the places of a pool. A quarter of the connections is left to other accounts. */
export function connectionPlaces(connections: number): FairSemaphore {
  const maxOfAccount = Math.max(1, connections - Math.ceil(connections / 4));
  return new FairSemaphore({ max: connections, maxOfAccount });
}
