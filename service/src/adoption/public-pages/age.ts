import type { AgeGroup } from './texts/texts.ts';

/** The age in years from which an animal belongs to a group. */
const FROM_YEARS: ReadonlyArray<readonly [AgeGroup, number]> = [
  ['senior', 8],
  ['adult', 3],
  ['young', 1],
  ['baby', 0],
];
const DAY_MS = 24 * 60 * 60 * 1_000;
const DAYS_OF_A_WEEK = 7;

export type AgeUnit = 'year' | 'month' | 'week';

// Today is the start of the day of the shelter in UTC, in Unix milliseconds.

/** Returns whole years, below one year months, below one month weeks. A date in the future counts as today. */
export function ageAt(birthDate: string, today: number): readonly [number, AgeUnit] {
  const from = new Date(birthDate);
  const to = new Date(today);
  const isBeforeDay = to.getUTCDate() < from.getUTCDate();
  const years = to.getUTCFullYear() - from.getUTCFullYear();
  const months = years * 12 + to.getUTCMonth() - from.getUTCMonth() - Number(isBeforeDay);
  if (months >= 12) return [Math.floor(months / 12), 'year'];
  if (months >= 1) return [months, 'month'];
  return [Math.max(1, Math.floor((today - from.getTime()) / DAY_MS / DAYS_OF_A_WEEK)), 'week'];
}

export function ageGroupAt(birthDate: string, today: number): AgeGroup {
  const [count, unit] = ageAt(birthDate, today);
  const years = unit === 'year' ? count : 0;
  const [group] = FROM_YEARS.find(([, from]) => years >= from) ?? ['baby'];
  return group;
}

/** Returns between which days, both included, an animal was born that belongs to a group today. */
export function bornWithin(group: AgeGroup, today: number): { bornAfter?: string; bornBefore?: string } {
  const index = FROM_YEARS.findIndex(([name]) => name === group);
  const [, from = 0] = FROM_YEARS[index] ?? [];
  const older = FROM_YEARS[index - 1];
  return {
    ...(from > 0 && { bornBefore: yearsBefore(today, from) }),
    ...(older !== undefined && { bornAfter: dayAfter(yearsBefore(today, older[1])) }),
  };
}

function yearsBefore(today: number, years: number): string {
  const date = new Date(today);
  const day = date.getUTCDate();
  date.setUTCFullYear(date.getUTCFullYear() - years);
  // The day before 1 March, in a year without 29 February.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.toISOString().slice(0, 10);
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
}
