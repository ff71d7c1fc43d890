import type { ProfileChange, WholeProfile } from '@petstore/client';
import type { FormValues } from '../../ui/forms/conflicts/merge-values.ts';
import { contactAddress, contactText } from '../../ui/forms/contact-address.ts';
import { TEXTS } from './field-texts.ts';

/** How a field of a profile is entered. */
export type ProfileField = { readonly label: string; readonly hint?: string } & (
  | {
      readonly kind: 'text' | 'long text' | 'date' | 'checkbox' | 'yes or no';
      readonly name: FieldName;
    }
  | { readonly kind: 'address'; readonly name: 'contactUrl' | 'videoUrl' }
  | { readonly kind: 'words'; readonly name: 'tags' }
  | {
      readonly kind: 'choice';
      readonly name: 'sex' | 'size' | 'coatLength';
      readonly choices: Readonly<Record<string, string>>;
    }
);

type FieldName = Exclude<
  keyof WholeProfile,
  'adoptionFee' | 'sex' | 'size' | 'coatLength' | 'contactUrl' | 'videoUrl' | 'tags' | 'bondedWith'
>;

/** Fields that belong together. */
export interface FieldGroup {
  readonly name: 'who' | 'age' | 'health' | 'company' | 'text' | 'contact';
  readonly fields: readonly ProfileField[];
}

/** All fields but the fee, which has two inputs, in the order of the form. */
export const FIELD_GROUPS: readonly FieldGroup[] = [
  {
    name: 'who',
    fields: [
      { name: 'breed', label: TEXTS.breed, kind: 'text' },
      { name: 'secondBreed', label: TEXTS.secondBreed, kind: 'text' },
      { name: 'mixed', label: TEXTS.mixed, kind: 'yes or no' },
      { name: 'color', label: TEXTS.color, kind: 'text' },
      { name: 'sex', label: TEXTS.sex, kind: 'choice', choices: TEXTS.sexes },
      { name: 'size', label: TEXTS.size, kind: 'choice', choices: TEXTS.sizes },
      { name: 'coatLength', label: TEXTS.coatLength, kind: 'choice', choices: TEXTS.coats },
    ],
  },
  {
    name: 'age',
    fields: [
      { name: 'birthDate', label: TEXTS.birthDate, kind: 'date' },
      { name: 'birthDateEstimated', label: TEXTS.birthDateEstimated, kind: 'checkbox' },
      { name: 'intakeDate', label: TEXTS.intakeDate, kind: 'date' },
    ],
  },
  {
    name: 'health',
    fields: [
      { name: 'spayedNeutered', label: TEXTS.spayedNeutered, kind: 'yes or no' },
      { name: 'vaccinated', label: TEXTS.vaccinated, kind: 'yes or no' },
      { name: 'microchip', label: TEXTS.microchip, kind: 'text', hint: TEXTS.microchipHint },
      { name: 'specialNeeds', label: TEXTS.specialNeeds, kind: 'long text' },
    ],
  },
  {
    name: 'company',
    fields: [
      { name: 'goodWithChildren', label: TEXTS.goodWithChildren, kind: 'yes or no' },
      { name: 'goodWithDogs', label: TEXTS.goodWithDogs, kind: 'yes or no' },
      { name: 'goodWithCats', label: TEXTS.goodWithCats, kind: 'yes or no' },
      { name: 'houseTrained', label: TEXTS.houseTrained, kind: 'yes or no' },
    ],
  },
  {
    name: 'text',
    fields: [
      { name: 'description', label: TEXTS.description, kind: 'long text' },
      { name: 'tags', label: TEXTS.tags, kind: 'words', hint: TEXTS.tagsHint },
      { name: 'videoUrl', label: TEXTS.videoUrl, kind: 'address', hint: TEXTS.videoHint },
    ],
  },
  {
    name: 'contact',
    fields: [
      { name: 'location', label: TEXTS.location, kind: 'text' },
      { name: 'contactUrl', label: TEXTS.contactUrl, kind: 'address', hint: TEXTS.contactHint },
    ],
  },
];

const PROFILE_FIELDS = FIELD_GROUPS.flatMap(({ fields }) => fields);

export const FEE_FIELDS = { amount: 'adoptionFee.amount', currency: 'adoptionFee.currency' } as const;

