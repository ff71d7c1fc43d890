/**
 * What a migration does to processes of older versions that serve the same store on PostgreSQL. `expands`: their requests may
 * be 503 while it runs (docs/scaling.md#rolling-upgrade); afterwards they go on, and what they write is complete. `contracts`: they
 * would fail, ignore a rule, or write what this version does not find. The migration then refuses to run beside them
 * (docs/adr/0073). SQLite allows one process.
 */
export type Effect = 'expands' | 'contracts';

export const EFFECTS: Readonly<Record<string, Effect>> = {
  '0001-initial': 'expands',
  '0002-store-area': 'expands',
  '0003-events-of-a-pet': 'expands',
  '0004-recovery': 'expands',
  '0005-orders-of-a-pet': 'expands',
  // Triggers count what older processes write.
  '0006-category-counts': 'expands',
  '0007-access-version': 'expands',
  '0008-environment': 'expands',
  // Removes indexes that older processes read.
  '0009-closed-orders': 'contracts',
  // Older processes add no entries to the index of the search.
  '0010-listings': 'contracts',
  // Older processes accept the keys of disabled accounts, and ignore the role of a key.
  '0011-administration': 'contracts',
  '0012-import-jobs': 'expands',
  '0013-summary': 'expands',
  '0014-stale-entries': 'expands',
  // Older processes add other entries to the index of the search.
  '0015-words-of-all-scripts': 'contracts',
  '0016-import-previews': 'expands',
  '0017-rotated-keys': 'expands',
  // Older processes cannot read the events that this version writes.
  '0018-event-parts': 'contracts',
  '0019-listings-of-events': 'expands',
  // Older processes do not notice a failover, as before.
  '0020-accepted-servers': 'expands',
  // Triggers set the values for what older processes write. It rewrites the table of the animals, which no other transaction reads meanwhile.
  '0021-in-care': 'expands',
  // Until they end, older processes delete animals for good, and serve the photos of removed ones by their addresses.
  '0022-bin': 'expands',
  // Older processes complete orders without a movement, which is added afterwards (`0040-recorded-adoptions`), and leave the movements of an animal that they remove without it.
  '0023-movements': 'expands',
  // Until they end, older processes have no page at the old address of a merged animal, and leave the animal out of their events of the merge.
  '0024-merged-pets': 'expands',
  // Until they end, older processes add no words of new names for the search of similar ones.
  '0025-names-and-authors': 'expands',
  // As 0021-in-care: triggers and generated columns, and PostgreSQL rewrites the table of the animals.
  '0026-sorted-listings': 'expands',
  // What older processes write has the default.
  '0027-focal-points': 'expands',
  // Older processes do not know tokens of sessions, and refuse them.
  '0028-people': 'expands',
  // Older processes send no e-mails.
  '0029-outbox': 'expands',
  // Older processes write no movements.
  '0030-stays': 'expands',
  // Until they end, older processes send by the environment only, and find no text in a letter about an application.
  '0031-mail-settings': 'expands',
  // Until they end, older processes end orders without their applications, and erase nothing.
  '0032-applications': 'expands',
  // Until they end, older processes show the microchips that are entered beside them (docs/adr/0098).
  '0033-microchips': 'expands',
  // Until they end, older processes order one animal without those that it goes together with, and drop its group when they change its profile.
  '0034-bonded-orders': 'expands',
  // Older processes send nothing.
  '0035-webhooks': 'expands',
  '0036-publishing': 'expands',
  '0037-publishing-runs': 'expands',
  '0038-partners': 'expands',
  // Changes SQLite only.
  '0039-name-order': 'expands',
  // What older processes complete lacks the mark, and gets its movement afterwards.
  '0040-recorded-adoptions': 'expands',
  // Older processes have no webhooks and no invitations, and their imports go on as before.
  '0041-principals': 'expands',
  // No released version has the two tables that it replaces.
  '0042-day-counts': 'expands',
  // Triggers and an index.
  '0043-bounded-stays': 'expands',
  '0044-addresses-of-an-account': 'expands',
  '0045-erased-applications': 'expands',
  '0046-growing-reads': 'expands',
  '0047-mail-by-kind': 'expands',
  '0048-counts-by-day': 'expands',
};

/** The last migration of each released version. */
const RELEASED: ReadonlyArray<readonly [version: string, last: number]> = [
  ['1.0.0', 3],
  ['1.1.0', 18],
];

/** Returns which version has made or last migrated a store, as the end of a sentence. */
export function versionOf(applied: readonly string[]): string {
  const last = Math.max(0, ...applied.map(migrationNumber));
  const exact = RELEASED.find(([, number]) => number === last);
  if (exact !== undefined) return `version ${exact[0]}`;
  const before = RELEASED.findLast(([, number]) => number < last);
  return before === undefined ? 'an interrupted start' : `a version after ${before[0]}`;
}

/** Returns the number of a migration, such as 19 of `0019-listings-of-events`. */
export function migrationNumber(name: string): number {
  return Number(name.slice(0, 4));
}

/** The number of the last migration of this version. */
export const LAST_MIGRATION = Math.max(...Object.keys(EFFECTS).map(migrationNumber));
