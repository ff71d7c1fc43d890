import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Queries } from '../../../platform/database/database.ts';
import { PreparedQuery, rowLimit } from '../../../platform/database/prepared-query.ts';
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

interface PlaceParameters {
  readonly accountId: bigint;
  readonly site: string;
  readonly target: string;
}

const reading = new PreparedQuery(
  (db, { accountId, site, target, after, limit }: PlaceParameters & { after: string; limit: number }) =>
    db
      .selectFrom('publishing_photos')
      .select(['path', 'photo_id'])
      .where('account_id', '=', accountId)
      .where('site', '=', site)
      .where('target', '=', target)
      .where('path', '>', after)
      .orderBy('path')
      .limit(rowLimit(limit)),
);

const PAGE_PHOTOS = 1_000;

/** Yields the photos that a site has, in pages, with other requests in between: a large shelter has hundreds of thousands. */
export async function* readSentPhotos(
  db: Queries,
  { accountId, site, target }: Place,
): AsyncGenerator<readonly SitePhoto[]> {
  for (let after = ''; ; ) {
    const rows = await reading.all(db, { accountId, site, target, after, limit: PAGE_PHOTOS });
    yield rows.map(({ path, photo_id }) => ({ path, photoId: photo_id }));
    if (rows.length < PAGE_PHOTOS) return;
    after = rows.at(-1)?.path ?? after;
    await nextTurn();
  }
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

const otherPlaces = new PreparedQuery((db, { accountId, site, target }: PlaceParameters) =>
  db
    .deleteFrom('publishing_photos')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('account_id', 'site', 'target', 'path'),
        'in',
        selectFrom('publishing_photos')
          .select(['account_id', 'site', 'target', 'path'])
          .where('account_id', '=', accountId)
          .where('site', '=', site)
          .where('target', '<>', target)
          .limit(rowLimit(PAGE_PHOTOS))
          .$asTuple('account_id', 'site', 'target', 'path'),
      ),
    )
    .returning('path'),
);

/** Forgets what was sent to other places than the present one. Returns false if there may be more. */
export async function forgetOtherPlaces(db: Queries, { accountId, site, target }: Place): Promise<boolean> {
  return (await otherPlaces.all(db, { accountId, site, target })).length < PAGE_PHOTOS;
}

/** Forgets a photo that was removed from a site. */
export async function forgetSentPhoto(
  db: Queries,
  { accountId, site, target }: Place,
  path: string,
): Promise<void> {
  await deletion.all(db, { accountId, site, target, path });
}
