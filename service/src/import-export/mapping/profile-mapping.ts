import type { Profile } from '../../listings/profile.ts';
import { isFlag, profileFault } from '../../listings/profile-checks.ts';
import type { ImportedProfile } from '../imported-profile.ts';
import type { ProfileSource } from './mapping.ts';
import { fail, type MappedRow, ok, type Result, readMapped, textOf, type Values } from './row-validation.ts';

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/**
 * Adds the profile fields to a row, which fails if one of them is invalid.
 *
 * @param now in Unix milliseconds.
 */
export function addProfile(
  row: MappedRow,
  sources: readonly ProfileSource[],
  values: Values,
  now: number,
): MappedRow {
  if (row.kind === 'skip') return row;
  const fields = sources.map((source) => readField(source, values, now));
  const faults = fields.flatMap((field) => (field.ok ? [] : [field.fault]));
  if (row.kind === 'failed') return { ...row, faults: [...row.faults, ...faults] };
  if (faults.length === 0) {
    const values = fields.flatMap((field) => (field.ok ? [field.value] : []));
    return { ...row, profile: Object.assign({}, ...values) as ImportedProfile }; // each was checked
  }
  const { pet: _, ...identity } = row;
  return { ...identity, kind: 'failed', faults };
}

function readField(source: ProfileSource, values: Values, now: number): Result<ImportedProfile> {
  const { field } = source;
  const read = readValue(source, values);
  if (!read.ok) return read;
  const value = profileValue(source, read.value);
  const fault = value === null ? undefined : profileFault(field, value, now);
  return fault === undefined ? ok({ [field]: value }) : fail(source, fault);
}

function readValue(source: ProfileSource, values: Values): Result<string | boolean | null> {
  const text = textOf(source, values);
  if (text.trim() === '' && source.values?.get(text) === undefined) return ok(null);
  return isFlag(source.field)
    ? readMapped(source, values, (flag) => BOOLEANS.get(flag), 'true, false or empty')
    : readMapped(source, values, (any) => any, '');
}

/** Returns the value of a profile for a value of a column, or of a table of a mapping. */
export function profileValue(
  { field, currency }: { field: keyof Profile; currency?: string | undefined },
  value: unknown,
): unknown {
  return field === 'adoptionFee' && value !== null ? { amount: value, currency } : value;
}
