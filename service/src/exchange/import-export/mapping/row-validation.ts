import {
  type ImportedPet,
  isPetStatus,
  MAX_NAME_LENGTH,
  nameFault,
  type PetStatus,
} from '../../../catalogue/pets/pet.ts';
import { quote } from '../../../platform/core/errors.ts';
import { int64FromDigits, int64FromNumber } from '../../../platform/core/int64.ts';
import type { ImportedProfile } from '../imported-profile.ts';
import type { Fault } from '../readers/row.ts';
import type { ImportTexts } from '../texts/import-texts.ts';
import { isBlank, isFormulaError } from '../values/cell-texts.ts';
import { readDate } from '../values/dates.ts';
import { meaningOf } from '../values/vocabulary.ts';
import { NOT_FOR_ADOPTION } from '../values/words.ts';
import { readBonds } from './bond-mapping.ts';
import { fail, lookUp, ok, type Result, type RowContext, textOf, type Values } from './cell.ts';
import { type FieldSource, type MappedSource, type PetMapping, statusFollows } from './mapping.ts';
import { hasLeft, type ImportedMovement, readMovements, statusOfNew } from './movement-mapping.ts';
import { isExportedRow, NO_IDENTITY, type RowIdentity, readIdentity, unescaped } from './row-identity.ts';

// Reads the fields of a pet from the values of a row, or what is wrong with each of them.

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
        /** What it records, in the order in which it happened; set if there is anything. */
        readonly movements?: readonly ImportedMovement[];
        /** The animals that it goes together with, as `readBonds` returns them; set if the file has the column. */
        readonly goesTogetherWith?: readonly string[];
      }
    | {
        readonly kind: 'skip';
        readonly reason: string;
        /** True if the row is left out for what it records: the other rows of the animal count as without it. */
        readonly isApart?: true;
      }
    | { readonly kind: 'failed'; readonly faults: readonly Fault[] }
  );

type RowTexts = ImportTexts['row'];

const MAX_SHOWN_VALUES = 20;

/** Maps a row. A row that is to be skipped is skipped even if other values are invalid. */
export function mapRow(mapping: PetMapping, sent: Values, context: RowContext): MappedRow {
  const values = unescaped(mapping, sent);
  const identity = readIdentity(mapping, values, context);
  const known = identity.ok ? identity.value : NO_IDENTITY;
  const { texts } = context;
  const status = readStatus(mapping.status, values, texts);
  const unrecorded = movementSkipReason(mapping, values);
  if (unrecorded !== undefined)
    return { kind: 'skip', reference: known.reference, reason: unrecorded, isApart: true };
  const reason = skipReason(mapping, values) ?? (status.ok ? status.value.skip : undefined);
  if (reason !== undefined) return { kind: 'skip', ...known, reason };
  const name = readName(mapping, values, texts);
  const categoryId = readCategoryId(mapping.categoryId, values, texts);
  const date = readRowDate(mapping, values, context);
  const moved = readMovements(mapping.movements ?? [], values, context);
  const bonds = readBonds(mapping, values, context);
  if (identity.ok && name.ok && categoryId.ok && status.ok && date.ok && moved.ok && bonds.ok) {
    const movements = moved.value;
    const goesTogetherWith = bonds.value;
    const own = statusFollows(mapping) || hasLeft(movements) ? statusOfNew(movements) : status.value.status;
    const pet = { name: name.value, categoryId: categoryId.value, status: own };
    return {
      kind: 'pet',
      ...known,
      pet,
      ...(movements.length > 0 && { movements }),
      ...(goesTogetherWith && { goesTogetherWith }),
    };
  }
  const results = [identity, name, categoryId, status, date, moved, bonds];
  return { kind: 'failed', ...known, faults: results.flatMap((result) => (result.ok ? [] : [result.fault])) };
}