export type FieldValue = string | boolean | string[] | undefined;

/** Returns what a field has for a value. */
export function fieldText(value: FieldValue, kind: ProfileField['kind']): string {
  if (kind === 'yes or no') return value === undefined ? '' : value === true ? 'yes' : 'no';
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  return kind === 'address' ? contactText(text) : text;
}

/** Returns what the fields of the form have for a profile. */
export function profileValues(profile: WholeProfile, shelterCurrency: string): FormValues {
  const { adoptionFee } = profile;
  const entries = PROFILE_FIELDS.map(({ name, kind }) => {
    const value = profile[name];
    return [name, kind === 'checkbox' ? value === true : fieldText(value, kind)] as const;
  });
  return {
    ...Object.fromEntries(entries),
    [FEE_FIELDS.amount]: adoptionFee?.amount ?? '',
    [FEE_FIELDS.currency]: adoptionFee?.currency ?? shelterCurrency,
  };
}

/**
 * Returns the fields that the form changes; undefined if there are none.
 *
 * @param changed the names of the fields that someone has changed in the form.
 */
export function profileChange(
  before: WholeProfile,
  form: FormData,
  changed: ReadonlySet<string>,
): ProfileChange | undefined {
  const entries = PROFILE_FIELDS.map((field) => [field.name, valueIn(field, form, before)] as const);
  const after: Readonly<Record<string, unknown>> = {
    ...Object.fromEntries(entries),
    adoptionFee: feeIn(form, before.adoptionFee),
  };
  const isChanged = (name: string) => changed.has(name === 'adoptionFee' ? FEE_FIELDS.amount : name);
  const different = Object.entries(after).filter(
    ([name, value]) =>
      isChanged(name) && JSON.stringify(value) !== JSON.stringify(before[name as keyof WholeProfile]),
  );
  if (different.length === 0) return undefined;
  return Object.fromEntries(different.map(([name, value]) => [name, value ?? null]));
}

function valueIn(
  { name, kind }: ProfileField,
  form: FormData,
  before: WholeProfile,
): string | boolean | string[] | undefined {
  const text = String(form.get(name) ?? '').trim();
  if (kind === 'checkbox') return text === 'on' ? true : undefined;
  if (text === '') return undefined;
  if (kind === 'address') return contactAddress(text, before[name]);
  if (kind === 'words') return wordsIn(text);
  return kind === 'yes or no' ? text === 'yes' : text;
}

/** Returns each word once; undefined without one. */
function wordsIn(text: string): string[] | undefined {
  const words = text.split(/[,;]/).map((word) => word.trim());
  const found = [...new Set(words.filter((word) => word !== ''))];
  return found.length === 0 ? undefined : found;
}

function feeIn(form: FormData, before: WholeProfile['adoptionFee']): WholeProfile['adoptionFee'] {
  const amount = String(form.get(FEE_FIELDS.amount) ?? '').trim();
  const currency = String(form.get(FEE_FIELDS.currency) ?? '').trim();
  if (amount === '') return undefined;
  // The API has `1.250` for a currency of three decimals. In the same field people mean 1,250 by it.
  const isTyped = amount !== before?.amount;
  return { amount: isTyped ? amountOf(amount) : amount, currency: currency.toUpperCase() };
}

/** An amount with a separator before each group of three digits, and without decimals. */
const THOUSANDS = /^[1-9]\d{0,2}(?:(?:\.\d{3})+|(?:,\d{3})+)$/;

/**
 * Returns an amount that was typed as the API has it: `1250.5` for `$ 1,250.5` and `1.250,5 €`. A separator before exactly
 * three digits is one of thousands, because few currencies have three decimals: `1.250` becomes `1250`, but `0.250` stays.
 * Another text stays as it is, and the service refuses it.
 */
export function amountOf(text: string): string {
  if (!/[0-9]/.test(text)) return text;
  const digits = text.replace(/[^0-9.,-]/g, '');
  const decimals = THOUSANDS.test(digits) ? null : /[.,](\d{1,3})$/.exec(digits);
  const whole = (decimals === null ? digits : digits.slice(0, decimals.index)).replace(/[.,]/g, '');
  return decimals === null ? whole : `${whole}.${decimals[1]}`;
}
