import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, placeOrder } from '@petstore/testing/api-calls.ts';
import type { ApiResponse } from '@petstore/testing/http/expect-response.ts';
import type { TestService } from '@petstore/testing/service.ts';

/** A pet, an order and two accounts. */
export interface Fixture {
  service: TestService;
  key: string;
  /** A member who may see the pet and not change it. */
  stranger: string;
  pet: string;
  order: string;
}

async function setUp(service: TestService): Promise<Fixture> {
  const { key } = await service.account({ perMinute: 100_000 });
  const { key: stranger } = await service.account();
  const by = { service, key };
  return { ...by, stranger, pet: await newPet(by), order: await newOrder(by) };
}

type By = Pick<Fixture, 'service' | 'key'>;

export async function newPet({ service, key }: By): Promise<string> {
  return `/v1/pets/${await addPet(service, key)}`;
}

export async function newOrder({ service, key }: By): Promise<string> {
  return `/v1/store/orders/${await placeOrder(service, key, await addPet(service, key))}`;
}

/** Returns a function that adds a test with a fixture of its own on `service`. */
export function fixtureTests(service: TestService) {
  return (name: string, run: (fixture: Fixture) => Promise<void>): void => {
    test(name, async () => run(await setUp(service)));
  };
}

export type Headers = Record<string, string>;

export function read({ service, key }: Fixture, path: string, headers: Headers = {}): Promise<ApiResponse> {
  return service.send(path, { key, headers });
}

export function change(
  { service, key }: Fixture,
  path: string,
  body: object,
  headers: Headers = {},
): Promise<ApiResponse> {
  return service.send(path, { method: 'PATCH', key, body, headers });
}

export function remove({ service, key }: Fixture, path: string, headers: Headers = {}): Promise<ApiResponse> {
  return service.send(path, { method: 'DELETE', key, headers });
}

export function etagOf({ headers, text }: ApiResponse): string {
  const etag = headers.get('etag') ?? '';
  assert.match(etag, /^"[\w-]{27}"$/, text);
  return etag;
}

export async function currentTag(fixture: Fixture, path: string): Promise<string> {
  return etagOf(await read(fixture, path));
}
