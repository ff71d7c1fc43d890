import { DAY } from '../../../platform/core/clock.ts';
import { plain } from './words.ts';

export const DATE_ORDERS = ['day-first', 'month-first'] as const;
/** Whether `03/04/2020` is 3 April or March 4. */
export type DateOrder = (typeof DATE_ORDERS)[number];

/** The dates that a text can mean: `YYYY-MM-DD`. Both are the same if the order does not matter. */
export interface DateReading {
  readonly dayFirst: string | undefined;
  readonly monthFirst: string | undefined;
  /** The time of the day, `HH:MM:SS`; undefined if the text has none. */
  readonly time: string | undefined;
}

/** The years before are mistakes, such as `0020`. */
const MIN_YEAR = 1800;
const MAX_YEAR = 9999;
const MAX_LENGTH = 60;

const TIME =
  /(?:^|[T,\s]|\b(?:at|a las|um)\s|\sà\s)\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s*(?:([ap])\.?\s?m\.?)?\s*(?:Z|UTC|GMT|Uhr|[+-]\d{2}:?\d{2})?$/i;
const NUMBERS = /^(\d{1,4})\s*([-/.])\s*(\d{1,2})\s*\2\s*(\d{1,4})\.?$/;
const DIGITS = /^(\d{4})(\d{2})(\d{2})$/;

/**
 * Reads a date in the forms that spreadsheets have: `2014-04-10`, `10/04/2014`, `4/15/91`, `10-Apr-2014`, `Apr 10, 2015`,
 * `10 de abril de 2014`, `10 avril 2014`, `10. April 2014`, each with or without a time. Returns undefined for any other text.
 *
 * @param now in Unix milliseconds. A year with two digits is the last such year of which the date has passed.
 */
export function readDate(text: string, now: number): DateReading | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const trimmed = text.trim();
  const match = TIME.exec(trimmed);
  const time = match === null ? undefined : timeOf(match);
  if (match !== null && time === undefined) return undefined;
  const day = match === null ? trimmed : trimmed.slice(0, match.index).replace(/,$/, '').trim();
  const dates = readDay(day, now);
  if (dates?.dayFirst === undefined && dates?.monthFirst === undefined) return undefined;
  return { ...dates, time };
}

/** Returns the date of a reading; undefined if it has no date in this order. */
export function dateIn(reading: DateReading, order: DateOrder | undefined): string | undefined {
  if (reading.dayFirst === reading.monthFirst || order === 'day-first') return reading.dayFirst;
  if (order === 'month-first') return reading.monthFirst;
  return reading.dayFirst === undefined || reading.monthFirst === undefined
    ? (reading.dayFirst ?? reading.monthFirst)
    : undefined;
}

/** Returns the only order in which a text is a date; undefined if both are possible. */
export function provenOrder({ dayFirst, monthFirst }: DateReading): DateOrder | undefined {
  if (dayFirst !== undefined && monthFirst !== undefined) return undefined;
  return dayFirst === undefined ? 'month-first' : 'day-first';
}

/** Returns true if the two orders give different dates. */
export function isAmbiguous({ dayFirst, monthFirst }: DateReading): boolean {
  return dayFirst !== undefined && monthFirst !== undefined && dayFirst !== monthFirst;
}

type Days = Pick<DateReading, 'dayFirst' | 'monthFirst'>;

function readDay(text: string, now: number): Days | undefined {
  const digits = DIGITS.exec(text);
  if (digits !== null) return sameInBoth(dateOf(digits.slice(1), now));
  const numbers = NUMBERS.exec(text);
  if (numbers === null) return sameInBoth(readNamedMonth(text, now));
  const [, first = '', , second = '', third = ''] = numbers;
  if (first.length === 4 || (first.length === 2 && Number(first) > 31)) {
    return third.length > 2 ? undefined : sameInBoth(dateOf([first, second, third], now));
  }
  if (first.length > 2 || (third.length !== 2 && third.length !== 4)) return undefined;
  return {
    dayFirst: dateOf([third, second, first], now),
    monthFirst: dateOf([third, first, second], now),
  };
}

