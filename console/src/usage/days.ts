import type { Usage } from '@petstore/client';
import { locale } from '../texts/language.ts';

/** A UTC day and the requests counted on it. */
export type DayCount = Usage['days'][number];

const LONG = new Intl.DateTimeFormat(locale, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});
const SHORT = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Formats a UTC day, such as `2026-03-04`, in the user's locale. */
export function longDay(day: string): string {
  return LONG.format(new Date(day));
}

export function shortDay(day: string): string {
  return SHORT.format(new Date(day));
}
