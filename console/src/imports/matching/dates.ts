const ISO = /^\d{4}-\d{2}-\d{2}$/;
const PARTS = /^(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})(?:[ T].*)?$/;

/**
 * Returns the dates of a column as the API expects them, by their texts, or undefined if they have that form already. A text that is no date is
 * left out. `04/10/2014` has the month first, unless another value of the column shows that the day is first.
 */
export function datesOf(values: readonly string[]): Record<string, string> | undefined {
  if (values.every((value) => value === '' || ISO.test(value))) return undefined;
  const parsed = values.map((value) => ({ value, parts: PARTS.exec(value.trim())?.slice(1).map(Number) }));
  const isDayFirst =
    parsed.some(({ value, parts }) => (parts?.[0] ?? 0) > 12 && !/^\d{4}/.test(value.trim())) ||
    values.some((value) => /^\d{1,2}\.\d/.test(value.trim()));
  const dates = parsed.flatMap(({ value, parts }) => {
    const date = parts && dateOf(parts, isDayFirst);
    return date === undefined ? [] : [[value, date]];
  });
  return Object.fromEntries(dates);
}

function dateOf(
  [first = 0, second = 0, third = 0]: readonly number[],
  isDayFirst: boolean,
): string | undefined {
  const [year, month, day] =
    first > 31 ? [first, second, third] : isDayFirst ? [third, second, first] : [third, first, second];
  const fullYear = year < 100 ? 2000 + year : year;
  const date = new Date(Date.UTC(fullYear, month - 1, day));
  return date.getUTCMonth() === month - 1 ? date.toISOString().slice(0, 10) : undefined;
}
