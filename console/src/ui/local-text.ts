import { formatNumber } from '../texts/in-language.ts';
import { locale } from '../texts/language.ts';
import { knownTimeZone } from './time-zones.ts';

const DAY = new Intl.DateTimeFormat(locale, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});
const FULL_DAY = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
const MEDIUM_DAY = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
const LONG_MONTH = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const SHORT_MONTH = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });
const SHORT_DAY = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });

const STYLES = {
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  time: { timeStyle: 'short' },
  day: { dateStyle: 'full' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats a moment as the clocks and calendars of a time zone show it. */
export function inZone(style: keyof typeof STYLES, at: string | number, timeZone: string): string {
  const key = `${style} ${timeZone}`;
  const options = { ...STYLES[style], timeZone: knownTimeZone(timeZone) };
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format.format(new Date(at));
}

const MS_PER_DAY = 86_400_000;

/** Returns how many days ago a moment, or a day such as `2026-03-04`, was by the calendar of a time zone. */
export function daysSince(at: string, now: number, timeZone: string): number {
  const day = at.includes('T') ? dayOf(Date.parse(at), timeZone) : at;
  return Math.max(0, Math.round((Date.parse(dayOf(now, timeZone)) - Date.parse(day)) / MS_PER_DAY));
}

/** Returns the day of a moment, such as `2026-03-04`. */
export function dayOf(at: number, timeZone: string): string {
  // Swedish writes dates as RFC 3339 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: knownTimeZone(timeZone) }).format(at);
}

/** Returns a count that stops at a limit, for example "100+". */
export function countText({ count, more }: { count: number; more: boolean }): string {
  return more ? `${formatNumber(count)}+` : formatNumber(count);
}

/** Formats an amount in a currency: 150 € or $80.50. */
export function money({ amount, currency }: { amount: string; currency: string }): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    ...(Number.isInteger(Number(amount)) && { maximumFractionDigits: 0 }),
  });
  return format.format(Number(amount));
}

/** Formats a day, such as `2026-03-04`, in the user's locale. */
export function longDay(day: string): string {
  return DAY.format(new Date(day));
}

/** Formats a day with its year: 4 March 2026. */
export function fullDay(day: string): string {
  return FULL_DAY.format(new Date(day));
}

/** Formats a day with its year where there is little space: 4 Mar 2026. */
export function mediumDay(day: string): string {
  return MEDIUM_DAY.format(new Date(day));
}

/** Formats a month, such as `2026-03`, without its year. */
export function monthName(month: string): string {
  return MONTH.format(new Date(`${month}-01`));
}

/** Formats a month with its year: March 2026. */
export function longMonth(month: string): string {
  return LONG_MONTH.format(new Date(`${month}-01`));
}

export function shortMonth(month: string): string {
  return SHORT_MONTH.format(new Date(`${month}-01`));
}

export function shortDay(day: string): string {
  return SHORT_DAY.format(new Date(day));
}
