import { Type } from 'typebox';
import { fieldError } from '../../core/field-faults.ts';
import { Int64 } from '../../core/int64.ts';
import { MAX_PAGE_SIZE } from '../responses/pagination.ts';

/** A list of ids in a query is the parameter `ids` in every operation (docs/adr/0069). Some have an older name for it as well. */

const LIMITS = { minItems: 1, maxItems: MAX_PAGE_SIZE };

interface Documentation {
  /** Of one id. */
  readonly item: string;
  readonly description: string;
  readonly example: readonly bigint[];
}

/** The parameter `ids`. */
export function idList({ item, description, example }: Documentation) {
  const items = Int64({ description: item });
  return Type.Optional(Type.Array(items, { ...LIMITS, description, examples: [example] }));
}

/** The older name of the parameter. */
export function olderIdList({ item, example }: Documentation) {
  const description = 'The older name of `ids`, which stays accepted. Send one of them.';
  const items = Int64({ description: item });
  return Type.Optional(Type.Array(items, { ...LIMITS, deprecated: true, description, examples: [example] }));
}

type Ids = readonly bigint[] | undefined;

/**
 * Returns the ids that a request has under either name.
 *
 * @throws {ApiError} `invalid_parameter` if it has both.
 */
export function idsIn<Older extends string>(
  query: { readonly ids?: Ids } & { readonly [Name in Older]?: Ids },
  older: Older,
): Ids {
  const { ids, [older]: sameIds } = query;
  if (ids === undefined || sameIds === undefined) return ids ?? sameIds;
  throw fieldError('invalid_parameter', older, 'is an older name of ids; send only ids');
}