function readName(mapping: PetMapping, values: Values, texts: RowTexts): Result<string> {
  const { name: source } = mapping;
  const name = textOf(source, values);
  if (name === '' || (isBlank(name) && !isExportedRow(mapping, values))) return fail(source, texts.missing);
  if (isFormulaError(name) && mapping.exported === undefined) return fail(source, texts.formulaError(name));
  const fault = nameFault(name);
  if (fault === undefined) return ok(name);
  return fail(source, name.length > MAX_NAME_LENGTH ? texts.tooLong(MAX_NAME_LENGTH) : fault);
}

/** The date by which rows are ordered must be one, unless the row has none. The dates of a profile are checked with it. */
function readRowDate({ rowDate }: PetMapping, values: Values, { now, texts }: RowContext): Result<undefined> {
  if (rowDate === undefined) return ok(undefined);
  const text = textOf(rowDate, values);
  if (isBlank(text) || readDate(text, now) !== undefined) return ok(undefined);
  if (isFormulaError(text)) return fail(rowDate, texts.formulaError(text));
  return fail(rowDate, texts.noDate(text));
}

/** Reads a value by the table of the mapping; without a table, by `parse`. */
export function readMapped<T>(
  source: MappedSource<T>,
  values: Values,
  texts: RowTexts,
  parse: (text: string) => Result<T>,
): Result<T> {
  const text = textOf(source, values);
  const value = lookUp(source.values, text);
  if (value !== undefined) return ok(value);
  if (isFormulaError(text)) return fail(source, texts.formulaError(text));
  if (source.values === undefined) return parse(text);
  return isBlank(text) ? fail(source, texts.missing) : fail(source, notInMapping(source.values, text, texts));
}

function notInMapping(table: ReadonlyMap<string, unknown>, text: string, texts: RowTexts): string {
  const shown = [...table.keys().take(MAX_SHOWN_VALUES)].map(quote).join(', ');
  return texts.notInMapping(shown, Math.max(0, table.size - MAX_SHOWN_VALUES), text);
}

export function readCategoryId(
  source: MappedSource<bigint>,
  values: Values,
  texts: RowTexts,
): Result<bigint> {
  return readMapped(source, values, texts, (text) => {
    if (isBlank(text)) return fail(source, texts.missing);
    // Nearly every row has plain digits, and parsing other notations takes twice as long.
    const id = int64FromDigits(text) ?? int64FromNumber(text.trim());
    return id === undefined ? fail(source, texts.noInteger(text)) : ok(id);
  });
}

interface ReadStatus {
  readonly status: PetStatus | null;
  /** Set if the status means that the animal is not for adoption. */
  readonly skip?: string;
}

export function readStatus(
  source: PetMapping['status'],
  values: Values,
  texts: RowTexts,
): Result<ReadStatus> {
  if (source === undefined) return ok({ status: null });
  const status = readMapped<PetStatus | null | typeof NOT_FOR_ADOPTION>(source, values, texts, (text) => {
    if (isPetStatus(text)) return ok(text);
    if (isBlank(text)) return ok(null);
    const meaning = meaningOf('status', text);
    const isKnown = meaning === NOT_FOR_ADOPTION || (typeof meaning === 'string' && isPetStatus(meaning));
    return isKnown ? ok(meaning) : fail(source, texts.unknownStatus(text));
  });
  if (!status.ok) return status;
  if (status.value !== NOT_FOR_ADOPTION) return ok({ status: status.value });
  return ok({ status: null, skip: texts.notForAdoption(textOf(source, values).trim()) });
}

function skipReason(mapping: PetMapping, values: Values): string | undefined {
  const { reference, name, categoryId, status } = mapping;
  return firstReason([reference, name, categoryId, status], values);
}

function movementSkipReason({ movements = [] }: PetMapping, values: Values): string | undefined {
  return firstReason(
    movements.flatMap(({ type, reason, date }) => [type, reason, date]),
    values,
  );
}

function firstReason(sources: ReadonlyArray<FieldSource | undefined>, values: Values): string | undefined {
  for (const source of sources) {
    const reason = source?.skip && lookUp(source.skip, textOf(source, values));
    if (reason !== undefined) return reason;
  }
  return undefined;
}
