const MONTHS_PER_YEAR = 12;

interface CalendarDate {
  readonly year: number;
  /** From 0. */
  readonly month: number;
  readonly day: number;
}

/** Returns the whole months between a date of birth and another day, both as `YYYY-MM-DD`; 0 for a later birth. */
export function ageInMonths(birthDate: string, today: string): number {
  const [birth, now] = [parse(birthDate), parse(today)];
  const months = (now.year - birth.year) * MONTHS_PER_YEAR + now.month - birth.month;
  return Math.max(0, now.day < birth.day ? months - 1 : months);
}

/** Returns the date of birth of an animal that has an age, as `YYYY-MM-DD`. In a month without such a day it is the last day. */
export function birthDateAt(months: number, today: string): string {
  const { year, month, day } = parse(today);
  const first = new Date(Date.UTC(year, month - months, 1));
  const lastDay = new Date(Date.UTC(year, month - months + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(day, lastDay));
  return dayOf(first.getTime());
}

/** Returns the day of a time as `YYYY-MM-DD`, in UTC: then no service takes today for the future. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function parse(date: string): CalendarDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return { year, month: month - 1, day };
}
