import { quote } from '../core/errors.ts';
import { int64FromDigits, int64FromNumber } from '../core/int64.ts';
import { type ImportedPet, isPetStatus, nameFault, PET_STATUSES, type PetStatus } from '../pets/pet.ts';
import { formatOrigin, isStoreId, parseOrigin } from '../pets/pet-origin.ts';
import type { Fault, NeededColumn } from './readers/row.ts';

/** Where one field of a pet comes from. */
export interface FieldSource {
  readonly column: string;
  /** The column that is read when `column` is empty. */
  readonly fallback?: string | undefined;
  /** Values that leave the row out, each with the reason. */
  readonly skip?: ReadonlyMap<string, string> | undefined;
  /** A file may lack the column. */
  readonly optional?: true | undefined;
}

export interface CodedSource<T> extends FieldSource {
  /** What the values of the column mean. Without it the column holds the field itself. */
  readonly values?: ReadonlyMap<string, T> | undefined;
}

interface ExportColumns {
  readonly store: FieldSource;
  readonly id: FieldSource;
  readonly origin: FieldSource;
}

/** Which columns of a file make a pet. `mapping-file.ts` has the format in which people write it. */
export interface PetMapping {
  /** The columns of an export that say which animal of which store a row is; `reference` counts only beside them. */
  readonly exported?: ExportColumns | undefined;
  /** Identifies the animal in later imports. */
  readonly reference?: FieldSource | undefined;
  readonly name: FieldSource;
  readonly categoryId: CodedSource<bigint>;
  /** A status of null is none. */
  readonly status?: CodedSource<PetStatus | null> | undefined;
}

/** What is read when nobody names a mapping: the columns of an export. */
export const OWN_COLUMNS: PetMapping = {
  exported: {
    store: { column: 'store', optional: true },
    id: { column: 'id', optional: true },
    origin: { column: 'origin', optional: true },
  },
  reference: { column: 'reference', optional: true },
  name: { column: 'name' },
  categoryId: { column: 'categoryId' },
  status: { column: 'status', optional: true },
};

/** Which animal an export is about, both as `formatOrigin` writes it. */
interface ExportedRow {
  /** In the store that wrote the file. */
  readonly as: string;
  /** In the store that it was first exported from. */
  readonly origin: string;
}

/** What recognises the animal of a row; `exported` is there in a row of an export. */
export interface RowIdentity {
  readonly reference: string | null;
  readonly exported?: ExportedRow;
}

const UNKNOWN: RowIdentity = { reference: null };

/** What a row of a file means. */
export type MappedRow = RowIdentity &
  (
    | { readonly kind: 'pet'; readonly pet: ImportedPet }
    | { readonly kind: 'skip'; readonly reason: string }
    | { readonly kind: 'failed'; readonly faults: readonly Fault[] }
  );

type Values = ReadonlyMap<string, string>;
type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: Fault };

const REFERENCE_LIMIT = 1000;
const SHOWN_VALUES = 20;
const MISSING = 'is missing or empty';
const INT64 = 'a whole number from -2^63 to 2^63-1';
const STATUS = `${PET_STATUSES.join(', ')} or empty`;

/** The columns that an import with a mapping reads. */
export function neededColumns(mapping: PetMapping): NeededColumn[] {
  const { reference, name, categoryId, status, exported } = mapping;
  const needed = new Map<string, NeededColumn>();
  for (const source of [
    name,
    categoryId,
    status,
    reference,
    exported?.store,
    exported?.id,
    exported?.origin,
  ]) {
    if (source === undefined) continue;
    const optional = source.optional === true;
    for (const column of [source.column, source.fallback]) {
      if (column === undefined) continue;
      needed.set(column, { name: column, optional: optional && (needed.get(column)?.optional ?? true) });
    }
  }
  return [...needed.values()];
}

