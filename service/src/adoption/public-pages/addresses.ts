import { encodeCursor } from '../../platform/core/cursor.ts';
import type { Language } from '../../platform/core/languages.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { PageRequest } from '../../platform/http/responses/pagination.ts';

export const LIST_PATH = '/adopt';
export const JSON_PATH = '/adopt.json';
/** The animals that a visitor keeps in the browser. */
export const FAVOURITES_PATH = '/adopt/favourites';
export const FEED_PATH = '/adopt/feed.xml';
export const EMBED_PATH = '/embed.js';
export const SITEMAP_PATH = '/sitemap.xml';
/** Below the root, because a sitemap lists only addresses below its own folder. */
export const SITEMAP_FILE_PATH = '/sitemap-:file.xml';

/** The fragment of the animals that a search found. */
export const RESULTS = '#results';

/** The members of a pet that its address has. */
interface Named {
  readonly id: bigint;
  readonly name: string;
}

/** The length of the last part of an address in characters. Percent-encoded, it has at most 12 bytes for each. */
const MAX_SLUG = 60;
/** How much of a name its address may contain: a character may become 18 letters when it is normalised. */
const MAX_READ = 2 * MAX_SLUG;
/** How much of the normalised name: a letter may have several marks, which are removed. */
const MAX_NORMALISED = 4 * MAX_SLUG;

/** What follows the id of an animal in the address of its form. No slug is this word. */
const APPLY = 'apply';

/** Returns the path of the form with which visitors apply for an animal, or that of a visitor who looks for any animal if `petId` is undefined. */
export function applyPath(petId: bigint | string | undefined): string {
  return petId === undefined ? `${LIST_PATH}/${APPLY}` : `${LIST_PATH}/${petId}/${APPLY}`;
}

/** Returns the first words of a name, for the end of its address. A character of which a limit leaves only a half is no letter. */
export function slugOf(name: string): string {
  const words = name
    .slice(0, MAX_READ)
    .normalize('NFKD')
    .slice(0, MAX_NORMALISED)
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  const slug = shortSlug((words ?? ['-']).join('-'));
  return slug === APPLY ? `${APPLY}-` : slug;
}

function shortSlug(slug: string): string {
  if (slug.length <= MAX_SLUG) return slug;
  return [...slug].slice(0, MAX_SLUG).join('').replace(/-$/, '');
}

/** Returns the path of the page of an animal. */
export function animalPath({ id, name }: Named): string {
  return `${LIST_PATH}/${id}/${encodeURIComponent(slugOf(name))}`;
}

/** Returns a function for the absolute addresses of the pages of animals. */
export function animalUrls(publicUrl: string): (pet: Named) => string {
  return (pet) => publicUrl + animalPath(pet);
}

/** Returns a function that returns the one of `animalUrls` while the public pages are on, else undefined. */
export function shownAnimalUrls(
  publicUrl: string,
  settings: { refresh(): MaybePromise<{ readonly publicPages: boolean }> },
): () => MaybePromise<((pet: Named) => string) | undefined> {
  const urls = animalUrls(publicUrl);
  return () => andThen(settings.refresh(), ({ publicPages: isOn }) => (isOn ? urls : undefined));
}

/**
 * Returns a path in a language: with `lang`, or without it for the language that the browser asks for.
 *
 * @param query encoded; may be empty.
 */
export function inLanguage(path: string, query: string, language: Language | undefined): string {
  const parts = [query, language && `lang=${language}`].filter((part) => part);
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`;
}

/** Returns the query of the next page of a list. */
export function nextQuery({ filters, list }: PageRequest, examined: bigint): string {
  return `${filters === '' ? '' : `${filters}&`}cursor=${encodeCursor(list, examined)}`;
}
