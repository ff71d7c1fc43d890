import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Queries } from '../../../platform/database/database.ts';
import type { SiteMapping } from '../mapping/site-mapping.ts';
import { readMapping } from '../mapping/word-queries.ts';
import { readSite } from '../settings/site-queries.ts';
import type { SiteSettings } from '../settings/site-settings.ts';
import type { Site } from '../sites/site.ts';
import { animalLine, headerLine } from './animals-file.ts';
import { type FactContext, factsOf, photoFilesOf } from './facts.ts';
import { leftOutReasons } from './left-out.ts';
import { waitingAnimals } from './waiting-animals.ts';

/** What a file of an account depends on besides its animals. */
export interface SiteContext extends FactContext {
  readonly settings: SiteSettings;
}

export interface ContextDependencies {
  readonly publicUrl: string;
  /** The day of the shelter. */
  readonly today: string;
}

export async function readContext(
  db: Queries,
  accountId: bigint,
  site: Site,
  { publicUrl, today }: ContextDependencies,
): Promise<SiteContext> {
  const { settings } = await readSite(db, accountId, site);
  const mapping = await readMapping(db, accountId, site);
  return { mapping, settings, username: settings.username ?? '', publicUrl, today };
}

/** A photo that is sent as a file. */
export interface ListingPhoto {
  /** Below the folder of the login. */
  readonly path: string;
  readonly photoId: string;
}

/** A part of the file with the animals. */
export interface FilePart {
  readonly text: string;
  readonly animals: number;
  readonly leftOut: number;
  readonly photos: readonly ListingPhoto[];
}

/** Yields the file with the animals of an account, in parts: first its header, then a part for each page of animals. */
export async function* fileParts(
  db: Queries,
  accountId: bigint,
  context: SiteContext,
): AsyncGenerator<FilePart> {
  const { site } = context.mapping;
  yield { text: headerLine(site), animals: 0, leftOut: 0, photos: [] };
  for await (const page of waitingAnimals(db, accountId)) {
    const sent = page.filter((animal) => isSent(animal, context));
    const text = sent.map((animal) => animalLine(site, factsOf(animal, context))).join('');
    const photos = site.photos.by === 'files' ? sent.flatMap((animal) => photosOf(animal, site)) : [];
    yield { text, animals: sent.length, leftOut: page.length - sent.length, photos };
    await nextTurn();
  }
}

type Animal = Parameters<typeof leftOutReasons>[0];

function isSent(animal: Animal, { mapping, settings }: { mapping: SiteMapping; settings: SiteSettings }) {
  return leftOutReasons(animal, mapping, settings.options).length === 0;
}

function photosOf(animal: Animal, site: Site): ListingPhoto[] {
  return photoFilesOf(animal, site).map(({ name, photoId }) => ({
    path: site.photos.folder + name,
    photoId,
  }));
}

/** Returns where a file goes at the site, below the folder of the login. */
export function pathOf(site: Site, file: 'animals' | 'configuration', username: string): string | undefined {
  return site.fileNames[file]?.replace('{username}', username);
}
