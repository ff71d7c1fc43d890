import type { WholeProfile } from '@petstore/client';
import { contactText } from '../../ui/forms/contact-address.ts';
import { fullDay, money } from '../../ui/local-text.ts';
import { FIELD_GROUPS, type ProfileField } from '../listing/profile-fields.ts';
import { TEXTS as TOGETHER } from '../together/together-texts.ts';
import { TEXTS } from './merging-texts.ts';

/** One field of two profiles, of which at least one has it. */
export interface ComparedField {
  readonly name: keyof WholeProfile;
  readonly label: string;
  readonly remaining: string | undefined;
  readonly gone: string | undefined;
  /** The value of the record that goes is kept, because the other one has none. */
  readonly goesAlong: boolean;
}

/**
 * Returns the fields of two profiles as the service merges them. The group of the record that goes is one of them: the remaining one
 * takes its place there, unless it has a group.
 *
 * @param namesOf returns the names of animals by their ids; undefined for none.
 */
export function comparedFields(
  remaining: WholeProfile,
  gone: WholeProfile,
  namesOf: (petIds: readonly bigint[] | undefined) => string | undefined,
): ComparedField[] {
  const fee = ({ adoptionFee }: WholeProfile) => adoptionFee && money(adoptionFee);
  const all = [
    ...FIELD_GROUPS.flatMap(({ fields }) => fields).map((field) => ({
      name: field.name,
      label: field.label,
      remaining: textOf(field, remaining),
      gone: textOf(field, gone),
    })),
    { name: 'adoptionFee' as const, label: TEXTS.fee, remaining: fee(remaining), gone: fee(gone) },
    {
      name: 'bondedWith' as const,
      label: TOGETHER.together,
      remaining: namesOf(remaining.bondedWith),
      gone: namesOf(gone.bondedWith),
    },
  ];
  return all
    .filter((field) => field.remaining !== undefined || field.gone !== undefined)
    .map((field) => ({ ...field, goesAlong: isTaken(field.name, remaining, gone) }));
}

/** What describes another field, and goes along with it only. */
const ABOUT: Readonly<Partial<Record<keyof WholeProfile, keyof WholeProfile>>> = {
  birthDateEstimated: 'birthDate',
  secondBreed: 'breed',
};

function isTaken(name: keyof WholeProfile, remaining: WholeProfile, gone: WholeProfile): boolean {
  return gone[name] !== undefined && remaining[ABOUT[name] ?? name] === undefined;
}

function textOf(field: ProfileField, profile: WholeProfile): string | undefined {
  const value = profile[field.name];
  if (value === undefined) return undefined;
  if (typeof value === 'boolean') return value ? TEXTS.yes : TEXTS.no;
  if (Array.isArray(value)) return value.join(', ');
  if (field.kind === 'choice') return field.choices[value] ?? value;
  if (field.kind === 'date') return fullDay(value);
  return field.kind === 'address' ? contactText(value) : value;
}
