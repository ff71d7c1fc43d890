/** Choices without a pattern that are the same in every run with one seed (mulberry32). */
export class Random {
  readonly #seed: number;
  #state: number;

  constructor(seed: number) {
    this.#seed = seed;
    this.#state = seed;
  }

  /** Choices of their own for somebody, whatever the others do meanwhile. */
  for(name: string): Random {
    let seed = this.#seed ^ 0x811c9dc5;
    for (const byte of Buffer.from(name)) seed = Math.imul(seed ^ byte, 0x01000193);
    return new Random(seed);
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Undefined where there is nothing to choose from. */
  pick<T>(choices: readonly T[]): T | undefined {
    return choices[Math.floor(this.next() * choices.length)];
  }
}
