import assert from 'node:assert/strict';
import { type ApiResponse, at, membersOf } from '@petstore/testing/http/expect-response.ts';
import type { TestService } from '@petstore/testing/service.ts';

type Sender = Pick<TestService, 'send'>;

/** Sends a batch. */
export function sendBatch(
  { send }: Sender,
  key: string,
  items: readonly object[],
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  return send('/v1/batches', { method: 'POST', key, body: { items }, headers });
}

/** Returns the results of a batch; fails for any other response. */
export function resultsOf({ status, json, text }: ApiResponse): Record<string, unknown>[] {
  assert.equal(status, 200, text);
  const results = Object.values(membersOf(at(json, 'results'))).map(membersOf);
  assert.equal(at(json, 'failed'), results.filter((result) => Number(result.status) >= 400).length);
  return results;
}

/** Returns items that add animals with different names. */
export function newPets(count: number, profile?: object): object[] {
  return Array.from({ length: count }, (_, index) => ({
    operation: 'createPet',
    pet: { name: `pet ${index}`, categoryId: 1, status: 'available' },
    ...(profile && { profile }),
  }));
}

/** A profile whose words take the service about a millisecond to index. */
export const LONG_PROFILE = {
  description: Array.from({ length: 150 }, (_, word) => `word${word}`).join(' '),
};
