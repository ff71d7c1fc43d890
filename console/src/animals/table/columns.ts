import type { AnimalSort } from '../../route.ts';

type Sort = AnimalSort | '-id';

/** The columns whose headers sort all animals of the list. */
const SORTED_COLUMNS = {
  name: { ascending: 'name', descending: '-name', first: 'ascending' },
  // An animal that was born later is younger.
  age: { ascending: '-birthDate', descending: 'birthDate', first: 'ascending' },
  waiting: { ascending: '-intakeDate', descending: 'intakeDate', first: 'descending' },
  added: { ascending: 'id', descending: '-id', first: 'descending' },
  changed: { ascending: 'updatedAt', descending: '-updatedAt', first: 'descending' },
} as const satisfies Record<string, { ascending: Sort; descending: Sort; first: Direction }>;

type Direction = 'ascending' | 'descending';
export type SortedColumn = keyof typeof SORTED_COLUMNS;

/** Returns the direction in which a list is sorted by a column; undefined if it is sorted by another one. */
export function directionOf(column: SortedColumn, sort: AnimalSort | undefined): Direction | undefined {
  const { ascending, descending } = SORTED_COLUMNS[column];
  const current: Sort = sort ?? '-id';
  if (current === ascending) return 'ascending';
  return current === descending ? 'descending' : undefined;
}

/** Returns the order that a click on the header of a column leads to; undefined for the newest first. */
export function nextSort(column: SortedColumn, sort: AnimalSort | undefined): AnimalSort | undefined {
  const { first, ...sorts } = SORTED_COLUMNS[column];
  const current = directionOf(column, sort);
  const next: Sort = sorts[current === undefined ? first : OPPOSITE[current]];
  return next === '-id' ? undefined : next;
}

const OPPOSITE = { ascending: 'descending', descending: 'ascending' } as const;
