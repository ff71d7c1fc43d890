import type { Petstore } from '../../client/src/index.ts';
import { checkContents } from './check-contents.ts';
import { checkWrites } from './check-writes.ts';
import { readContents, readNewEvents } from './contents.ts';
import { Feed } from './feed.ts';
import type { History, Outcome } from './history.ts';
import type { Violation } from './violation.ts';

/** Compares a history of writes with the data that the service returns. The history must start with an empty catalogue. */
export class Checker {
  readonly feed = new Feed();
  readonly #history: History;
  readonly #petstore: Petstore;

  /** @param petstore the client of an account with the role manager, which can read everything. */
  constructor(history: History, petstore: Petstore) {
    this.#history = history;
    this.#petstore = petstore;
  }

  /** Reads the new events of the feed and compares the history with the feed. Clients may write concurrently. */
  async checkWrites(): Promise<Violation[]> {
    const { logicalTime } = this.#history;
    await readNewEvents(this.feed, this.#petstore);
    return [...this.feed.violations, ...checkWrites(this.#history, this.feed, logicalTime)];
  }

  /** Compares the history with the feed, and the feed with every list. No client may write at the same time. */
  async checkAll(): Promise<Violation[]> {
    const violations = await this.checkWrites();
    return [...violations, ...checkContents(await readContents(this.#petstore), this.feed)];
  }

  /** Returns how many writes and events were compared, as text. */
  get summary(): string {
    const { added, changed, removed, placed, moved } = this.#history;
    const writes = [...added, ...changed, ...removed, ...placed, ...moved];
    const count = (outcome: Outcome) => writes.filter((write) => write.outcome === outcome).length;
    const [acknowledged, refused, unknown] = [count('acknowledged'), count('refused'), count('unknown')];
    return `${acknowledged} writes acknowledged, ${refused} refused, ${unknown} unknown; ${this.feed.ids.length} events`;
  }
}
