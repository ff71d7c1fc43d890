import { SECOND, settlesWithin, systemClock } from '../../platform/core/clock.ts';
import { CoalescedTask } from '../../platform/core/tasks/single-flight.ts';
import type { DelegatedWork } from '../../platform/core/threads/delegated-work.ts';
import { forgetAnimals } from './forget-animals.ts';
import type { PartnerFailure } from './partner.ts';
import { claimPartner, duePartners, findPartner, silentPartners } from './partner-queries.ts';
import { type ReadDependencies, readPartner } from './read-partner.ts';

const POLL_INTERVAL = 15 * SECOND;
const STOP_TIMEOUT = 2 * SECOND;

export interface PartnerReaderDependencies extends ReadDependencies, DelegatedWork {
  /** The store could not be read or written; it is tried again. */
  readonly onFault: (error: unknown) => void;
  readonly onFailed: (failed: {
    readonly partnerId: string;
    readonly failure: PartnerFailure | 'gone';
  }) => void;
}

/**
 * Reads the partners every 15 minutes, also if several processes serve the store: the guarded statement that moves the time of the
 * next read finds a partner due in one process only. A process that ends while it reads is followed by the next read. There are few
 * partners, so all that are due are read at a time, and a slow one delays no other.
 */
export class PartnerReader {
  readonly #dependencies: PartnerReaderDependencies;
  readonly #looks = new CoalescedTask(() => this.#look());
  readonly #stopPolling: () => void = () => {};
  readonly #stop = new AbortController();
  readonly #reads = new Set<Promise<void>>();

  constructor(dependencies: PartnerReaderDependencies) {
    this.#dependencies = dependencies;
    if (dependencies.delegate !== undefined) return;
    this.#stopPolling = dependencies.clock.every(POLL_INTERVAL, () => this.wake());
    this.wake();
  }

  /** Reads the partners that are due, unless that happens already. */
  wake(): void {
    const { delegate } = this.#dependencies;
    if (delegate !== undefined) {
      delegate();
      return;
    }
    if (!this.#stop.signal.aborted) this.#looks.run().catch((error) => this.#onFault(error));
  }

  /** Resolves when no partner is due and none is read, for tests. */
  async idle(): Promise<void> {
    do {
      await this.#looks.run();
      await Promise.all(this.#reads);
    } while (this.#reads.size > 0);
  }

  /** Ends the reads. They are repeated 15 minutes after they began. */
  async stop(timeoutMs = STOP_TIMEOUT): Promise<void> {
    this.#stopPolling();
    this.#stop.abort(new Error('the service stops'));
    const ended = this.#looks
      .run()
      .catch(() => {})
      .then(() => Promise.all(this.#reads));
    await settlesWithin(systemClock, timeoutMs, ended);
  }

  async #look(): Promise<void> {
    const { database, clock } = this.#dependencies;
    if (this.#stop.signal.aborted) return;
    for (const id of await silentPartners(database.read, clock.now()))
      await database.write((db) => forgetAnimals(db, id));
    for (const id of await duePartners(database.read, clock.now()))
      if (await database.write((db) => claimPartner(db, id, clock.now()))) this.#start(id);
  }

  #start(id: bigint): void {
    const read = this.#read(id)
      .catch((error) => this.#onFault(error))
      .finally(() => this.#reads.delete(read));
    this.#reads.add(read);
  }

  async #read(id: bigint): Promise<void> {
    const partner = await findPartner(this.#dependencies.database.read, id);
    if (partner === undefined) return;
    const failure = await readPartner(this.#dependencies, partner, this.#stop.signal);
    if (failure !== undefined) this.#dependencies.onFailed({ partnerId: String(id), failure });
  }

  #onFault(error: unknown): void {
    if (!this.#stop.signal.aborted) this.#dependencies.onFault(error);
  }
}
