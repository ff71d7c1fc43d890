import { MINUTE } from './clock.ts';

/** The days of a time zone of the IANA database, such as `America/Chicago`. A day is a full-date of RFC 3339. */

/** The zone whose days apply until a shelter has set its own. */
export const DEFAULT_TIME_ZONE = 'UTC';

/** No zone is further from UTC. */
const MAX_OFFSET = 15 * 60 * MINUTE;
const DAY_MINUTES = 24 * 60;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns true for the name of a zone. An offset, such as `+05:00`, is none: it does not know summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

interface KnownDay {
  readonly timeZone: string;
  readonly day: string;
  readonly from: number;
  readonly to: number;
}

/** The day that was asked for last, because most requests ask for today. */
let known: KnownDay = { timeZone: '', day: '', from: 0, to: 0 };

/** Returns the day of a moment, in milliseconds since the Unix epoch. */
export function localDay(at: number, timeZone: string): string {
  if (known.timeZone !== timeZone || at < known.from || at >= known.to) {
    const day = readDay(at, timeZone);
    known = { timeZone, day, from: startOfDay(day, timeZone), to: startOfDay(addDays(day, 1), timeZone) };
  }
  return known.day;
}

function readDay(at: number, timeZone: string): string {
  const parts = formatOf(timeZone).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/** Returns the first moment of a day. In some zones a day does not begin at midnight, because summer time begins. */
export function startOfDay(day: string, timeZone: string): number {
  const midnight = Date.parse(day);
  const beginning = midnight - MAX_OFFSET;
  // Finds the first minute that belongs to the day or to a later one.
  let [before, from] = [-1, (2 * MAX_OFFSET) / MINUTE];
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (readDay(beginning + middle * MINUTE, timeZone) >= day) from = middle;
    else before = middle;
  }
  return beginning + from * MINUTE;
}

/** Returns the day that is `count` days later; earlier if `count` is negative. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MINUTES * MINUTE).toISOString().slice(0, 10);
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const made = formats.get(timeZone);
  if (made !== undefined) return made;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formats.set(timeZone, format);
  return format;
}
