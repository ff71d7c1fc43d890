import { isDeepStrictEqual } from 'node:util';
import type { WorkloadClient } from '@petstore/testing/history/clients/workload.ts';
import { isRefusal } from '@petstore/testing/history/refusal.ts';
import type { Violation } from '@petstore/testing/history/violation.ts';
import type { Random } from '@petstore/testing/random.ts';
import type { Pet, PetStatus, Petstore } from '../../client/src/index.ts';

const STATUSES: readonly (PetStatus | undefined)[] = [undefined, undefined, 'available', 'pending', 'sold'];

/** A client that reads the list of pets page by page, again and again. */
export class Reader implements WorkloadClient {
  readonly #petstore: Petstore;
  readonly #random: Random;
  readonly #violations: Violation[];
  #filter: { status?: PetStatus; limit?: number } = {};
  #cursor: string | undefined;
  #etag: string | undefined;
  /** The last id of the previous page. */
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
      else await this.#readPage();
    } catch (error) {
      isRefusal(error);
    }
  }

  async #readPage(): Promise<void> {
    if (this.#cursor === undefined) {
      const status = this.#random.pick(STATUSES);
      this.#filter = { limit: this.#random.between(1, 100), ...(status === undefined ? {} : { status }) };
      this.#last = undefined;
    }
    const page = await this.#petstore.pets.page({ ...this.#filter, cursor: this.#cursor });
    this.#check(page.items);
    if (this.#cursor === undefined) this.#etag = page.etag;
    this.#cursor = page.next;
    this.#last = page.items.at(-1)?.id;
  }

  #check(pets: readonly Pet[]): void {
    const { status } = this.#filter;
    const ids = pets.map(({ id }) => id);
    const sorted = [...new Set(ids)].sort((one, other) => (one > other ? -1 : 1));
    const [first] = ids;
    const isFurther = this.#last === undefined || first === undefined || first < this.#last;
    const isFiltered = status === undefined || pets.every((pet) => pet.status === status);
    if (isDeepStrictEqual(ids, sorted) && isFurther && isFiltered) return;
    const promise = 'the pages of a list have descending ids, each pet once, and only pets of the filter';
    this.#violations.push({ promise, acknowledged: { ...this.#filter, last: this.#last }, found: pets });
  }
}

/** Follows the feed from its start. Resolves with the ids of all events when the signal is aborted. */
export async function followFeed(petstore: Petstore, signal: AbortSignal): Promise<bigint[]> {
  const ids: bigint[] = [];
  for await (const { id } of petstore.events.follow({ after: 0n, everySeconds: 0.5, signal })) ids.push(id);
  return ids;
}
