/** Returns the ids from one to another, both included, in the order of the list; only the last one if the first is not in the list. */
export function rangeBetween(
  order: readonly bigint[],
  first: bigint | undefined,
  last: bigint,
): readonly bigint[] {
  const from = first === undefined ? -1 : order.indexOf(first);
  const to = order.indexOf(last);
  return from < 0 || to < 0 ? [last] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
}
