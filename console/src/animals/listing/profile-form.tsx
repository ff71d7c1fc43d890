import type { Listing, Profile, ProfileChange } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { isPreconditionFailed } from '../../queries/errors.ts';
import { applyListing } from '../../queries/listing-queries.ts';
import { useSession } from '../../session/use-session.ts';
import { ADDRESS_INPUT } from '../../ui/address-input.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
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
  const close = () => dialog.current?.close();
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
        throw new Error(TEXTS.changedByOther);
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
  const id = useId();
  const { name, label, hint } = field;
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  if (field.kind === 'checkbox') {
    return (
      <label className="check">
        <input type="checkbox" name={name} defaultChecked={value === true} /> {label}
      </label>
    );
  }
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <Input field={field} id={id} value={value} describedBy={hintId} />
      {hint !== undefined && (
        <p id={hintId} className="hint">
          {hint}
        </p>
      )}
    </>
  );
}

interface InputProps {
  field: ProfileField;
  id: string;
  value: string | boolean | undefined;
  describedBy: string | undefined;
}

const YES_OR_NO = { yes: TEXTS.yes, no: TEXTS.no };

function Input({ field, id, value, describedBy }: InputProps) {
  const { name, kind } = field;
  const common = { id, name, 'aria-describedby': describedBy };
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
          defaultValue={String(value ?? '')}
          autoComplete="off"
        />
      );
  }
}

interface ChoiceProps {
  id: string;
  name: string;
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

function FeeFields({ fee }: { fee: Profile['adoptionFee'] }) {
  const id = useId();
  return (
    <>
      <label htmlFor={`${id}-amount`}>{TEXTS.fee}</label>
      <input
        id={`${id}-amount`}
        name={FEE_FIELDS.amount}
        inputMode="decimal"
        placeholder="125.00"
        defaultValue={fee?.amount}
        autoComplete="off"
      />
      <label htmlFor={`${id}-currency`}>{TEXTS.currency}</label>
      <input
        id={`${id}-currency`}
        name={FEE_FIELDS.currency}
        maxLength={3}
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="USD"
        defaultValue={fee?.currency}
        autoComplete="off"
      />
    </>
  );
}
