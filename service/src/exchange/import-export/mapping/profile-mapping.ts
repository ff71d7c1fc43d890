import type { WholeProfile } from '../../../catalogue/listings/profile.ts';
import { isFlag, isList, maxLengthOf, profileFault } from '../../../catalogue/listings/profile-checks.ts';
import { futureFault } from '../../../catalogue/listings/profile-fields.ts';
import type { ImportedProfile } from '../imported-profile.ts';
import { readAmount } from '../values/amounts.ts';
import { isBlank, isShortenedNumber } from '../values/cell-texts.ts';
import { dateIn, readDate } from '../values/dates.ts';
import { listIn } from '../values/lists.ts';
import { meaningOf } from '../values/vocabulary.ts';
import { fail, lookUp, ok, type Result, type RowContext, textOf, type Values } from './cell.ts';
import { DATE_FIELDS, type PetMapping, type ProfileSource } from './mapping.ts';
import { type MappedRow, mapRow, readMapped } from './row-validation.ts';

type FieldValue = string | boolean | null;

/** Maps a row with its profile. */
export function mapRowWithProfile(mapping: PetMapping, values: Values, context: RowContext): MappedRow {
  const row = mapRow(mapping, values, context);
  return mapping.profile === undefined ? row : addProfile(row, mapping.profile, values, context);
}

/** Adds the profile fields to a row, which fails if one of them is invalid. */
function addProfile(
  row: MappedRow,
  sources: readonly ProfileSource[],
  values: Values,
  context: RowContext,
): MappedRow {
  if (row.kind === 'skip') return row;
  const fields = sources.map((source) => readField(source, values, context));
  const faults = fields.flatMap((field) => (field.ok ? [] : [field.fault]));
  if (row.kind === 'failed') return { ...row, faults: [...row.faults, ...faults] };
  if (faults.length === 0) {
    const values = fields.flatMap((field) => (field.ok ? [field.value] : []));
    return { ...row, profile: Object.assign({}, ...values) as ImportedProfile }; // each was checked
  }
  const { pet: _, movements: __, goesTogetherWith: ___, ...identity } = row;
  return { ...identity, kind: 'failed', faults };
}

/** Reads one field of a profile as it is stored. */
export function readField(
  source: ProfileSource,
  values: Values,
  context: RowContext,
): Result<ImportedProfile> {
  const { field } = source;
  const { now, texts } = context;
  const read = readValue(source, values, context);
  if (!read.ok) return read;
  if (read.value === null) return ok({ [field]: null });
  const value = profileValue(source, read.value);
  if (typeof value === 'string' && value.length > maxLengthOf(field))
    return fail(source, texts.tooLong(maxLengthOf(field)));
  if (DATE_FIELDS.includes(field) && futureFault(String(value), now) !== undefined)
    return fail(source, texts.future);
  const fault = profileFault(field, value, now);
  if (fault === undefined) return ok({ [field]: value });
  return fail(source, faultIn(field, texts) ?? fault);
}

/** Returns the fault of a field in the language of the import; undefined for a field whose values no one types. */
function faultIn(field: keyof WholeProfile, texts: RowContext['texts']): string | undefined {
  switch (field) {
    case 'contactUrl':
      return texts.noContact;
    case 'videoUrl':
      return texts.noVideo;
    case 'microchip':
      return texts.noMicrochip;
    case 'tags':
      return texts.tooManyTags;
    default:
      return undefined;
  }
}

/** `None` and `yes` are no numbers, and a chip of which no one knows the number is not worth a row. */
function readMicrochip(source: ProfileSource, text: string, texts: RowContext['texts']): Result<FieldValue> {
  if (isShortenedNumber(text)) return fail(source, texts.shortenedNumber(text));
  return ok(/[0-9]/.test(text) ? text.trim() : null);
}

function readValue(source: ProfileSource, values: Values, context: RowContext): Result<FieldValue> {
  const { field } = source;
  const { texts } = context;
  const text = textOf(source, values);
  if (isBlank(text) && lookUp(source.values, text) === undefined) return ok(null);
  return readMapped<FieldValue>(source, values, texts, (any) => {
    if (DATE_FIELDS.includes(field)) return readDateField(source, any, context);
    if (field === 'adoptionFee') return readFee(source, any, context);
    if (field === 'microchip') return readMicrochip(source, any, texts);
    if (isFlag(field)) return readWord(source, any, texts.unknownFlag);
    if (field === 'sex') return readWord(source, any, texts.unknownSex);
    if (field === 'coatLength') return readWord(source, any, texts.unknownCoatLength);
    return field === 'size' ? readWord(source, any, texts.unknownSize) : ok(any);
  });
}

function readDateField(
  source: ProfileSource,
  text: string,
  { now, dateOrder, texts }: RowContext,
): Result<string> {
  const reading = readDate(text, now);
  if (reading === undefined) return fail(source, texts.noDate(text));
  const date = dateIn(reading, dateOrder);
  if (date !== undefined) return ok(date);
  return fail(source, texts.otherDateOrder(text, dateOrder ?? 'day-first'));
}

function readFee(
  source: ProfileSource,
  text: string,
  { hasPlainNumbers, texts }: RowContext,
): Result<string> {
  const { currency } = source;
  const read = readAmount(text, { currency, hasPlainNumbers });
  if (read === undefined) return fail(source, texts.noAmount(text));
  const isOther = currency !== undefined && read.currencies.length > 0 && !read.currencies.includes(currency);
  return isOther ? fail(source, texts.otherCurrency(text, currency)) : ok(read.amount);
}

function readWord(source: ProfileSource, text: string, unknown: (got: string) => string): Result<FieldValue> {
  const { field } = source;
  const meaning = meaningOf(field as Parameters<typeof meaningOf>[0], text); // the caller knows that the field has words
  return meaning === undefined ? fail(source, unknown(text)) : ok(meaning);
}

/** Returns the value of a profile for a value of a column, or of a table of a mapping. */
export function profileValue(
  { field, currency }: { field: keyof WholeProfile; currency?: string | undefined },
  value: unknown,
): unknown {
  if (field === 'adoptionFee' && value !== null) return { amount: value, currency };
  return isList(field) && typeof value === 'string' ? listIn(value) : value;
}
