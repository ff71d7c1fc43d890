import type { Profile, ProfileChange } from '@petstore/client';

/** How a field of a profile is entered. */
export type ProfileField = { readonly label: string; readonly hint?: string } & (
  | { readonly kind: 'text' | 'long text' | 'date' | 'checkbox' | 'yes or no'; readonly name: FieldName }
  | {
      readonly kind: 'choice';
      readonly name: 'sex' | 'size';
      readonly choices: Readonly<Record<string, string>>;
    }
);

type FieldName = Exclude<keyof Profile, 'adoptionFee' | 'sex' | 'size'>;

/** All fields but the fee, which has two inputs, in the order of the form. */
export const PROFILE_FIELDS: readonly ProfileField[] = [
  { name: 'description', label: 'Description', kind: 'long text' },
  { name: 'breed', label: 'Breed', kind: 'text' },
  { name: 'color', label: 'Colour', kind: 'text' },
  { name: 'sex', label: 'Sex', kind: 'choice', choices: { female: 'Female', male: 'Male' } },
  {
    name: 'size',
    label: 'Size when grown up',
    kind: 'choice',
    choices: { small: 'Small', medium: 'Medium', large: 'Large', extra_large: 'Very large' },
  },
  { name: 'birthDate', label: 'Date of birth', kind: 'date' },
  { name: 'birthDateEstimated', label: 'The date of birth is an estimate', kind: 'checkbox' },
  { name: 'goodWithChildren', label: 'Good with children', kind: 'yes or no' },
  { name: 'goodWithDogs', label: 'Good with dogs', kind: 'yes or no' },
  { name: 'goodWithCats', label: 'Good with cats', kind: 'yes or no' },
  { name: 'houseTrained', label: 'House-trained', kind: 'yes or no' },
  { name: 'spayedNeutered', label: 'Spayed or neutered', kind: 'yes or no' },
  { name: 'specialNeeds', label: 'Special needs', kind: 'long text' },
  { name: 'location', label: 'Location', kind: 'text' },
  { name: 'intakeDate', label: 'Taken in on', kind: 'date' },
  {
    name: 'contactUrl',
    label: 'Contact',
    kind: 'text',
    hint: 'Starts with https:, mailto: or tel:',
  },
];

export const FEE_FIELDS = { amount: 'feeAmount', currency: 'feeCurrency' } as const;

/** Returns the fields that the form has changed; undefined if there are none. */
export function profileChange(before: Profile, form: FormData): ProfileChange | undefined {
  const entries = PROFILE_FIELDS.map((field) => [field.name, valueIn(field, form)] as const);
  const after: Readonly<Record<string, unknown>> = {
    ...Object.fromEntries(entries),
    adoptionFee: feeIn(form),
  };
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Profile]),
  );
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map(([name, value]) => [name, value ?? null]));
}

function valueIn({ name, kind }: ProfileField, form: FormData): string | boolean | undefined {
  const text = String(form.get(name) ?? '').trim();
  if (kind === 'checkbox') return text === 'on' ? true : undefined;
  if (text === '') return undefined;
  return kind === 'yes or no' ? text === 'yes' : text;
}

function feeIn(form: FormData): Profile['adoptionFee'] {
  const amount = String(form.get(FEE_FIELDS.amount) ?? '').trim();
  const currency = String(form.get(FEE_FIELDS.currency) ?? '').trim();
  return amount === '' ? undefined : { amount, currency: currency.toUpperCase() };
}
