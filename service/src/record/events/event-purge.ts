import type { Database } from '../../platform/database/database.ts';
import { PreparedQuery, rowLimit } from '../../platform/database/prepared-query.ts';
import { assignEventIds } from './event-ids.ts';

/** The next run deletes again what a power failure has brought back. */
const UNSYNCED = { commit: 'asynchronous' } as const;

/**
 * Deletes up to `limit` of the oldest events from before `before`, and returns their number. It stops at the first newer
 * event, so that the rest of the feed has no gap.
 */
export async function purgeEvents(database: Database, before: number, limit: number): Promise<number> {
  await assignEventIds(database);
  return database.write(async (db) => {
    const oldest = await oldestEvents.all(db, { limit });
    const firstKept = oldest.findIndex(({ at }) => at >= BigInt(before));
    const purged = firstKept === -1 ? oldest : oldest.slice(0, firstKept);
    const last = purged.at(-1)?.id;
    if (last === undefined) return 0;
    await eventDeletion.all(db, { last });
    // Another process may have purged more in between.
    await purgeMark.all(db, { last });
    return purged.length;
  }, UNSYNCED);
}

const oldestEvents = new PreparedQuery((db, { limit }: { limit: number }) =>
  db
    .selectFrom('events')
    .select(['id', 'at'])
    .where('id', 'is not', null)
    .orderBy('id')
    .limit(rowLimit(limit)),
);

const eventDeletion = new PreparedQuery((db, { last }: { last: bigint }) =>
  db.deleteFrom('events').where('id', '<=', last),
);

const purgeMark = new PreparedQuery((db, { last }: { last: bigint }) =>
  db.updateTable('event_feed').set({ last_purged: last }).where('last_purged', '<', last),
);
