import { quote } from '../../core/errors.ts';
import { int64FromDigits, int64FromNumber } from '../../core/int64.ts';
import { textFault } from '../../http/requests/text.ts';
import { type ImportedPet, isPetStatus, nameFault, PET_STATUSES, type PetStatus } from '../../pets/pet.ts';
import { ESCAPED_BY_APOSTROPHE, unescapeFormula } from '../exports/formulas.ts';
import type { ImportedProfile } from '../imported-profile.ts';
import { formatOrigin, isStoreId, parseOrigin } from '../pet-origin.ts';
import type { Fault } from '../readers/row.ts';
import type { FieldSource, MappedSource, PetMapping } from './mapping.ts';

/** Reads the fields of a pet from the values of a row, or what is wrong with each of them. */

/** Identifies the pet of a row of an export; both members are written by `formatOrigin`. */
interface ExportedRow {
  /** Its id in the store that wrote the file. */
  readonly exportId: string;
  /** Its id in the store that first exported it. */
  readonly origin: string;
}

/** Identifies the pet of a row; `exported` is set in a row of an export. */
export interface RowIdentity {
  readonly reference: string | null;
  readonly exported?: ExportedRow;
}

const NO_IDENTITY: RowIdentity = { reference: null };

/** The result of mapping a row. */
export type MappedRow = RowIdentity &
  (
    | {
        readonly kind: 'pet';
        readonly pet: ImportedPet;
        /** Set if the mapping has profile fields. */
        readonly profile?: ImportedProfile;
        /** The names of the files of its photos, if there are any. */
        readonly photos?: readonly string[];
      }
    | { readonly kind: 'skip'; readonly reason: string }
    | { readonly kind: 'failed'; readonly faults: readonly Fault[] }
  );

export type Values = ReadonlyMap<string, string>;
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: Fault };

const MAX_REFERENCE_LENGTH = 1000;
const MAX_SHOWN_VALUES = 20;
const MISSING = 'is missing or empty';
export const INT64_RANGE = 'an integer between -2^63 and 2^63-1';
const STATUS = `${PET_STATUSES.join(', ')} or empty`;

/** Maps a row. A row that is to be skipped is skipped even if other values are invalid. */
export function mapRow(mapping: PetMapping, sent: Values): MappedRow {
  const values = unescaped(mapping, sent);
  const identity = readIdentity(mapping, values);
  const known = identity.ok ? identity.value : NO_IDENTITY;
  const reason = skipReason(mapping, values);
  if (reason !== undefined) return { kind: 'skip', ...known, reason };
  const name = readName(mapping.name, values);
  const categoryId = readMapped(mapping.categoryId, values, categoryIdOf, INT64_RANGE);
  const status =
    mapping.status === undefined ? ok(null) : readMapped(mapping.status, values, statusOf, STATUS);
  if (identity.ok && name.ok && categoryId.ok && status.ok) {
    const pet = { name: name.value, categoryId: categoryId.value, status: status.value };
    return { kind: 'pet', ...known, pet };
  }
  const faults = [identity, name, categoryId, status].flatMap((result) => (result.ok ? [] : [result.fault]));
  return { kind: 'failed', ...known, faults };
}

/** Returns the values of a row of an export without the apostrophes that the export put before formulas. */
function unescaped({ exported, name, reference }: PetMapping, values: Values): Values {
  if (exported === undefined || textOf(exported.escaped, values) !== ESCAPED_BY_APOSTROPHE) return values;
  // Other files may have a column with the same name.
  if (!isStoreId(textOf(exported.store, values))) return values;
  const texts = [name, reference].flatMap((source): [string, string][] =>
    source === undefined ? [] : [[source.column, unescapeFormula(textOf(source, values))]],
  );
  return new Map([...values, ...texts]);
}

/** Returns the identity of a row that could be read only in part. */
export function identityOf(mapping: PetMapping, values: Values): RowIdentity {
  const identity = readIdentity(mapping, unescaped(mapping, values));
  return identity.ok ? identity.value : NO_IDENTITY;
}

function readIdentity(mapping: PetMapping, values: Values): Result<RowIdentity> {
  const { exported: columns } = mapping;
  if (columns === undefined) return withReference(mapping, values);
  const storeId = textOf(columns.store, values);
  // Other files may have columns with the same names. Only the id of a store shows that a row is from an export.
  if (!isStoreId(storeId)) return ok(NO_IDENTITY);
  const petId = int64FromDigits(textOf(columns.id, values));
  if (petId === undefined) return fail(columns.id, `must be ${INT64_RANGE}, as in the export`);
  const exportId = formatOrigin({ storeId, petId });
  const origin = textOf(columns.origin, values) || exportId;
  if (parseOrigin(origin) === undefined) return fail(columns.origin, 'must be empty or as in the export');
  return withReference(mapping, values, { exportId, origin });
}

function withReference(
  { reference: source }: PetMapping,
  values: Values,
  exported?: ExportedRow,
): Result<RowIdentity> {
  const others = exported === undefined ? {} : { exported };
  const text = source === undefined ? '' : textOf(source, values);
  if (source === undefined || text === '') return ok({ reference: null, ...others });
  if (text.length > MAX_REFERENCE_LENGTH)
    return fail(source, `must have at most ${MAX_REFERENCE_LENGTH} characters`);
  const fault = textFault(text);
  return fault === undefined ? ok({ reference: text, ...others }) : fail(source, fault);
}

function readName(source: FieldSource, values: Values): Result<string> {
  const name = textOf(source, values);
  const fault = name === '' ? MISSING : nameFault(name);
  return fault === undefined ? ok(name) : fail(source, fault);
}

export function readMapped<T>(
  source: MappedSource<T>,
  values: Values,
  parse: (text: string) => T | undefined,
  expected: string,
): Result<T> {
  const text = textOf(source, values);
  const value = source.values === undefined ? parse(text) : source.values.get(text);
  if (value !== undefined) return ok(value);
  if (text === '') return fail(source, MISSING);
  const allowed = source.values === undefined ? expected : `one of ${listValues(source.values)}`;
  return fail(source, `must be ${allowed}; got ${quote(text)}`);
}

function listValues(values: ReadonlyMap<string, unknown>): string {
  const shown = [...values.keys().take(MAX_SHOWN_VALUES)].map(quote).join(', ');
  return values.size > MAX_SHOWN_VALUES ? `${shown} and ${values.size - MAX_SHOWN_VALUES} more` : shown;
}

function categoryIdOf(text: string): bigint | undefined {
  // Nearly every row has plain digits, and parsing other notations takes twice as long.
  return int64FromDigits(text) ?? int64FromNumber(text);
}

function statusOf(text: string): PetStatus | null | undefined {
  if (text === '') return null;
  return isPetStatus(text) ? text : undefined;
}

function skipReason(mapping: PetMapping, values: Values): string | undefined {
  const { reference, name, categoryId, status } = mapping;
  for (const source of [reference, name, categoryId, status]) {
    const reason = source?.skip?.get(textOf(source, values));
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Returns the text of a field. A missing value is empty; with a fallback, so is white space. */
export function textOf({ column, fallback }: FieldSource, values: Values): string {
  const text = values.get(column) ?? '';
  return fallback !== undefined && text.trim() === '' ? (values.get(fallback) ?? '') : text;
}

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail({ column }: FieldSource, reason: string): Result<never> {
  return { ok: false, fault: { column, reason } };
}