/** A row that is left out is so whatever else is wrong with it. */
export function mapRow(mapping: PetMapping, values: Values): MappedRow {
  const identity = readIdentity(mapping, values);
  const known = identity.ok ? identity.value : UNKNOWN;
  const reason = skipReason(mapping, values);
  if (reason !== undefined) return { kind: 'skip', ...known, reason };
  const name = readName(mapping.name, values);
  const categoryId = readCoded(mapping.categoryId, values, categoryIdOf, INT64);
  const status =
    mapping.status === undefined ? read(null) : readCoded(mapping.status, values, statusOf, STATUS);
  if (identity.ok && name.ok && categoryId.ok && status.ok) {
    const pet = { name: name.value, categoryId: categoryId.value, status: status.value };
    return { kind: 'pet', ...known, pet };
  }
  const faults = [identity, name, categoryId, status].flatMap((reading) =>
    reading.ok ? [] : [reading.fault],
  );
  return { kind: 'failed', ...known, faults };
}

/** What recognises the animal of a row of which not everything could be read. */
export function identityOf(mapping: PetMapping, values: Values): RowIdentity {
  const reading = readIdentity(mapping, values);
  return reading.ok ? reading.value : UNKNOWN;
}

function readIdentity(mapping: PetMapping, values: Values): Reading<RowIdentity> {
  const { exported: columns } = mapping;
  if (columns === undefined) return withReference(mapping, values);
  const storeId = textOf(columns.store, values);
  // Another file may have columns of these names: they mean what an export means beside the id of a store only.
  if (!isStoreId(storeId)) return read(UNKNOWN);
  const petId = int64FromDigits(textOf(columns.id, values));
  if (petId === undefined) return wrong(columns.id, `must be ${INT64}, as in the export`);
  const as = formatOrigin({ storeId, petId });
  const origin = textOf(columns.origin, values) || as;
  if (parseOrigin(origin) === undefined) return wrong(columns.origin, 'must be as in the export, or empty');
  return withReference(mapping, values, { as, origin });
}

function withReference(
  { reference: source }: PetMapping,
  values: Values,
  exported?: ExportedRow,
): Reading<RowIdentity> {
  const others = exported === undefined ? {} : { exported };
  const text = source === undefined ? '' : textOf(source, values);
  if (source === undefined || text === '') return read({ reference: null, ...others });
  if (text.length > REFERENCE_LIMIT) return wrong(source, `must have at most ${REFERENCE_LIMIT} characters`);
  const storable = text.isWellFormed() && !text.includes('\0');
  if (!storable) return wrong(source, 'must not contain U+0000 or a lone surrogate');
  return read({ reference: text, ...others });
}

function readName(source: FieldSource, values: Values): Reading<string> {
  const name = textOf(source, values);
  const fault = name === '' ? MISSING : nameFault(name);
  return fault === undefined ? read(name) : wrong(source, fault);
}

function readCoded<T>(
  source: CodedSource<T>,
  values: Values,
  parse: (text: string) => T | undefined,
  expected: string,
): Reading<T> {
  const text = textOf(source, values);
  const value = source.values === undefined ? parse(text) : source.values.get(text);
  if (value !== undefined) return read(value);
  if (text === '') return wrong(source, MISSING);
  const allowed = source.values === undefined ? expected : `one of ${listed(source.values)}`;
  return wrong(source, `must be ${allowed}, not ${quote(text)}`);
}

function listed(values: ReadonlyMap<string, unknown>): string {
  const shown = [...values.keys().take(SHOWN_VALUES)].map(quote).join(', ');
  return values.size > SHOWN_VALUES ? `${shown} and ${values.size - SHOWN_VALUES} more` : shown;
}

function categoryIdOf(text: string): bigint | undefined {
  // Plain digits are what nearly every row has, and the other way takes twice as long.
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

/** A missing value is an empty one. White space counts as empty where there is a fallback. */
function textOf({ column, fallback }: FieldSource, values: Values): string {
  const text = values.get(column) ?? '';
  return fallback !== undefined && text.trim() === '' ? (values.get(fallback) ?? '') : text;
}

function read<T>(value: T): Reading<T> {
  return { ok: true, value };
}

function wrong({ column }: FieldSource, reason: string): Reading<never> {
  return { ok: false, fault: { column, reason } };
}
