/** Returns the phrases of lists in which commas separate them. */
export function phrases(...lists: readonly string[]): readonly string[] {
  return lists.flatMap((list) => list.split(', '));
}
