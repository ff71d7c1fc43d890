import { createReadStream } from 'node:fs';
import { open, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Queries } from '../../../platform/database/database.ts';
import type { Site } from '../sites/site.ts';
import { configurationFile } from './configuration-file.ts';
import {
  type ContextDependencies,
  fileParts,
  type ListingPhoto,
  pathOf,
  readContext,
} from './site-content.ts';

/** A file as it is sent. */
interface BuiltFile {
  /** At the site, below the folder of the login. */
  readonly path: string;
  /** Where it is on this machine. */
  readonly localPath: string;
  readonly bytes: number;
}

/** Everything that a run sends to a site. */
export interface BuiltFiles {
  /** The file with the animals is the last one, so that what it needs is there before it. */
  readonly files: readonly BuiltFile[];
  readonly animals: number;
  readonly leftOut: number;
  /** The photos that the site must have as files, and no others. */
  photos(): AsyncIterable<ListingPhoto>;
}

/**
 * Builds all files of an account for a site before anything is sent. They are written to `folder`, because they may be larger
 * than the memory; the caller removes it.
 */
export async function buildFiles(
  db: Queries,
  accountId: bigint,
  site: Site,
  folder: string,
  dependencies: ContextDependencies,
): Promise<BuiltFiles> {
  const context = await readContext(db, accountId, site, dependencies);
  const animalsPath = join(folder, 'animals');
  const photosPath = join(folder, 'photos');
  await using animalsFile = await open(animalsPath, 'wx', 0o600);
  await using photosFile = await open(photosPath, 'wx', 0o600);
  let [animals, leftOut] = [0, 0];
  for await (const part of fileParts(db, accountId, context)) {
    animals += part.animals;
    leftOut += part.leftOut;
    await animalsFile.write(part.text);
    await photosFile.write(part.photos.map((photo) => `${JSON.stringify(photo)}\n`).join(''));
  }
  const files = [
    await configurationIn(folder, site, context.username),
    await builtFile(pathOf(site, 'animals', context.username), animalsPath),
  ].flatMap((file) => file ?? []);
  return { files, animals, leftOut, photos: () => readPhotos(photosPath) };
}

async function configurationIn(folder: string, site: Site, username: string): Promise<BuiltFile | undefined> {
  const path = pathOf(site, 'configuration', username);
  if (path === undefined) return undefined;
  const localPath = join(folder, 'configuration');
  await writeFile(localPath, configurationFile(site), { flag: 'wx', mode: 0o600 });
  return builtFile(path, localPath);
}

async function builtFile(path: string | undefined, localPath: string): Promise<BuiltFile | undefined> {
  return path === undefined ? undefined : { path, localPath, bytes: (await stat(localPath)).size };
}

async function* readPhotos(path: string): AsyncGenerator<ListingPhoto> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) yield JSON.parse(line) as ListingPhoto; // `buildFiles` has written it
}
