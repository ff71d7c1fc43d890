import { quote } from '../../../platform/core/errors.ts';
import { isJsonObject, type JsonObject } from '../../../platform/core/json.ts';
import { textFault } from '../../../platform/http/requests/text.ts';
import type { FieldSource, MappedSource } from './mapping.ts';

// Parses the members of a mapping file. Each function reports what is wrong and continues.

const MAX_VALUES = 10_000;

export type Report = (fault: string) => unknown;

/** Parses the values of a table. */
export interface ValueParser<T> {
  parse(value: unknown): T | undefined;
  /** Describes what is wrong with a value that `parse` does not accept, as the end of a sentence. */
  fault(value: unknown): string;
}

/** Returns the `fault` of a parser. */
export function expecting(expected: string): (value: unknown) => string {
  return (value) => `must be ${expected}; got ${describe(value)}`;
}

const REASON: ValueParser<string> = {
  parse: (value) => (typeof value === 'string' && value.trim() !== '' ? value : undefined),
  fault: expecting('a non-empty string'),
};

const SOURCE_MEMBERS = ['column', 'fallback', 'skip', 'constant'];

export function readSource(
  fields: JsonObject,
  field: string,
  report: Report,
  allowed = SOURCE_MEMBERS,
): FieldSource | undefined {
  if (fields[field] === undefined) return undefined;
  const source = readObject(fields[field], field, allowed, report);
  return source && readMembers(source, field, report);
}

export function readMappedSource<T>(
  fields: JsonObject,
  field: string,
  parser: ValueParser<T>,
  report: Report,
  allowed: readonly string[] = [...SOURCE_MEMBERS, 'values'],
): MappedSource<T> | undefined {
  if (fields[field] === undefined) return undefined;
  const source = readObject(fields[field], field, allowed, report);
  if (source === undefined) return undefined;
  const members = readMembers(source, field, report);
  const values = readTable(source.values, `${field}.values`, parser, report);
  return members && { ...members, values };
}

function readMembers(source: JsonObject, field: string, report: Report): FieldSource | undefined {
  const { column, fallback } = source;
  if (source.constant !== undefined) return readConstant(source, field, report);
  if (!isColumn(column)) report(`${field}.column must be the name of a column; got ${describe(column)}`);
  if (fallback !== undefined && !isColumn(fallback)) {
    report(`${field}.fallback must be the name of a column; got ${describe(fallback)}`);
  }
  const skip = readTable(source.skip, `${field}.skip`, REASON, report);
  if (!isColumn(column)) return undefined;
  return { column, fallback: isColumn(fallback) ? fallback : undefined, skip };
}

function readConstant(
  { constant, column, fallback, skip }: JsonObject,
  field: string,
  report: Report,
): FieldSource | undefined {
  if (column !== undefined || fallback !== undefined || skip !== undefined)
    report(`${field} must have either a constant or a column, and a constant has no fallback and no skip`);
  const isText = ['string', 'number', 'bigint', 'boolean'].includes(typeof constant);
  if (isText && String(constant).trim() !== '') return { column: '', constant: String(constant) };
  report(`${field}.constant must be a text, a number, true or false; got ${describe(constant)}`);
  return undefined;
}

function readTable<T>(
  value: unknown,
  path: string,
  parser: ValueParser<T>,
  report: Report,
): ReadonlyMap<string, T> | undefined {
  if (value === undefined) return undefined;
  const table = new Map<string, T>();
  const entries = Object.entries(readObject(value, path, undefined, report) ?? {});
  if (entries.length > MAX_VALUES) {
    const count = entries.length.toLocaleString('en');
    report(`${path} has ${count} values; the maximum is ${MAX_VALUES.toLocaleString('en')}`);
    return undefined;
  }
  for (const [key, meaning] of entries) {
    const fault = textFault(key);
    if (fault !== undefined) report(`${path}[${quote(key)}] ${fault}`);
    const parsed = parser.parse(meaning);
    if (parsed === undefined) report(`${path}[${quote(key)}] ${parser.fault(meaning)}`);
    else table.set(key, parsed);
  }
  return table;
}

/** Returns an object, and reports its members that are not allowed. */
export function readObject(
  value: unknown,
  path: string,
  allowed: readonly string[] | undefined,
  report: Report,
): JsonObject | undefined {
  if (!isJsonObject(value)) {
    report(`${path} must be a JSON object; got ${describe(value)}`);
    return undefined;
  }
  for (const member of Object.keys(value)) {
    if (allowed === undefined || allowed.includes(member)) continue;
    report(`${path} has the unknown member ${quote(member)}; allowed: ${allowed.join(', ')}`);
  }
  return value;
}

function isColumn(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function describe(value: unknown): string {
  if (value === undefined) return 'no value';
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return 'an array';
  return isJsonObject(value) ? 'an object' : String(value);
}
