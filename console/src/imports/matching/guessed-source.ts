import type { ImportPreview } from '@petstore/client';
import { type Field, type Meaning, MOVEMENTS } from './fields.ts';

/** What the service has guessed for a field: a member of the mapping of a preview. */
export interface GuessedSource {
  readonly column: string;
  /** Also values that the preview does not list. */
  readonly values: ReadonlyMap<string, Meaning>;
  /** The reasons why rows with these values are left out. */
  readonly skip: ReadonlyMap<string, string>;
}

/** Returns undefined if the service has guessed no column for the field. */
export function guessedSource({ mapping }: ImportPreview, field: Field): GuessedSource | undefined {
  const source = mapping[field] ?? sourceOfMovement(mapping.movement, field);
  if (!isObject(source) || typeof source.column !== 'string') return undefined;
  return {
    column: source.column,
    values: tableOf(source.values, isMeaning),
    skip: tableOf(source.skip, isText),
  };
}

function sourceOfMovement(movements: unknown, field: Field): unknown {
  const members = ['reason', 'date', 'endDate'] as const;
  const own = MOVEMENTS.find((movement) => members.some((member) => movement[member] === field));
  const member = members.find((one) => own?.[one] === field);
  if (own === undefined || member === undefined || !Array.isArray(movements)) return undefined;
  const guessed: unknown = movements.find(
    (movement) => isObject(movement) && isObject(movement.type) && movement.type.constant === own.type,
  );
  return isObject(guessed) ? guessed[member] : undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function tableOf<T>(table: unknown, isEntry: (value: unknown) => value is T): ReadonlyMap<string, T> {
  const entries = isObject(table) ? Object.entries(table) : [];
  return new Map(entries.flatMap(([text, value]) => (isEntry(value) ? [[text, value] as const] : [])));
}

function isMeaning(value: unknown): value is Meaning {
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
