import { createReadStream } from 'node:fs';
import { mayActOnAll } from '../../../access/accounts/account.ts';
import { findAccount } from '../../../access/accounts/account-queries.ts';
import { photoFile } from '../../../catalogue/photos/photo-queries.ts';
import { JPEG_NAME } from '../../../catalogue/photos/photo-sizes.ts';
import type { Clock } from '../../../platform/core/clock.ts';
import { localDay } from '../../../platform/core/local-days.ts';
import type { MaybePromise } from '../../../platform/core/maybe-promise.ts';
import type { Secrets } from '../../../platform/database/secrets.ts';
import { readSite } from '../settings/site-queries.ts';
import { openPassword } from '../settings/site-settings.ts';
import type { Site } from '../sites/site.ts';
import { findSite } from '../sites/sites.ts';
import type { RunSiteDependencies } from './run-site.ts';

interface SourceDependencies {
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly publicUrl: string;
  /** Returns the zone whose days count. */
  readonly timeZone: () => MaybePromise<string>;
}

/** Where a run reads what it sends, and how it signs in. */
export function siteSources({
  clock,
  secrets,
  publicUrl,
  timeZone,
}: SourceDependencies): Pick<RunSiteDependencies, 'accessOf' | 'build' | 'readPhoto'> {
  return {
    accessOf: async (db, { accountId, site: id }) => {
      const site = findSite(id);
      if (site === undefined) return undefined;
      const account = await findAccount(db, { id: accountId });
      if (account === undefined || account.disabledAt !== undefined || !mayActOnAll(account))
        return undefined;
      const stored = await readSite(db, accountId, site);
      const { isOn, host, port, security, username } = stored.settings;
      if (!isOn) return undefined;
      if (username === null || stored.sealedPassword === null) return { fault: 'not_set_up' };
      const password = openPassword(accountId, site.id, stored, secrets);
      if (password === undefined) return { fault: 'password_unreadable' };
      return { host, port, security, username, password };
    },
    build: async (db, { accountId, site }, folder) => {
      const today = localDay(clock.now(), await timeZone());
      const { buildFiles } = await import('../files/build-files.ts');
      const built = await buildFiles(db, accountId, siteOf(site), folder, { publicUrl, today });
      return {
        animals: built.animals,
        files: built.files.map(({ path, localPath, bytes }) => ({
          path,
          bytes,
          read: () => createReadStream(localPath),
        })),
        photos: built.photos,
      };
    },
    readPhoto: async (db, id) => photoFile(db, id, JPEG_NAME),
  };
}

/** @throws {Error} for a site that a newer version of the service has turned on. */
function siteOf(id: string): Site {
  const site = findSite(id);
  if (site === undefined) throw new Error(`There is no site ${id}`);
  return site;
}
