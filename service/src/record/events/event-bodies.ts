import { sql } from 'kysely';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Queries } from '../../platform/database/database.ts';
import { PreparedQuery } from '../../platform/database/prepared-query.ts';
import { countOnPage } from '../../platform/http/responses/pagination.ts';
import { joinBodies, referencesIn } from './event-parts.ts';

/** A larger body is read only if it is on the page: a hundred of the largest ones would be 10 MB. */
const MAX_FIRST_READ = 4_096;
/** What the JSON of an event has around the body, at most. */
const EVENT_BYTES = 1_280;

/** The columns of a `BodyRow`. */
export const BODY_COLUMNS = [
  sql<string | null>`case when octet_length(body) <= ${sql.lit(MAX_FIRST_READ)} then body end`.as('body'),
  sql<bigint>`octet_length(body)`.as('bytes'),
] as const;

interface BodyRow {
  readonly id: bigint;
  /** Null if it is large. */
  readonly body: string | null;
  readonly bytes: bigint;
}

const bodiesOf = new PreparedQuery((db, { ids }: { ids: readonly bigint[] }) =>
  db.selectFrom('events').select(['id', 'body']).where('id', 'in', ids),
);

/** Returns the first rows, as many as fit into the bytes of a page and at least one, with their bodies. */
export function withBodies<Row extends BodyRow>(
  db: Queries,
  rows: readonly Row[],
): MaybePromise<Array<Row & { readonly body: string }>> {
  const page = rows.slice(0, countOnPage(rows.map(bytesOf)));
  const large = page.flatMap(({ id, body }) => (body === null ? [id] : []));
  const found = large.length === 0 ? [] : bodiesOf.all(db, { ids: large });
  return andThen(found, (read) => {
    const byId = new Map(read.map(({ id, body }) => [id, body]));
    // If the event was deleted since, its position is no longer kept, so that the response is an error.
    const bodies = page.map(({ id, body }) => body ?? byId.get(id) ?? 'null');
    return andThen(joinBodies(db, bodies), (joined) =>
      page.map((row, index) => withBody(row, joined[index] ?? 'null')),
    );
  });
}

/** Most rows have their whole body already, and to copy a row takes as long as to read it. */
function withBody<Row extends BodyRow>(row: Row, body: string): Row & { readonly body: string } {
  return hasBody(row) && row.body === body ? row : { ...row, body };
}

function hasBody<Row extends BodyRow>(row: Row): row is Row & { readonly body: string } {
  return row.body !== null;
}

function bytesOf({ bytes, body }: BodyRow): number {
  const parts = body === null ? [] : referencesIn(body);
  return parts.reduce((sum, part) => sum + part.bytes, Number(bytes) + EVENT_BYTES);
}
