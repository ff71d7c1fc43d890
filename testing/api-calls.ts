import assert from 'node:assert/strict';
import { type ApiResponse, at, listOf, nextOf } from './http/expect-response.ts';
import type { TestService } from './service.ts';

/** Reads all pages of a list by their `Link` headers, or the event feed up to its end. */
export async function readAll(
  { send: get }: Pick<TestService, 'send'>,
  key: string,
  first: string,
): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  let before: string | undefined;
  // The last page of the feed links to itself.
  for (let path: string | undefined = first; path !== undefined && path !== before; ) {
    const page: ApiResponse = await get(path, { key });
    found.push(...listOf(page));
    before = path;
    path = nextOf(page);
  }
  return found;
}

/** Adds a pet, by default an available one, and returns its id. */
export async function addPet(
  service: Pick<TestService, 'send'>,
  key: string,
  pet: object = {},
): Promise<number> {
  const body = { name: 'Frank', categoryId: 1, status: 'available', ...pet };
  return idOfCreated(await service.send('/v1/pets', { method: 'POST', key, body }));
}

/** Places an order on an available pet and returns the order's id. */
export async function placeOrder(
  service: Pick<TestService, 'send'>,
  key: string,
  petId: number,
): Promise<number> {
  return idOfCreated(await service.send('/v1/store/orders', { method: 'POST', key, body: { petId } }));
}

function idOfCreated({ status, json, text }: ApiResponse): number {
  const id = status === 201 ? at(json, 'id') : undefined;
  assert.ok(typeof id === 'number', text);
  return id;
}
