import type { Petstore } from '../../client/src/index.ts';
import { checkContents } from './check-contents.ts';
import { checkWrites } from './check-writes.ts';
import { readContents, readNewEvents } from './contents.ts';
import { Feed } from './feed.ts';
import type { History, Outcome } from './history.ts';
import type { Violation } from './violation.ts';

/** Compares a history with what the service shows. The catalogue must have been empty at its start. */
export class Checker {
  readonly feed = new Feed();
  readonly #history: History;
  readonly #petstore: Petstore;

  /** @param petstore the client of a manager, who may read everything. */
  constructor(history: History, petstore: Petstore) {
    this.#history = history;
    this.#petstore = petstore;
  }

  /** Compares with the new events of the feed. Clients may write meanwhile. */
  async checkWrites(): Promise<Violation[]> {
    const { moment } = this.#history;
    await readNewEvents(this.feed, this.#petstore);
    return [...this.feed.violations, ...checkWrites(this.#history, this.feed, moment)];
  }

  /** Compares with the feed and with every list. No client may write meanwhile. */
  async checkAll(): Promise<Violation[]> {
    const violations = await this.checkWrites();
    return [...violations, ...checkContents(await readContents(this.#petstore), this.feed)];
  }

  /** Returns how many writes and events were compared, as text. */
  get summary(): string {
    const { added, changed, removed, placed, moved } = this.#history;
    const writes = [...added, ...changed, ...removed, ...placed, ...moved];
    const count = (outcome: Outcome) => writes.filter((write) => write.outcome === outcome).length;
    const [done, refused, lost] = [count('acknowledged'), count('refused'), count('unknown')];
    return `${done} writes acknowledged, ${refused} refused, ${lost} unknown; ${this.feed.ids.length} events`;
  }
}
