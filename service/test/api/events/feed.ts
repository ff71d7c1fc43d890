import { type ApiResponse, listOf } from '@petstore/testing/http/expect-response.ts';

export const FEED = '/v1/events';

export function idsOf(page: ApiResponse): unknown[] {
  return listOf(page).map(({ id }) => id);
}

/** Returns an event of a pet without the members of its listing. */
export function withoutListing(event: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { createdAt, statusChangedAt, updatedAt, url, etags, ...others } = event;
  return others;
}

export function typesOf(page: ApiResponse): unknown[] {
  return listOf(page).map(({ type }) => type);
}
