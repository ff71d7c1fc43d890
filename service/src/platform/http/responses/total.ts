import { Type } from 'typebox';
import { andThen, type MaybePromise } from '../../core/maybe-promise.ts';
import { countPreference, prefersCount } from '../requests/preferences.ts';
import type { Exchange } from '../route.ts';
import { pageHeaders } from './pagination.ts';
import type { Representation } from './representation.ts';

/** The request headers of a list that can count its items. */
export const countedPageHeaders = Type.Object({ ...pageHeaders.properties, ...countPreference });

/**
 * Adds the number of all items to a page, if the request prefers it.
 *
 * @param count returns undefined if the number is not kept.
 */
export function withTotal(
  { request }: Exchange,
  page: Representation,
  count: () => MaybePromise<bigint | undefined>,
): MaybePromise<Representation> {
  if (!prefersCount(request)) return page;
  return andThen(count(), (total) => {
    page.total = total;
    return page;
  });
}
