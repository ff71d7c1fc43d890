import type { TestContext } from 'node:test';
import { at, membersOf } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';

let served: Promise<unknown> | undefined;

/** Returns the document of a service without settings, read once. */
export function documentOf(t: TestContext): Promise<unknown> {
  served ??= startService(t).then(fetchDocument);
  return served;
}

export async function fetchDocument(service: TestService): Promise<unknown> {
  return (await service.send('/openapi.json')).json;
}

/** An operation of the OpenAPI document. */
export interface Operation {
  path: string;
  method: string;
  operation: unknown;
}

export function operationsOf(document: unknown): Operation[] {
  return Object.entries(membersOf(at(document, 'paths'))).flatMap(([path, methods]) =>
    Object.entries(membersOf(methods)).map(([method, operation]) => ({ path, method, operation })),
  );
}
