import type { Listing, Profile, ProfileChange } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
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
import { TEXTS } from './listing-texts.ts';
import { FEE_FIELDS, PROFILE_FIELDS, type ProfileField, profileChange } from './profile-fields.ts';

interface ProfileFormProps {
  listing: Listing;
  onClose(): void;
}

/** The form to describe an animal for adopters. Sends only what has changed. */
export function ProfileForm({ listing, onClose }: ProfileFormProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // The version that the user saw when the form opened.
  const [before, setBefore] = useState(listing);
  const close = () => dialog.current?.close(SAVED);
  const change = useProfileChange(before, { onChanged: close, onConflict: setBefore });
  const save = (form: FormData) => {
    const fields = profileChange(before.profile, form);
    if (fields === undefined) close();
    else change.mutate(fields);
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
      {PROFILE_FIELDS.map((field) => (
        <Field key={field.name} field={field} value={before.profile[field.name]} />
      ))}
      <FeeFields fee={before.profile.adoptionFee} />
    </FormDialog>
  );
}

interface ChangeListeners {
  onChanged(): void;
  /** Receives the newer version. A second Save may overwrite it, because the user has seen the message. */
  onConflict(current: Listing): void;
}

function useProfileChange(before: Listing, { onChanged, onConflict }: ChangeListeners) {
  const { petstore, queries } = useSession();
  const { id } = before.pet;
  return useMutation({
    mutationFn: async (change: ProfileChange) => {
      try {
        await petstore.listings.changeProfile(id, change, { ifMatch: before.etags.profile });
      } catch (error) {
        if (!isPreconditionFailed(error)) throw error;
        onConflict(await petstore.listings.get(id));
        throw new PageError(TEXTS.changedByOther);
      }
    },
    onSuccess: async () => {
      applyListing(queries, await petstore.listings.get(id));
      queries.invalidateQueries({ queryKey: ['history', String(id)] });
      onChanged();
    },
  });
}

function Field({ field, value }: { field: ProfileField; value: string | boolean | undefined }) {
  const { name, label, hint } = field;
  if (field.kind === 'checkbox') {
    return (
      <label className="check">
        <input type="checkbox" name={name} defaultChecked={value === true} /> {label}
      </label>
    );
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
  value: string | boolean | undefined;
}

const YES_OR_NO = { yes: TEXTS.yes, no: TEXTS.no };

function Input({ field, common, value }: InputProps) {
  const { kind } = field;
  switch (kind) {
    case 'long text':
      return <textarea {...common} defaultValue={String(value ?? '')} rows={5} />;
    case 'choice':
      return <Choice {...common} choices={field.choices} value={String(value ?? '')} />;
    case 'yes or no':
      return (
        <Choice {...common} choices={YES_OR_NO} value={value === undefined ? '' : value ? 'yes' : 'no'} />
      );
    default:
      return (
        <input
          {...common}
          type={kind === 'date' ? 'date' : 'text'}
          {...(kind === 'address' && ADDRESS_INPUT)}
          defaultValue={kind === 'address' ? contactText(String(value ?? '')) : String(value ?? '')}
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
function FeeFields({ fee }: { fee: Profile['adoptionFee'] }) {
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
