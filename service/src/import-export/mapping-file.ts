import { quote } from '../core/errors.ts';
import { int64FromJson } from '../core/int64.ts';
import { JsonError, parseJson } from '../core/json.ts';
import { textFault } from '../http/requests/text.ts';
import { isPetStatus, PET_STATUSES, type PetStatus } from '../pets/pet.ts';
import { type FieldSource, INT64_RANGE, type MappedSource, type PetMapping } from './mapping.ts';
import { isJsonObject, type JsonObject, jsonFault } from './readers/json-object.ts';

/** A mapping file is invalid. The message has a line for each error. */
export class MappingError extends Error {
  override name = 'MappingError';
}

export const MAX_MAPPING_BYTES = 4 * 1024 * 1024;
const MAX_VALUES = 10_000;

/**
 * Parses a mapping file. It is a JSON object:
 *
 *     {
 *       "reference": { "column": "animal_id" },
 *       "name": { "column": "name", "fallback": "animal_id" },
 *       "categoryId": { "column": "animal_type", "values": { "Dog": 1, "Cat": 2 } },
 *       "status": {
 *         "column": "outcome_type",
 *         "values": { "Adoption": "sold", "Transfer": "available" },
 *         "skip": { "Died": "not for adoption: Died", "": "not for adoption: no outcome" }
 *       }
 *     }
 *
 * - `name` and `categoryId` are required. Without `status`, pets have no status. Without `reference`, each import adds
 *   each pet again.
 * - `column` is a column of a CSV file or a member of NDJSON objects. If it is empty, `fallback` is read.
 * - `skip` maps values to the reason for which their rows are skipped. The summary counts rows by reason.
 * - `values` maps values to an int64 for `categoryId`, or to a status or null for `status`. The keys of `categoryId`
 *   become the names of the categories. A row with a value in neither `values` nor `skip` fails. Without `values`, the
 *   column contains the id or the status itself.
 *
 * @throws {MappingError} with one line for each error.
 */
export function parseMapping(text: string): PetMapping {
  const faults: string[] = [];
  const mapping = readMapping(readJson(text), (fault) => faults.push(fault));
  if (mapping === undefined || faults.length > 0) throw new MappingError(faults.join('\n'));
  return mapping;
}

type Report = (fault: string) => unknown;

function readJson(text: string): unknown {
  try {
    return parseJson(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new MappingError(jsonFault(error), { cause: error });
  }
}

const FIELDS = ['reference', 'name', 'categoryId', 'status'];

function readMapping(value: unknown, report: Report): PetMapping | undefined {
  const fields = readObject(value, 'the mapping', FIELDS, report);
  if (fields === undefined) return undefined;
  const reference = readSource(fields, 'reference', report);
  const name = readSource(fields, 'name', report);
  const categoryId = readMappedSource(fields, 'categoryId', CATEGORY_ID, report);
  const status = readMappedSource(fields, 'status', STATUS, report);
  for (const field of ['name', 'categoryId']) {
    if (fields[field] === undefined)
      report(`${field} is missing: set its column, such as "${field}": {"column": "..."}`);
  }
  return name === undefined || categoryId === undefined ? undefined : { reference, name, categoryId, status };
}

/** Parses the values of a table, and describes what they must be. */
interface ValueParser<T> {
  parse(value: unknown): T | undefined;
  readonly expected: string;
}

const CATEGORY_ID: ValueParser<bigint> = {
  parse: int64FromJson,
  expected: INT64_RANGE,
};

const STATUS: ValueParser<PetStatus | null> = {
  parse: (value) => (value === null || (typeof value === 'string' && isPetStatus(value)) ? value : undefined),
  expected: `${PET_STATUSES.map(quote).join(', ')} or null`,
};

const REASON: ValueParser<string> = {
  parse: (value) => (typeof value === 'string' && value.trim() !== '' ? value : undefined),
  expected: 'a non-empty string',
};

const SOURCE_MEMBERS = ['column', 'fallback', 'skip'];

function readSource(fields: JsonObject, field: string, report: Report): FieldSource | undefined {
  if (fields[field] === undefined) return undefined;
  const source = readObject(fields[field], field, SOURCE_MEMBERS, report);
  return source && readMembers(source, field, report);
}

function readMappedSource<T>(
  fields: JsonObject,
  field: string,
  parser: ValueParser<T>,
  report: Report,
): MappedSource<T> | undefined {
  if (fields[field] === undefined) return undefined;
  const source = readObject(fields[field], field, [...SOURCE_MEMBERS, 'values'], report);
  if (source === undefined) return undefined;
  const members = readMembers(source, field, report);
  const values = readTable(source.values, `${field}.values`, parser, report);
  return members && { ...members, values };
}

function readMembers(source: JsonObject, field: string, report: Report): FieldSource | undefined {
  const { column, fallback } = source;
  if (!isColumn(column)) report(`${field}.column must be the name of a column; got ${describe(column)}`);
  if (fallback !== undefined && !isColumn(fallback)) {
    report(`${field}.fallback must be the name of a column; got ${describe(fallback)}`);
  }
  const skip = readTable(source.skip, `${field}.skip`, REASON, report);
  if (!isColumn(column)) return undefined;
  return { column, fallback: isColumn(fallback) ? fallback : undefined, skip };
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
    if (parsed === undefined)
      report(`${path}[${quote(key)}] must be ${parser.expected}; got ${describe(meaning)}`);
    else table.set(key, parsed);
  }
  return table;
}

/** Returns an object, and reports its members that are not allowed. */
function readObject(
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
