import type { Fault } from '../readers/row.ts';
import type { ImportTexts } from '../texts/import-texts.ts';
import { isBlank } from '../values/cell-texts.ts';
import type { DateOrder } from '../values/dates.ts';
import type { FieldSource } from './mapping.ts';

/** The values of a row by the names of their columns. */
export type Values = ReadonlyMap<string, string>;

/** What the values of a row are read by, apart from the mapping. */
export interface RowContext {
  /** The texts of the faults of a row. */
  readonly texts: ImportTexts['row'];
  /** Unix milliseconds. */
  readonly now: number;
  /** The order of day and month in the dates of the file; undefined if it does not matter. */
  readonly dateOrder?: DateOrder | undefined;
  /** True if a program wrote the numbers of the file. */
  readonly hasPlainNumbers?: boolean | undefined;
}

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: Fault };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail({ column }: FieldSource, reason: string): Result<never> {
  return { ok: false, fault: column === '' ? { reason } : { column, reason } };
}

/** Returns the text of a field as it is in the row. A missing value is empty. If the column has no value, the fallback is read. */
export function textOf({ column, constant, fallback }: FieldSource, values: Values): string {
  if (constant !== undefined) return constant;
  const text = values.get(column) ?? '';
  return fallback !== undefined && isBlank(text) ? (values.get(fallback) ?? '') : text;
}

/** Finds a text in a table of a mapping: as it is, without white space around it, or as an empty cell if it has no value. */
export function lookUp<T>(table: ReadonlyMap<string, T> | undefined, text: string): T | undefined {
  if (table === undefined) return undefined;
  const key = [text, text.trim(), ''].find((one, index) => table.has(one) && (index < 2 || isBlank(text)));
  return key === undefined ? undefined : table.get(key);
}
