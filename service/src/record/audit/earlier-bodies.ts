import { sql } from 'kysely';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { AuditAction, EventType } from '../../platform/database/column-values.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import { BODY_COLUMNS, withBodies } from '../events/event-bodies.ts';

interface Entry {
  readonly id: bigint;
  readonly type: EventType | AuditAction;
}

/** What an entry changed, as the entry before it left it. */
export type Earlier =
  /** The body of that entry. */
  | { readonly body: string }
  /** A new animal had no profile. */
  | 'empty'
  /** That entry is no longer kept. */
  | 'unknown';

/** Returns true for a change of an animal, its profile or its photos. */
export function isCompared({ type }: Pick<Entry, 'type'>): boolean {
  return type === 'pet.updated' || type === 'listing.updated';
}

/** Compares with the last entry of the same animal of these types. */
const earlierIds = new PreparedQuery(
  (_db, { ids }: { ids: readonly bigint[] }) => sql<{ id: bigint; earlier: bigint | null }>`
    select changed.id as id, (
      select earlier.id from events as earlier
      where (earlier.pet_id, earlier.id) < (changed.pet_id, changed.id)
        and (earlier.pet_id, earlier.id) > (changed.pet_id, 0)
        and (earlier.type = 'pet.created'
          or (changed.type = 'pet.updated' and earlier.type = 'pet.updated')
          or (changed.type = 'listing.updated' and earlier.type = 'listing.updated'))
      order by earlier.pet_id desc, earlier.id desc limit 1
    ) as earlier
    from events as changed where changed.id in (${sql.join([...ids])})`,
);

const rowsById = new PreparedQuery((db, { ids }: { ids: readonly bigint[] }) =>
  db
    .selectFrom('events')
    .select(['id', 'type', ...BODY_COLUMNS])
    .where('id', 'in', ids),
);

/**
 * Returns what was before each of the entries that changed an animal or its listing. One whose text does not fit into the bytes of a page
 * is missing.
 */
export function earlierBodies(
  db: Queries,
  entries: readonly Entry[],
): MaybePromise<ReadonlyMap<bigint, Earlier>> {
  const changed = entries.filter(isCompared);
  if (changed.length === 0) return new Map();
  return andThen(earlierIds.all(db, { ids: changed.map(({ id }) => id) }), (pairs) =>
    andThen(bodiesOf(db, [...new Set(pairs.flatMap(({ earlier }) => earlier ?? []))]), (bodies) => {
      const typeOf = new Map(changed.map(({ id, type }) => [id, type]));
      const found = new Map<bigint, Earlier>();
      for (const { id, earlier } of pairs) {
        const row = earlier === null ? 'unknown' : bodies.get(earlier);
        if (row === 'unknown') found.set(id, row);
        else if (row !== undefined) found.set(id, leftBy(row, typeOf.get(id)));
      }
      return found;
    }),
  );
}

interface BodyOfEntry extends Pick<Entry, 'type'> {
  readonly body: string;
}

/** Returns what an entry left for a later one of this type. */
function leftBy({ type, body }: BodyOfEntry, later: Entry['type'] | undefined): Earlier {
  return type === 'pet.created' && later === 'listing.updated' ? 'empty' : { body };
}

function bodiesOf(db: Queries, ids: readonly bigint[]): MaybePromise<ReadonlyMap<bigint, BodyOfEntry>> {
  if (ids.length === 0) return new Map();
  return andThen(rowsById.all(db, { ids }), (rows) => {
    const inOrder = rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
    return andThen(withBodies(db, inOrder), (read) => new Map(read.map((row) => [row.id, row])));
  });
}
