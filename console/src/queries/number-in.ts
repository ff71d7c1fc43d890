/** People write the number of an animal as 3562 or #3562. */
export function numberIn(words: string): bigint | undefined {
  const [, digits] = /^#?(\d{1,18})$/.exec(words) ?? [];
  return digits === undefined ? undefined : BigInt(digits);
}
