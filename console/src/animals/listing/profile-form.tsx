import type { Listing, Pet, WholeProfile } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useFormSave } from '../../session/changes/use-form-save.ts';
import { useSession } from '../../session/use-session.ts';
import { useSettings } from '../../session/use-settings.ts';
import { ADDRESS_INPUT } from '../../ui/forms/address-input.ts';
import { CurrencyInput } from '../../ui/forms/currency-input.tsx';
import { FormDialog, SAVED } from '../../ui/forms/form-dialog.tsx';
import { type FieldInput, FormField } from '../../ui/forms/form-field.tsx';
import { Segments } from '../../ui/forms/segments.tsx';
import { petChange, petValues } from '../animal-edit.tsx';
import { TEXTS as PET } from '../animals-texts.ts';
import { CategoryField } from '../category-field.tsx';
import { applyAnimal } from '../movements/apply-animal.ts';
import { BirthDateField } from './birth-date-field.tsx';
import { TEXTS as LABELS } from './field-texts.ts';
import { TEXTS } from './listing-texts.ts';
import { type Microchip, microchipOf } from './microchip-query.ts';
import {
  FEE_FIELDS,
  FIELD_GROUPS,
  type FieldValue,
  fieldText,
  type ProfileField,
  profileChange,
  profileValues,
} from './profile-fields.ts';

interface ProfileFormProps {
  listing: Listing;
  /** The field that gets the focus; by default the first one. */
  field?: string | undefined;
  onClose(): void;
}

/** The form for all that is known of an animal. The page of the animal has read its microchip. */
export function ProfileForm(props: ProfileFormProps) {
  const { petstore } = useSession();
  const microchip = useQuery(microchipOf(petstore, props.listing.pet.id));
  return microchip.isPending ? null : <WholeProfileForm {...props} microchip={microchip.data} />;
}

/**
 * Sends only what has changed.
 *
 * @param microchip as it was when the form opened. It has no field if it could not be read.
 */
function WholeProfileForm({
  listing,
  field: focused,
  microchip,
  onClose,
}: ProfileFormProps & { microchip: Microchip | undefined }) {
  const dialog = useRef<HTMLDialogElement>(null);
  // After the effect of the dialog, which focuses its first field.
  useEffect(() => {
    if (focused !== undefined) dialog.current?.querySelector<HTMLElement>(`[name="${focused}"]`)?.focus();
  }, [focused]);
  const save = useProfileSave({ ...listing, profile: { ...listing.profile, ...microchip } }, () =>
    dialog.current?.close(SAVED),
  );
  const { pet, profile } = save.opened;
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.profileOf(listing.pet.name)}
      draft={`profile-${listing.pet.id}`}
      submit={TEXTS.saveSubmit}
      mutation={save}
      onSubmit={(_data, form) => save.submit(form)}
      onClose={onClose}
    >
      {FIELD_GROUPS.map(({ name, fields }) => (
        <fieldset key={name} className="field-group">
          <legend>{LABELS.groups[name]}</legend>
          {name === 'who' && <NameFields pet={pet} />}
          {name === 'age' && <BirthDateField {...profile} />}
          {fields
            .filter(({ name }) => hasOwnInput(name) && (name !== 'microchip' || microchip !== undefined))
            .map((field) => (
              <Field key={field.name} field={field} value={profile[field.name]} />
            ))}
          {name === 'contact' && <FeeFields fee={profile.adoptionFee} />}
        </fieldset>
      ))}
    </FormDialog>
  );
}

/** The date of birth and whether it is estimated change together. */
function hasOwnInput(name: ProfileField['name']): boolean {
  return name !== 'birthDate' && name !== 'birthDateEstimated';
}

function NameFields({ pet }: { pet: Pet }) {
  return (
    <>
      <FormField name="name" label={PET.name}>
        {(field) => <input {...field} defaultValue={pet.name} required autoComplete="off" />}
      </FormField>
      <CategoryField categoryId={pet.categoryId} />
    </>
  );
}

/** A listing, with the microchip that only some may know. */
interface WholeListing extends Omit<Listing, 'profile'> {
  readonly profile: WholeProfile;
}

