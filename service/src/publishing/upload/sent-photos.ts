import type { Queries } from '../../database/database.ts';
import { PreparedQuery } from '../../database/prepared-query.ts';
import type { AccountSite } from './run-queries.ts';

/** A photo at a site. */
export interface SitePhoto {
  readonly path: string;
  readonly photoId: string;
}

/** Where photos were sent: the same site with another user is another place. */
export interface Place extends AccountSite {
  readonly target: string;
}

const reading = new PreparedQuery((db, { accountId, site, target }: PlaceParameters) =>
  db
    .selectFrom('publishing_photos')
    .select(['path', 'photo_id'])
    .where('account_id', '=', accountId)
    .where('site', '=', site)
    .where('target', '=', target),
);

interface PlaceParameters {
  readonly accountId: bigint;
  readonly site: string;
  readonly target: string;
}

/** Returns the ids of the photos that a site has, by their paths. */
export async function readSentPhotos(
  db: Queries,
  { accountId, site, target }: Place,
): Promise<Map<string, string>> {
  const rows = await reading.all(db, { accountId, site, target });
  return new Map(rows.map(({ path, photo_id }) => [path, photo_id]));
}

const upsert = new PreparedQuery(
  (db, { accountId, site, target, path, photoId }: PlaceParameters & { path: string; photoId: string }) =>
    db
      .insertInto('publishing_photos')
      .values({ account_id: accountId, site, target, path, photo_id: photoId })
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'site', 'target', 'path']).doUpdateSet({ photo_id: photoId }),
      ),
);

export async function recordSentPhoto(
  db: Queries,
  { accountId, site, target }: Place,
  { path, photoId }: SitePhoto,
): Promise<void> {
  await upsert.all(db, { accountId, site, target, path, photoId });
}

const deletion = new PreparedQuery(
  (db, { accountId, site, target, path }: PlaceParameters & { path: string }) =>
    db
      .deleteFrom('publishing_photos')
      .where('account_id', '=', accountId)
      .where('site', '=', site)
      .where('target', '=', target)
      .where('path', '=', path),
);

/** Forgets a photo that was removed from a site. */
export async function forgetSentPhoto(
  db: Queries,
  { accountId, site, target }: Place,
  path: string,
): Promise<void> {
  await deletion.all(db, { accountId, site, target, path });
}
