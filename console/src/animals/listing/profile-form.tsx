import type { Listing, Pet, PetChange, ProfileChange, WholeProfile } from '@petstore/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { historyKey } from '../../queries/animal-queries.ts';
import { isPreconditionFailed } from '../../queries/errors.ts';
import { applyListing } from '../../queries/listing-queries.ts';
import { useSession } from '../../session/use-session.ts';
import { useSettings } from '../../session/use-settings.ts';
import { PageError } from '../../texts/error-text.ts';
import { ADDRESS_INPUT } from '../../ui/forms/address-input.ts';
import { contactText } from '../../ui/forms/contact-address.ts';
import { CurrencyInput } from '../../ui/forms/currency-input.tsx';
import { FormDialog, SAVED } from '../../ui/forms/form-dialog.tsx';
import { type FieldInput, FormField } from '../../ui/forms/form-field.tsx';
import { Segments } from '../../ui/forms/segments.tsx';
import { changedMembers, usePetChange } from '../animal-edit.tsx';
import { TEXTS as PET } from '../animals-texts.ts';
import { CategoryField } from '../category-field.tsx';
import { BirthDateField } from './birth-date-field.tsx';
import { TEXTS as LABELS } from './field-texts.ts';
import { TEXTS } from './listing-texts.ts';
import { type Microchip, microchipOf } from './microchip-query.ts';
import { FEE_FIELDS, FIELD_GROUPS, type ProfileField, profileChange } from './profile-fields.ts';

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
  // The version that the user saw when the form opened.
  const [before, setBefore] = useState(listing);
  const profile: WholeProfile = { ...before.profile, ...microchip };
  const close = () => dialog.current?.close(SAVED);
  const change = useListingChange(before, { onChanged: close, onBefore: setBefore });
  const save = (form: FormData) => {
    const members = changedMembers(before.pet, form);
    const fields = profileChange(profile, form);
    if (members === undefined && fields === undefined) close();
    else change.mutate({ members, fields });
  };
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.profileOf(listing.pet.name)}
      draft={`profile-${listing.pet.id}`}
      submit={TEXTS.saveSubmit}
      mutation={change}
      onSubmit={save}
      onClose={onClose}
    >
      {FIELD_GROUPS.map(({ name, fields }) => (
        <fieldset key={name} className="field-group">
          <legend>{LABELS.groups[name]}</legend>
          {name === 'who' && <NameFields pet={before.pet} />}
          {name === 'age' && <BirthDateField {...before.profile} />}
          {fields
            .filter(({ name }) => hasOwnInput(name) && (name !== 'microchip' || microchip !== undefined))
            .map((field) => (
              <Field key={field.name} field={field} value={profile[field.name]} />
            ))}
          {name === 'contact' && <FeeFields fee={before.profile.adoptionFee} />}
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

interface ListingChange {
  readonly members: PetChange | undefined;
  readonly fields: ProfileChange | undefined;
}

interface ChangeListeners {
  onChanged(): void;
  /** Receives a newer version, which the user has seen: a second Save may overwrite it. */
  onBefore(current: Listing): void;
}

/** Changes the animal first, whose name others rather see, and then its profile. */
function useListingChange(before: Listing, { onChanged, onBefore }: ChangeListeners) {
  const { petstore, queries } = useSession();
  const { id } = before.pet;
  const pet = usePetChange(before.pet, {
    onChanged: () => {},
    onConflict: (current) => onBefore({ ...before, pet: current }),
  });
  const changeProfile = async (change: ProfileChange) => {
    try {
      await petstore.listings.changeProfile(id, change, { ifMatch: before.etags.profile });
    } catch (error) {
      if (!isPreconditionFailed(error)) throw error;
      onBefore(await petstore.listings.get(id));
      throw new PageError(TEXTS.changedByOther);
    }
  };
  return useMutation({
    mutationFn: async ({ members, fields }: ListingChange) => {
      if (members !== undefined) {
        const changed = await pet.mutateAsync(members);
        // If the profile is then rejected, the animal is not sent again.
        onBefore({ ...before, pet: changed });
      }
      if (fields !== undefined) await changeProfile(fields);
    },
    onSuccess: async () => {
      applyListing(queries, await petstore.listings.get(id));
      queries.invalidateQueries({ queryKey: historyKey(id) });
      queries.invalidateQueries({ queryKey: microchipOf(petstore, id).queryKey });
      onChanged();
    },
  });
}

function Field({ field, value }: { field: ProfileField; value: FieldValue }) {
  const { name, label, hint } = field;
  if (field.kind === 'yes or no') {
    const choice = value === undefined ? '' : value === true ? 'yes' : 'no';
    return <Segments name={name} label={label} choices={YES_OR_NO} value={choice} />;
  }
  return (
    <FormField name={name} label={label} hint={hint}>
      {(common) => <Input field={field} common={common} value={value} />}
    </FormField>
  );
}

type FieldValue = string | boolean | string[] | undefined;

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
      return <textarea {...common} defaultValue={String(value ?? '')} rows={5} />;
    case 'choice':
      return <Choice {...common} choices={field.choices} value={String(value ?? '')} />;
    default:
      return (
        <input
          {...common}
          type={kind === 'date' ? 'date' : 'text'}
          {...(kind === 'address' && ADDRESS_INPUT)}
          defaultValue={textOf(value, kind)}
          autoComplete="off"
        />
      );
  }
}

function textOf(value: FieldValue, kind: ProfileField['kind']): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  return kind === 'address' ? contactText(text) : text;
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
