import type { Pet } from '@petstore/client';
import { useRef } from 'react';
import { FormDialog, SAVED } from '../../ui/forms/form-dialog.tsx';
import { FormField } from '../../ui/forms/form-field.tsx';
import { TEXTS as HOLD } from '../hold-texts.ts';
import { TogetherNote } from '../together/together-note.tsx';
import { usePlacement } from '../use-placement.ts';
import { TEXTS } from './status-texts.ts';

interface HoldDialogProps {
  pet: Pet;
  /** The hold lasts until someone ends it: no order has one like this. */
  onOpenEnd(): void;
  onClose(): void;
}

const DEFAULT_HOURS = '48';

/** Asks how long an animal is on hold, and places an order for this time. */
export function HoldDialog({ pet, onOpenEnd, onClose }: HoldDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close(SAVED);
  const placement = usePlacement(pet, close);
  const submit = (form: FormData) => {
    const hours = Number(form.get('holdHours'));
    if (hours > 0) {
      placement.submit({ reference: String(form.get('reference')), holdHours: hours });
    } else {
      onOpenEnd();
      close();
    }
  };
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.holdOf(pet.name)}
      draft={`hold-${pet.id}`}
      submit={TEXTS.holdSubmit}
      mutation={placement}
      onSubmit={submit}
      onInput={placement.renewKey}
      onClose={onClose}
    >
      <TogetherNote pet={pet} />
      <FormField name="holdHours" label={TEXTS.holdFor} hint={TEXTS.holdHint}>
        {(field) => (
          <select {...field} defaultValue={DEFAULT_HOURS}>
            {Object.entries(TEXTS.holdTimes).map(([hours, name]) => (
              <option key={hours} value={hours}>
                {name}
              </option>
            ))}
            <option value="">{TEXTS.untilEnded}</option>
          </select>
        )}
      </FormField>
      <FormField name="reference" label={HOLD.reference} hint={HOLD.referenceHint}>
        {(field) => <input {...field} autoComplete="off" autoCapitalize="none" spellCheck={false} />}
      </FormField>
    </FormDialog>
  );
}
