import type { Petstore } from '../../client/src/index.ts';
import { checkContents } from './check-contents.ts';
import { checkWrites } from './check-writes.ts';
import { Feed } from './clients/feed.ts';
import { readContents, readOn } from './contents.ts';
import type { History, Outcome } from './history.ts';
import type { Violation } from './violation.ts';

/** Compares a ledger with what the service shows. The catalogue began empty. */
export class Checker {
  readonly feed = new Feed();
  readonly #ledger: History;
  readonly #petstore: Petstore;

  /** @param petstore a client that may see everything. */
  constructor(ledger: History, petstore: Petstore) {
    this.#ledger = ledger;
    this.#petstore = petstore;
  }

  /** By the feed alone, of which it reads what is new. Writes may run meanwhile. */
  async checkWrites(): Promise<Violation[]> {
    const { moment } = this.#ledger;
    await readOn(this.feed, this.#petstore);
    return [...this.feed.violations, ...checkWrites(this.#ledger, this.feed, moment)];
  }

  /** By the feed and by every list, when nobody writes. */
  async checkAll(): Promise<Violation[]> {
    const violations = await this.checkWrites();
    return [...violations, ...checkContents(await readContents(this.#petstore), this.feed)];
  }

  /** How much was compared. */
  get summary(): string {
    const { added, changed, removed, placed, moved } = this.#ledger;
    const writes = [...added, ...changed, ...removed, ...placed, ...moved];
    const count = (outcome: Outcome) => writes.filter((write) => write.outcome === outcome).length;
    const [done, refused, lost] = [count('acknowledged'), count('refused'), count('unknown')];
    return `${done} writes acknowledged, ${refused} refused, ${lost} unknown; ${this.feed.ids.length} events`;
  }
}
