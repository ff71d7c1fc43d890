import assert from 'node:assert/strict';
import type { ApiResponse } from '@petstore/testing/http/expect-response.ts';
import type { TestService } from '@petstore/testing/service.ts';
import type { Pet } from '../../../src/pets/pet.ts';
import { insertPet } from '../../../src/pets/pet-queries.ts';

export type Draft = Pick<Pet, 'categoryId' | 'status'>;

/** Inserts pets without an event; `draft` returns the members of the n-th one, counted from 1. */
export async function insertPets(
  service: TestService,
  count: number,
  draft: (n: number) => Draft,
): Promise<void> {
  await service.database.write(async (queries) => {
    for (let n = 1; n <= count; n += 1) await insertPet(queries, { name: `pet ${n}`, ...draft(n) }, null, 0);
  });
}

/** Returns the ids of a list; fails for any other response. */
export function idsOf({ status, json, text }: ApiResponse): unknown[] {
  assert.equal(status, 200, text);
  assert.ok(Array.isArray(json));
  return json.map((pet: { id: unknown }) => pet.id);
}
