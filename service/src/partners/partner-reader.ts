import { SECOND, settlesWithin, systemClock } from '../core/clock.ts';
import { CoalescedTask } from '../core/tasks/single-flight.ts';
import type { PartnerFailure } from './partner.ts';
import { removeAnimals } from './partner-animal-queries.ts';
import { claimPartner, duePartners, findPartner, forgetTags, silentPartners } from './partner-queries.ts';
import { type ReadDependencies, readPartner } from './read-partner.ts';

const POLL_INTERVAL = 15 * SECOND;
const STOP_TIMEOUT = 2 * SECOND;

export interface PartnerReaderDependencies extends ReadDependencies {
  /** The store could not be read or written; it is tried again. */
  readonly onFault: (error: unknown) => void;
  readonly onFailed: (failed: {
    readonly partnerId: string;
    readonly failure: PartnerFailure | 'gone';
  }) => void;
}

/**
 * Reads the partners every 15 minutes, one after another, also if several processes serve the store: the guarded statement that moves
 * the time of the next read finds a partner due in one process only. A process that ends while it reads is followed by the next read.
 */
export class PartnerReader {
  readonly #dependencies: PartnerReaderDependencies;
  readonly #looks = new CoalescedTask(() => this.#look());
  readonly #stopPolling: () => void;
  readonly #stop = new AbortController();

  constructor(dependencies: PartnerReaderDependencies) {
    this.#dependencies = dependencies;
    this.#stopPolling = dependencies.clock.every(POLL_INTERVAL, () => this.wake());
    this.wake();
  }

  /** Reads the partners that are due, unless that happens already. */
  wake(): void {
    this.#run().catch(() => {}); // it was reported
  }

  /** Resolves when no partner is due, for tests. */
  async idle(): Promise<void> {
    await this.#run();
  }

  /** Ends a read that takes long; it is repeated 15 minutes after it began. */
  async stop(timeoutMs = STOP_TIMEOUT): Promise<void> {
    this.#stopPolling();
    const ended = this.#looks.run().catch(() => {});
    this.#stop.abort(new Error('the service stops'));
    await settlesWithin(systemClock, timeoutMs, ended);
  }

  async #run(): Promise<void> {
    if (this.#stop.signal.aborted) return;
    await this.#looks.run().catch((error) => {
      if (!this.#stop.signal.aborted) this.#dependencies.onFault(error);
    });
  }

  async #look(): Promise<void> {
    const { database, clock, onFailed } = this.#dependencies;
    for (const id of await duePartners(database.read, clock.now())) {
      if (this.#stop.signal.aborted) return;
      if (!(await database.write((db) => claimPartner(db, id, clock.now())))) continue;
      const partner = await findPartner(database.read, id);
      if (partner === undefined) continue;
      const failure = await readPartner(this.#dependencies, partner, this.#stop.signal);
      if (failure !== undefined) onFailed({ partnerId: String(id), failure });
    }
    await this.#removeSilent();
  }

  /** A partner that answers again is read as one that is new. */
  async #removeSilent(): Promise<void> {
    const { database, clock } = this.#dependencies;
    for (const id of await silentPartners(database.read, clock.now())) {
      await database.write(async (db) => {
        await removeAnimals(db, id);
        await forgetTags(db, id);
      });
    }
  }
}
