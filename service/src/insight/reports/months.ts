/** Calendar months such as `2026-11`. */

export const MONTH_PATTERN = '^[0-9]{4}-(0[1-9]|1[0-2])$';
const MONTH = new RegExp(MONTH_PATTERN);
const MONTHS_OF_A_YEAR = 12;

/** Returns what is wrong with a month, as the end of a sentence; undefined if it is one. */
function monthFault(text: string): string | undefined {
  return MONTH.test(text) ? undefined : 'must be a month, such as 2026-10';
}

/** The formats of texts in the schemas of reports. */
export const REPORT_FORMATS = { month: monthFault };

function numberOf(month: string): number {
  return Number(month.slice(0, 4)) * MONTHS_OF_A_YEAR + Number(month.slice(5, 7)) - 1;
}

/** Returns the month that is `count` months later; earlier if `count` is negative. No month is before the year 0. */
export function addMonths(month: string, count: number): string {
  const number = Math.max(0, numberOf(month) + count);
  const year = String(Math.floor(number / MONTHS_OF_A_YEAR)).padStart(4, '0');
  return `${year}-${String((number % MONTHS_OF_A_YEAR) + 1).padStart(2, '0')}`;
}

/** Returns the number of months from the first to the last one, with both. */
export function monthsBetween(first: string, last: string): number {
  return numberOf(last) - numberOf(first) + 1;
}

/** Returns all months from the first to the last one. */
export function monthsOf(first: string, last: string): string[] {
  return Array.from({ length: monthsBetween(first, last) }, (_, index) => addMonths(first, index));
}
