import { quote } from '../core/errors.ts';
import { int64FromJson } from '../core/int64.ts';
import { JsonError, parseJson } from '../core/json.ts';
import { isPetStatus, PET_STATUSES, type PetStatus, textFault } from '../pets/pet.ts';
import type { CodedSource, FieldSource, PetMapping } from './mapping.ts';
import { isJsonObject, type JsonObject, jsonFault } from './readers/json-object.ts';

/** What is wrong with a mapping file: one line for each fault. */
export class MappingError extends Error {
  override name = 'MappingError';
}

/** The largest mapping file that is read, in bytes. */
export const MAX_MAPPING_BYTES = 4 * 1024 * 1024;
/** The most values of one column: each of a category is written with every batch of rows. */
const MAX_VALUES = 10_000;

/**
 * Reads a mapping file. It is a JSON object:
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
 * - `name` and `categoryId` are required. Without `status` the pets have none. Without `reference` each import adds
 *   each animal anew.
 * - `column` is a column of the CSV file or a member of the NDJSON objects; `fallback` is read when it is empty.
 * - `skip` leaves out the rows that have the value, and gives the reason that the summary counts them under.
 * - `values` says what the values of the column mean: an int64 for `categoryId`, where the values are the names of
 *   the categories and are kept as such; a status, or null for none, for `status`. A value that neither `values` nor
 *   `skip` has is a fault of its row. Without `values` the column holds the id or the status itself.
 *
 * @throws {MappingError} with one line for each fault.
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
  const categoryId = readCodedSource(fields, 'categoryId', CATEGORY_ID, report);
  const status = readCodedSource(fields, 'status', STATUS, report);
  for (const field of ['name', 'categoryId']) {
    if (fields[field] === undefined)
      report(`${field} is missing: name its column, as in "${field}": {"column": "..."}`);
  }
  return name === undefined || categoryId === undefined ? undefined : { reference, name, categoryId, status };
}

/** What the members of a table must be. */
interface Code<T> {
  parse(value: unknown): T | undefined;
  readonly expected: string;
}

const CATEGORY_ID: Code<bigint> = {
  parse: int64FromJson,
  expected: 'a whole number from -2^63 to 2^63-1',
};

const STATUS: Code<PetStatus | null> = {
  parse: (value) => (value === null || (typeof value === 'string' && isPetStatus(value)) ? value : undefined),
  expected: `${PET_STATUSES.map(quote).join(', ')} or null`,
};

const REASON: Code<string> = {
  parse: (value) => (typeof value === 'string' && value.trim() !== '' ? value : undefined),
  expected: 'the reason as a text',
};

const SOURCE_MEMBERS = ['column', 'fallback', 'skip'];

function readSource(fields: JsonObject, field: string, report: Report): FieldSource | undefined {
  if (fields[field] === undefined) return undefined;
  const source = readObject(fields[field], field, SOURCE_MEMBERS, report);
  return source && readMembers(source, field, report);
}

function readCodedSource<T>(
  fields: JsonObject,
  field: string,
  code: Code<T>,
  report: Report,
): CodedSource<T> | undefined {
  if (fields[field] === undefined) return undefined;
  const source = readObject(fields[field], field, [...SOURCE_MEMBERS, 'values'], report);
  if (source === undefined) return undefined;
  const members = readMembers(source, field, report);
  const values = readTable(source.values, `${field}.values`, code, report);
  return members && { ...members, values };
}

function readMembers(source: JsonObject, field: string, report: Report): FieldSource | undefined {
  const { column, fallback } = source;
  if (!isColumn(column)) report(`${field}.column must name a column, not ${shown(column)}`);
  if (fallback !== undefined && !isColumn(fallback)) {
    report(`${field}.fallback must name a column, not ${shown(fallback)}`);
  }
  const skip = readTable(source.skip, `${field}.skip`, REASON, report);
  if (!isColumn(column)) return undefined;
  return { column, fallback: isColumn(fallback) ? fallback : undefined, skip };
}

function readTable<T>(
  value: unknown,
  path: string,
  code: Code<T>,
  report: Report,
): ReadonlyMap<string, T> | undefined {
  if (value === undefined) return undefined;
  const table = new Map<string, T>();
  const entries = Object.entries(readObject(value, path, undefined, report) ?? {});
  if (entries.length > MAX_VALUES) {
    const count = entries.length.toLocaleString('en');
    report(`${path} has ${count} values, and may have at most ${MAX_VALUES.toLocaleString('en')}`);
    return undefined;
  }
  for (const [key, meaning] of entries) {
    const fault = textFault(key);
    if (fault !== undefined) report(`${path}[${quote(key)}] ${fault}`);
    const parsed = code.parse(meaning);
    if (parsed === undefined)
      report(`${path}[${quote(key)}] must be ${code.expected}, not ${shown(meaning)}`);
    else table.set(key, parsed);
  }
  return table;
}

/** The object, if it is one; what is not `allowed` in it is a fault. */
function readObject(
  value: unknown,
  path: string,
  allowed: readonly string[] | undefined,
  report: Report,
): JsonObject | undefined {
  if (!isJsonObject(value)) {
    report(`${path} must be an object in braces, not ${shown(value)}`);
    return undefined;
  }
  for (const member of Object.keys(value)) {
    if (allowed === undefined || allowed.includes(member)) continue;
    report(`${path} has a member ${quote(member)} that is unknown: it may have ${allowed.join(', ')}`);
  }
  return value;
}

function isColumn(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return 'an array';
  return isJsonObject(value) ? 'an object' : String(value);
}
