import { isDeepStrictEqual } from 'node:util';
import type { WorkloadClient } from '@petstore/testing/history/clients/workload.ts';
import { isRefusal } from '@petstore/testing/history/refusal.ts';
import type { Violation } from '@petstore/testing/history/violation.ts';
import type { Random } from '@petstore/testing/random.ts';
import type { Pet, PetStatus, Petstore } from '../client/src/index.ts';

/** Somebody who walks through the catalogue page by page, and begins again. */
export class Reader implements WorkloadClient {
  readonly #petstore: Petstore;
  readonly #random: Random;
  readonly #violations: Violation[];
  #filter: { status?: PetStatus; limit?: number } = {};
  #cursor: string | undefined;
  #etag: string | undefined;
  /** The id before which the next page begins. */
  #last: bigint | undefined;

  constructor(petstore: Petstore, random: Random, violations: Violation[]) {
    this.#petstore = petstore;
    this.#random = random;
    this.#violations = violations;
  }

  async step(): Promise<void> {
    try {
      const dice = this.#random.next();
      if (dice < 0.05) await Array.fromAsync(this.#petstore.categories.list());
      else if (dice < 0.15) await this.#petstore.pets.page(this.#filter, { ifNoneMatch: this.#etag });
      else await this.#readOn();
    } catch (error) {
      isRefusal(error);
    }
  }

  async #readOn(): Promise<void> {
    if (this.#cursor === undefined) this.#begin();
    const page = await this.#petstore.pets.page({ ...this.#filter, cursor: this.#cursor });
    this.#check(page.items);
    if (this.#cursor === undefined) this.#etag = page.etag;
    this.#cursor = page.next;
    this.#last = page.items.at(-1)?.id;
  }

  #begin(): void {
    const status = this.#random.pick<PetStatus | undefined>([
      undefined,
      undefined,
      'available',
      'pending',
      'sold',
    ]);
    this.#filter = { limit: this.#random.between(1, 100), ...(status === undefined ? {} : { status }) };
    this.#last = undefined;
  }

  #check(pets: readonly Pet[]): void {
    const { status } = this.#filter;
    const ids = pets.map(({ id }) => id);
    const sorted = [...new Set(ids)].sort((one, other) => (one > other ? -1 : 1));
    const [first] = ids;
    const isFurther = this.#last === undefined || first === undefined || first < this.#last;
    const isFiltered = status === undefined || pets.every((pet) => pet.status === status);
    if (isDeepStrictEqual(ids, sorted) && isFurther && isFiltered) return;
    const promise = 'a walk goes down the ids, shows each pet once, and only those of its filter';
    this.#violations.push({ promise, acknowledged: { ...this.#filter, last: this.#last }, found: pets });
  }
}

/** Somebody who keeps a copy by the feed, from its beginning. Resolves with the ids of all that was told when the signal is aborted. */
export async function follow(petstore: Petstore, signal: AbortSignal): Promise<bigint[]> {
  const ids: bigint[] = [];
  for await (const { id } of petstore.events.follow({ after: 0n, everySeconds: 0.5, signal })) ids.push(id);
  return ids;
}
