import { encodeCursor } from '../core/cursor.ts';
import type { PageRequest } from '../http/responses/pagination.ts';
import type { Language } from './texts/language.ts';

export const LIST_PATH = '/adopt';
export const JSON_PATH = '/adopt.json';
export const FEED_PATH = '/adopt/feed.xml';
export const EMBED_PATH = '/embed.js';
export const SITEMAP_PATH = '/sitemap.xml';

/** The members of a pet that its address has. */
interface Named {
  readonly id: bigint;
  readonly name: string;
}

/** Returns the words of a name, for the end of its address. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return (words ?? ['-']).join('-');
}

/** Returns the path of the page of an animal. */
export function animalPath({ id, name }: Named): string {
  return `${LIST_PATH}/${id}/${encodeURIComponent(slugOf(name))}`;
}

/** Returns a function for the absolute addresses of the pages of animals. */
export function animalUrls(publicUrl: string): (pet: Named) => string {
  return (pet) => publicUrl + animalPath(pet);
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
