import { type ApiResponse, listOf } from '@petstore/testing/http/expect-response.ts';

export const FEED = '/v1/events';

export function idsOf(page: ApiResponse): unknown[] {
  return listOf(page).map(({ id }) => id);
}

export function typesOf(page: ApiResponse): unknown[] {
  return listOf(page).map(({ type }) => type);
}
