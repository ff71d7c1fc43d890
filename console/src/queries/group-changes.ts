/** Changes that follow each other within this time belong together. */
const MAX_PAUSE_MS = 30 * 60_000;

interface Change {
  readonly at: string;
}

/**
 * Divides changes, in the order of a list, into groups of one or more neighbours.
 *
 * @param keyOf returns what all changes of a group have in common; undefined for a change that stays alone.
 */
export function groupChanges<Item extends Change>(
  changes: readonly Item[],
  keyOf: (change: Item) => string | undefined,
): Array<[Item, ...Item[]]> {
  const groups: Array<[Item, ...Item[]]> = [];
  for (const change of changes) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const key = keyOf(change);
    const isNear =
      last !== undefined && Math.abs(Date.parse(last.at) - Date.parse(change.at)) <= MAX_PAUSE_MS;
    if (group !== undefined && last !== undefined && key !== undefined && keyOf(last) === key && isNear)
      group.push(change);
    else groups.push([change]);
  }
  return groups;
}
