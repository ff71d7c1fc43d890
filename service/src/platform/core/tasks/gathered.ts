import { systemWorkClock } from '../clock.ts';

/** Does together what is added within some milliseconds. */
export class Gathered<Item> {
  readonly #ms: number;
  readonly #doAll: (items: readonly Item[]) => Promise<void>;
  #items: Item[] = [];
  #next: Promise<void> | undefined;

  constructor(ms: number, doAll: (items: readonly Item[]) => Promise<void>) {
    this.#ms = ms;
    this.#doAll = doAll;
  }

  /** Resolves when the item is done. */
  add(item: Item): Promise<void> {
    this.#items.push(item);
    this.#next ??= this.#doNext();
    return this.#next;
  }

  async #doNext(): Promise<void> {
    await systemWorkClock.pause(this.#ms);
    const items = this.#items;
    this.#items = [];
    this.#next = undefined;
    await this.#doAll(items);
  }
}
