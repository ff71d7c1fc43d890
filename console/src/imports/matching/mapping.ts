import type { Category } from '@petstore/client';
import { type Table, valuesOf } from '../spreadsheet/table.ts';
import { type Columns, FIELD_NAMES, type Field, plain } from './column-guesses.ts';
import { datesOf } from './dates.ts';
import { TEXTS } from './matching-texts.ts';
import { CHOICES, type ChoiceField, guessChoice, isChoiceField, SKIP } from './value-guesses.ts';

/** The choices that differ from the guesses: by field and value, the index of the choice. */
export type ValueChoices = Readonly<Partial<Record<ChoiceField, Readonly<Record<string, number>>>>>;

interface Source {
  column: string;
  fallback?: string;
  values?: Record<string, bigint | string | boolean | null>;
  skip?: Record<string, string>;
}

interface Matching {
  table: Table;
  columns: Columns;
  choices: ValueChoices;
  categories: ReadonlyArray<Pick<Category, 'id' | 'name'>>;
}

const STATUS_COLUMN = 'Petstore status';

/** Returns the mapping of an import, and the table to send if a column had to be added to it. */
export function mappingOf({ table, columns, choices, categories }: Matching): {
  mapping: Partial<Record<Field, Source>>;
  file: Table | undefined;
} {
  const sources = FIELD_NAMES.flatMap((field): Array<[Field, Source]> => {
    const column = columns[field];
    if (column === undefined) return [];
    const values = valuesOf(table, column);
    return [[field, { column, ...valuesFor(field, values, choices, categories) }]];
  });
  const mapping: Partial<Record<Field, Source>> = Object.fromEntries(sources);
  if (mapping.name !== undefined && columns.reference !== undefined)
    mapping.name.fallback = columns.reference;
  if (columns.status !== undefined) return { mapping, file: undefined };
  mapping.status = { column: STATUS_COLUMN };
  const rows = table.rows.map((row) => [...row, 'available']);
  return { mapping, file: { columns: [...table.columns, STATUS_COLUMN], rows } };
}

/** Writes a mapping as JSON with all digits of its numbers. */
export function writeMapping(mapping: object): string {
  const text = JSON.stringify(mapping, (_, value) => (typeof value === 'bigint' ? `\uE000${value}` : value));
  return text.replace(/"\uE000(-?\d+)"/g, '$1');
}

function valuesFor(
  field: Field,
  values: readonly string[],
  choices: ValueChoices,
  categories: Matching['categories'],
): Partial<Source> {
  if (field === 'categoryId') return { values: categoriesFor(values, categories) };
  if (field === 'birthDate' || field === 'intakeDate') {
    const dates = datesOf(values);
    return dates === undefined ? {} : { values: dates };
  }
  return isChoiceField(field) ? chosenValues(field, values, choices[field] ?? {}) : {};
}

/** A kind is the category with its number or its name, in singular or plural, or else a new one with the next number. */
function categoriesFor(kinds: readonly string[], categories: Matching['categories']): Record<string, bigint> {
  const known = new Map(categories.map(({ id, name }) => [singular(name ?? String(id)), id]));
  let last = categories.reduce((highest, { id }) => (id > highest ? id : highest), 0n);
  const ids: Record<string, bigint> = {};
  for (const kind of kinds.filter((one) => one.trim() !== '')) {
    const name = singular(kind);
    const id = /^\d{1,18}$/.test(kind) ? BigInt(kind) : (known.get(name) ?? last + 1n);
    if (id > last) last = id;
    known.set(name, id);
    ids[kind] = id;
  }
  return ids;
}

function singular(name: string): string {
  return plain(name).replace(/e?s$/, '');
}

function chosenValues(
  field: ChoiceField,
  values: readonly string[],
  chosen: Readonly<Record<string, number>>,
): Partial<Source> {
  const pairs = values.map(
    (value) => [value, CHOICES[field][chosen[value] ?? guessChoice(field, value)]?.value ?? null] as const,
  );
  const kept = pairs.filter(([value, choice]) => choice !== SKIP && (field === 'status' || value !== ''));
  const skipped = pairs.filter(([, choice]) => choice === SKIP);
  return {
    values: Object.fromEntries(kept),
    ...(skipped.length > 0 && {
      skip: Object.fromEntries(skipped.map(([value]) => [value, TEXTS.skipped(value)])),
    }),
  };
}
