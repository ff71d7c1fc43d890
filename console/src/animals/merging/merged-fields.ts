import type { Profile } from '@petstore/client';
import { contactText } from '../../ui/forms/contact-address.ts';
import { fullDay, money } from '../../ui/local-text.ts';
import { FIELD_GROUPS, type ProfileField } from '../listing/profile-fields.ts';
import { TEXTS } from './merging-texts.ts';

/** One field of two profiles, of which at least one has it. */
export interface ComparedField {
  readonly name: keyof Profile;
  readonly label: string;
  readonly remaining: string | undefined;
  readonly gone: string | undefined;
  /** The value of the record that goes is kept, because the other one has none. */
  readonly goesAlong: boolean;
}

/** Returns the fields of two profiles as the service merges them. */
export function comparedFields(remaining: Profile, gone: Profile): ComparedField[] {
  const fee = ({ adoptionFee }: Profile) => adoptionFee && money(adoptionFee);
  const all = [
    ...FIELD_GROUPS.flatMap(({ fields }) => fields).map((field) => ({
      name: field.name,
      label: field.label,
      remaining: textOf(field, remaining),
      gone: textOf(field, gone),
    })),
    { name: 'adoptionFee' as const, label: TEXTS.fee, remaining: fee(remaining), gone: fee(gone) },
  ];
  return all
    .filter((field) => field.remaining !== undefined || field.gone !== undefined)
    .map((field) => ({ ...field, goesAlong: isTaken(field.name, remaining, gone) }));
}

/** An estimate belongs to its date. */
function isTaken(name: keyof Profile, remaining: Profile, gone: Profile): boolean {
  const decides = name === 'birthDateEstimated' ? 'birthDate' : name;
  return gone[name] !== undefined && remaining[decides] === undefined;
}

function textOf(field: ProfileField, profile: Profile): string | undefined {
  const value = profile[field.name];
  if (value === undefined) return undefined;
  if (typeof value === 'boolean') return value ? TEXTS.yes : TEXTS.no;
  if (field.kind === 'choice') return field.choices[value] ?? value;
  if (field.kind === 'date') return fullDay(value);
  return field.kind === 'address' ? contactText(value) : value;
}