/** Changes the animal first, whose name others rather see, and then its profile. */
function useProfileSave(item: WholeListing, onSaved: () => void) {
  const session = useSession();
  const { petstore, queries } = session;
  const { currency = '' } = useSettings() ?? {};
  const { id } = item.pet;
  const read = async (): Promise<WholeListing> => {
    const [listing, [found]] = await Promise.all([
      petstore.listings.get(id),
      petstore.listings.microchips([id]),
    ]);
    const microchip = found && { microchip: found.microchip };
    return { ...listing, profile: { ...listing.profile, ...microchip } };
  };
  const show = async () => {
    await applyAnimal(session, id);
    queries.invalidateQueries({ queryKey: microchipOf(petstore, id).queryKey });
  };
  return useFormSave({
    item,
    read,
    valuesOf: ({ pet, profile }) => ({ ...petValues(pet), ...profileValues(profile, currency) }),
    together: [
      [FEE_FIELDS.amount, FEE_FIELDS.currency],
      ['birthDate', 'birthDateEstimated'],
    ],
    send: async (form, { pet, profile, etags }, changed) => {
      const members = petChange(form, changed);
      const fields = profileChange(profile, form, changed);
      if (members !== undefined) await petstore.pets.change(pet.id, members, { ifMatch: etags.pet });
      if (fields !== undefined) {
        await petstore.listings.changeProfile(id, fields, { ifMatch: etags.profile });
      }
      await show();
    },
    onSaved,
    onConflict: show,
  });
}

function Field({ field, value }: { field: ProfileField; value: FieldValue }) {
  const { name, label, hint } = field;
  if (field.kind === 'yes or no') {
    return <Segments name={name} label={label} choices={YES_OR_NO} value={fieldText(value, field.kind)} />;
  }
  return (
    <FormField name={name} label={label} hint={hint}>
      {(common) => <Input field={field} common={common} value={value} />}
    </FormField>
  );
}

interface InputProps {
  field: ProfileField;
  common: FieldInput;
  value: FieldValue;
}

const YES_OR_NO = new Map([
  ['yes', TEXTS.yes],
  ['no', TEXTS.no],
  ['', TEXTS.notKnown],
]);

function Input({ field, common, value }: InputProps) {
  const { kind } = field;
  switch (kind) {
    case 'long text':
      return <textarea {...common} defaultValue={fieldText(value, kind)} rows={5} />;
    case 'choice':
      return <Choice {...common} choices={field.choices} value={fieldText(value, kind)} />;
    default:
      return (
        <input
          {...common}
          type={kind === 'date' ? 'date' : 'text'}
          {...(kind === 'address' && ADDRESS_INPUT)}
          defaultValue={fieldText(value, kind)}
          autoComplete="off"
        />
      );
  }
}

interface ChoiceProps extends FieldInput {
  choices: Readonly<Record<string, string>>;
  value: string;
}

function Choice({ choices, value, ...props }: ChoiceProps) {
  return (
    <select {...props} defaultValue={value}>
      <option value="">{TEXTS.notKnown}</option>
      {Object.entries(choices).map(([choice, text]) => (
        <option key={choice} value={choice}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** The currency is that of the shelter, unless the animal has another one. */
function FeeFields({ fee }: { fee: WholeProfile['adoptionFee'] }) {
  const { currency } = useSettings() ?? {};
  const isFixed = currency !== undefined && (fee === undefined || fee.currency === currency);
  return (
    <>
      <FormField name={FEE_FIELDS.amount} label={isFixed ? TEXTS.feeIn(currency) : TEXTS.fee}>
        {(field) => (
          <input
            {...field}
            inputMode="decimal"
            placeholder="125.00"
            defaultValue={fee?.amount}
            autoComplete="off"
          />
        )}
      </FormField>
      {isFixed ? (
        <input type="hidden" name={FEE_FIELDS.currency} value={currency} />
      ) : (
        <FormField name={FEE_FIELDS.currency} label={TEXTS.currency}>
          {(field) => <CurrencyInput {...field} defaultValue={fee?.currency} />}
        </FormField>
      )}
    </>
  );
}
