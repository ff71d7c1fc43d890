/** A pseudo-random generator (mulberry32): the same seed gives the same choices in every run. */
export class Random {
  readonly #seed: number;
  #state: number;

  constructor(seed: number) {
    this.#seed = seed;
    this.#state = seed;
  }

  /** Returns an independent generator for a name, so that concurrent users do not disturb each other's choices. */
  for(name: string): Random {
    let seed = this.#seed ^ 0x811c9dc5;
    for (const byte of Buffer.from(name)) seed = Math.imul(seed ^ byte, 0x01000193);
    return new Random(seed);
  }

  /** Returns a number from 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer between the two, both included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Returns one of the choices; undefined if there are none. */
  pick<T>(choices: readonly T[]): T | undefined {
    return choices[Math.floor(this.next() * choices.length)];
  }

  /** Returns the integers from 1 to `count` in random order (Fisher and Yates). */
  permutation(count: number): Uint32Array {
    const numbers = Uint32Array.from({ length: count }, (_, index) => index + 1);
    for (let last = count - 1; last > 0; last -= 1) {
      const other = this.between(0, last);
      const kept = numbers[last] ?? 0;
      numbers[last] = numbers[other] ?? 0;
      numbers[other] = kept;
    }
    return numbers;
  }
}
