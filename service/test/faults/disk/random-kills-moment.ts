import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Random } from '@petstore/testing/random.ts';

const MOST_COUNTED = 100;
const MOST_TURNS = 20;

/** A moment that comes after so many requests, or answers, and then some turns of the event loop: in the middle of anything. */
export class Moment {
  readonly #counts: 'requests' | 'answers';
  readonly #turns: number;
  readonly #reach: () => void;
  #left: number;

  constructor(random: Random, reach: () => void) {
    this.#counts = random.chance(0.5) ? 'requests' : 'answers';
    this.#left = random.between(1, MOST_COUNTED);
    // What is told too early is found by those who are quick.
    this.#turns = random.chance(0.5) ? 0 : random.between(1, MOST_TURNS);
    this.#reach = reach;
  }

  async note(counted: 'requests' | 'answers'): Promise<void> {
    if (counted !== this.#counts) return;
    this.#left -= 1;
    if (this.#left !== 0) return;
    for (let turn = 0; turn < this.#turns; turn += 1) await nextTurn();
    this.#reach();
  }
}
