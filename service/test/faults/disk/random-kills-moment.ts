import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Random } from '@petstore/testing/random.ts';

const MAX_COUNT = 100;
const MAX_TURNS = 20;

/** A random moment: after a number of requests or responses, and then some turns of the event loop. */
export class Moment {
  readonly #counts: 'requests' | 'responses';
  readonly #turns: number;
  readonly #reach: () => void;
  #left: number;

  constructor(random: Random, reach: () => void) {
    this.#counts = random.chance(0.5) ? 'requests' : 'responses';
    this.#left = random.between(1, MAX_COUNT);
    // Without turns it finds responses that were sent too early.
    this.#turns = random.chance(0.5) ? 0 : random.between(1, MAX_TURNS);
    this.#reach = reach;
  }

  async note(counted: 'requests' | 'responses'): Promise<void> {
    if (counted !== this.#counts) return;
    this.#left -= 1;
    if (this.#left !== 0) return;
    for (let turn = 0; turn < this.#turns; turn += 1) await nextTurn();
    this.#reach();
  }
}
