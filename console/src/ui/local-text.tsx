import { locale } from '../texts/language.ts';

const MOMENT = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const TIME = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
const NUMBER = new Intl.NumberFormat(locale);
const DAY = new Intl.DateTimeFormat(locale, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});
const FULL_DAY = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
const SHORT_DAY = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Shows a moment in the user's time zone and locale. */
export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{MOMENT.format(new Date(at))}</time>;
}

/** Shows a moment, in Unix milliseconds, without its date if that is today. */
export function ShortMoment({ at }: { at: number }) {
  const moment = new Date(at);
  const isToday = moment.toDateString() === new Date().toDateString();
  return <time dateTime={moment.toISOString()}>{(isToday ? TIME : MOMENT).format(moment)}</time>;
}

export function formatNumber(value: number): string {
  return NUMBER.format(value);
}

/** Returns a count that stops at a limit, for example "100+". */
export function countText({ count, more }: { count: number; more: boolean }): string {
  return more ? `${formatNumber(count)}+` : formatNumber(count);
}

/** Formats a UTC day, such as `2026-03-04`, in the user's locale. */
export function longDay(day: string): string {
  return DAY.format(new Date(day));
}

/** Formats a UTC day with its year: 4 March 2026. */
export function fullDay(day: string): string {
  return FULL_DAY.format(new Date(day));
}

export function shortDay(day: string): string {
  return SHORT_DAY.format(new Date(day));
}