function sameInBoth(date: string | undefined): Days | undefined {
  return date === undefined ? undefined : { dayFirst: date, monthFirst: date };
}

const MONTHS: readonly RegExp[] = [
  /^(jan|january|ene|enero|janv|janvier|janner|januar)$/,
  /^(feb|february|febrero|fev|fevr|fevrier|februar)$/,
  /^(mar|march|marzo|mars|marz)$/,
  /^(apr|april|abr|abril|avr|avril)$/,
  /^(may|mayo|mai)$/,
  /^(jun|june|junio|juin|juni)$/,
  /^(jul|july|julio|juil|juillet|juli)$/,
  /^(aug|august|ago|agosto|aout)$/,
  /^(sep|sept|september|set|septiembre|setiembre|septembre)$/,
  /^(oct|october|octubre|octobre|okt|oktober)$/,
  /^(nov|november|noviembre|novembre)$/,
  /^(dec|december|dic|diciembre|decembre|dez|dezember)$/,
];
/** Days of the week, and words between the parts of a date. */
const OTHER_WORDS =
  /^(mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|(mon|tues|wednes|thurs|fri|satur|sun)day|lun|mie|jue|vie|sab|dom|lunes|martes|miercoles|jueves|viernes|sabado|domingo|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|mo|di|mi|do|fr|sa|so|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|de|del|of|the|el|le|der|den|am)$/;
const ORDINAL = /^(\d{1,2})(st|nd|rd|th|o|a|er)$/;

/** Reads a date whose month is a word, in any of the three orders that are in use. */
function readNamedMonth(text: string, now: number): string | undefined {
  const words = plain(text)
    .split(' ')
    .filter((word) => !OTHER_WORDS.test(word))
    .map((word) => word.replace(ORDINAL, '$1'));
  if (words.length !== 3) return undefined;
  const at = words.findIndex((word) => monthOf(word) !== undefined);
  const month = monthOf(words[at] ?? '');
  const [one = '', other = ''] = words.filter((_, index) => index !== at);
  if (month === undefined || at === 2 || !/^\d{1,4}$/.test(one) || !/^\d{1,4}$/.test(other)) return undefined;
  const [day, year] = one.length === 4 && at === 1 ? [other, one] : [one, other];
  if (day.length > 2 || (year.length !== 2 && year.length !== 4)) return undefined;
  return dateOf([year, String(month), day], now);
}

function monthOf(word: string): number | undefined {
  const index = MONTHS.findIndex((names) => names.test(word));
  return index === -1 ? undefined : index + 1;
}

/** @param parts the digits of the year, the month and the day. */
function dateOf(parts: readonly string[], now: number): string | undefined {
  const [year = 0, month = 0, day = 0] = parts.map(Number);
  if (parts[0]?.length !== 2) return isoDate(year, month, day);
  const latest = new Date(now + DAY).toISOString().slice(0, 10);
  const recent = isoDate(2000 + year, month, day);
  return recent !== undefined && recent <= latest ? recent : (isoDate(1900 + year, month, day) ?? recent);
}

/** Returns undefined for a day that the calendar does not have. */
function isoDate(year: number, month: number, day: number): string | undefined {
  if (year < MIN_YEAR || year > MAX_YEAR) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.toISOString().slice(0, 10) : undefined;
}

function timeOf([, hours, minutes, seconds = '00', half]: RegExpExecArray): string | undefined {
  const hour = Number(hours);
  if (Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  if (half === undefined)
    return hour > 23 ? undefined : [hours?.padStart(2, '0'), minutes, seconds].join(':');
  if (hour < 1 || hour > 12) return undefined;
  const inDay = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return [String(inDay).padStart(2, '0'), minutes, seconds].join(':');
}
