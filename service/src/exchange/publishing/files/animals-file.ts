import type { Column, Site } from '../sites/site.ts';
import type { Facts } from './facts.ts';
import { cut } from './site-text.ts';

/** The first line of a file, which is all of it without an animal. */
export function headerLine({ header }: Site): string {
  return `${header}\n`;
}

/** One line: every value in quotes, so that texts may have commas and quotes. */
export function animalLine({ columns }: Site, facts: Facts): string {
  return `${columns.map((column) => `"${cellOf(column, facts).replaceAll('"', '""')}"`).join(',')}\n`;
}

function cellOf({ fact, codes, maxLength }: Column, facts: Facts): string {
  const value = fact === undefined ? undefined : facts[fact];
  if (value === undefined) return '';
  return codes === undefined ? cut(String(value), maxLength) : (codes[String(value)] ?? '');
}
