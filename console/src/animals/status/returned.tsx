import type { MovementRequest, Pet } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSession } from '../../session/use-session.ts';
import { useTimeZone } from '../../session/use-settings.ts';
import { statusName } from '../../texts/status-names.ts';
import { FormDialog, SAVED } from '../../ui/forms/form-dialog.tsx';
import { FormField } from '../../ui/forms/form-field.tsx';
import { useFormKey } from '../../ui/forms/form-key.ts';
import { dayOf } from '../../ui/local-text.ts';
import { applyAnimal } from '../movements/apply-animal.ts';
import { TogetherNote } from '../together/together-note.tsx';
import { TEXTS } from './status-texts.ts';

interface ReturnedProps {
  pet: Pet;
  onClose(): void;
}

/** Asks when and why an adopted animal came back, and whether it is available again. */
export function Returned({ pet, onClose }: ReturnedProps) {
  const session = useSession();
  const dialog = useRef<HTMLDialogElement>(null);
  const today = dayOf(Date.now(), useTimeZone());
  const key = useFormKey();
  const record = useMutation({
    mutationFn: (movement: MovementRequest) =>
      session.petstore.pets.addMovement(pet.id, movement, { idempotencyKey: key.key }),
    onSuccess: async () => {
      dialog.current?.close(SAVED);
      await applyAnimal(session, pet.id);
    },
  });
  const submit = (form: FormData) => {
    const note = String(form.get('note')).trim();
    record.mutate({
      type: 'intake',
      reason: 'return',
      date: String(form.get('date')),
      note: note === '' ? undefined : note,
      status: form.get('status') === 'available' ? 'available' : null,
    });
  };
  return (
    <FormDialog
      dialog={dialog}
      title={TEXTS.returnOf(pet.name)}
      draft={`returned-${pet.id}`}
      submit={TEXTS.returnSubmit}
      mutation={record}
      onSubmit={submit}
      onInput={key.renew}
      onClose={onClose}
    >
      <TogetherNote pet={pet} isReturn />
      <FormField name="date" label={TEXTS.returnedOn}>
        {(field) => <input {...field} type="date" required max={today} defaultValue={today} />}
      </FormField>
      <FormField name="note" label={TEXTS.reason}>
        {(field) => <input {...field} maxLength={500} autoComplete="off" />}
      </FormField>
      <FormField name="status" label={TEXTS.afterwards}>
        {(field) => (
          <select {...field} defaultValue="available">
            <option value="available">{statusName('available')}</option>
            <option value="">{statusName(undefined)}</option>
          </select>
        )}
      </FormField>
    </FormDialog>
  );
}
