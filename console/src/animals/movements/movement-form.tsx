import type { Movement, MovementChange, MovementRequest, Pet } from '@petstore/client';
import { useRef, useState } from 'react';
import { useFormSave } from '../../session/changes/use-form-save.ts';
import { useSession } from '../../session/use-session.ts';
import { useTimeZone } from '../../session/use-settings.ts';
import { statusName } from '../../texts/status-names.ts';
import { onlyChanged } from '../../ui/forms/conflicts/merge-values.ts';
import { FormDialog, SAVED } from '../../ui/forms/form-dialog.tsx';
import { type FieldInput, FormField } from '../../ui/forms/form-field.tsx';
import { useFormKey } from '../../ui/forms/form-key.ts';
import { dayOf } from '../../ui/local-text.ts';
import { applyAnimal } from './apply-animal.ts';
import { TEXTS } from './movement-texts.ts';
import { REASON_NAMES } from './movement-words.ts';

interface MovementFormProps {
  pet: Pet;
  /** The entry to correct; undefined to add one. */
  movement: Movement | undefined;
  onClose(): void;
}

type Type = Movement['type'];
const TYPES = ['intake', 'foster', 'outcome'] as const satisfies readonly Type[];
const TRANSFERS: readonly (string | undefined)[] = ['transfer_in', 'transfer_out'];

/** The form to add or to correct what happened to an animal on one day. */
export function MovementForm({ pet, movement, onClose }: MovementFormProps) {
  const session = useSession();
  const dialog = useRef<HTMLDialogElement>(null);
  const key = useFormKey();
  const [type, setType] = useState<Type>(movement?.type ?? 'intake');
  const [reason, setReason] = useState<string | undefined>(movement?.reason ?? 'stray');
  const today = dayOf(Date.now(), useTimeZone());
  const save = useFormSave<Movement | undefined>({
    item: movement,
    read: async () => {
      if (movement === undefined) return undefined;
      for await (const one of session.petstore.pets.movements(pet.id).list({ limit: 100 })) {
        if (one.id === movement.id) return one;
      }
      // It was deleted meanwhile, which the service answers.
      return movement;
    },
    valuesOf: (current) => (current === undefined ? {} : movementValues(current)),
    send: async (form, current, changed) => {
      const { pets } = session.petstore;
      if (current === undefined) {
        await pets.addMovement(pet.id, requestIn(form, type), { idempotencyKey: key.key });
      } else if (changed.size > 0) {
        await pets.changeMovement(pet.id, current.id, onlyChanged(changeIn(form, current), changed));
      }
    },
    onSaved: async () => {
      dialog.current?.close(SAVED);
      await applyAnimal(session, pet.id);
    },
  });
  const choose = (next: Type) => {
    setType(next);
    setReason(Object.keys(REASON_NAMES[next])[0]);
  };
  return (
    <FormDialog
      dialog={dialog}
      title={movement === undefined ? TEXTS.add : TEXTS.correct}
      draft={`movement-${pet.id}-${movement?.id ?? 'new'}`}
      submit={movement === undefined ? TEXTS.addSubmit : TEXTS.saveSubmit}
      mutation={save}
      onSubmit={(_data, form) => save.submit(form)}
      onInput={key.renew}
      onClose={onClose}
    >
      {movement === undefined && (
        <FormField name="type" label={TEXTS.type}>
          {(field) => (
            <select {...field} value={type} onChange={(event) => choose(event.target.value as Type)}>
              {TYPES.map((one) => (
                <option key={one} value={one}>
                  {TEXTS.types[one]}
                </option>
              ))}
            </select>
          )}
        </FormField>
      )}
      {type !== 'foster' && (
        <FormField name="reason" label={TEXTS.reason}>
          {(field) => (
            <select {...field} value={reason} onChange={(event) => setReason(event.target.value)}>
              {Object.entries(REASON_NAMES[type]).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </FormField>
      )}
      <FormField name="date" label={TEXTS.date}>
        {(field) => (
          <input {...field} type="date" required max={today} defaultValue={movement?.date ?? today} />
        )}
      </FormField>
      {type === 'foster' && (
        <FormField name="endDate" label={TEXTS.endDate}>
          {(field) => <input {...field} type="date" defaultValue={movement?.endDate} />}
        </FormField>
      )}
      {TRANSFERS.includes(reason) && type !== 'foster' && (
        <FormField name="region" label={TEXTS.region}>
          {(field) => (
            <Choices field={field} names={TEXTS.regions} value={movement?.region} none={TEXTS.notKnown} />
          )}
        </FormField>
      )}
      <FormField name="note" label={TEXTS.note} hint={TEXTS.noteHint}>
        {(field) => <input {...field} defaultValue={movement?.note} maxLength={500} autoComplete="off" />}
      </FormField>
      {movement === undefined && type === 'intake' && (
        <FormField name="status" label={TEXTS.afterwards}>
          {(field) => (
            <Choices
              field={field}
              names={{ available: statusName('available'), none: statusName(undefined) }}
              value={undefined}
              none={TEXTS.asBefore}
            />
          )}
        </FormField>
      )}
    </FormDialog>
  );
}

function movementValues({ reason, date, endDate = '', region, note = '' }: Movement) {
  return { reason: reason ?? '', date, endDate, region: region ?? '', note };
}

interface ChoicesProps {
  field: FieldInput;
  names: Readonly<Record<string, string>>;
  value: string | undefined;
  /** The name of the choice without a value. */
  none: string;
}

function Choices({ field, names, value, none }: ChoicesProps) {
  return (
    <select {...field} defaultValue={value ?? ''}>
      <option value="">{none}</option>
      {Object.entries(names).map(([choice, name]) => (
        <option key={choice} value={choice}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Returns what a field has; undefined if it is empty or absent. */
function valueIn<Value extends string>(form: FormData, name: string): Value | undefined {
  const text = String(form.get(name) ?? '').trim();
  return text === '' ? undefined : (text as Value); // the options of a select, or any text
}

function requestIn(form: FormData, type: Type): MovementRequest {
  const status = valueIn<'available' | 'none'>(form, 'status');
  return {
    type,
    reason: valueIn(form, 'reason'),
    date: String(form.get('date')),
    endDate: valueIn(form, 'endDate'),
    region: valueIn(form, 'region'),
    note: valueIn(form, 'note'),
    ...(status !== undefined && { status: status === 'none' ? null : status }),
  };
}

/** Members that the entry does not have are left out: the service refuses the end of an intake, also null. */
function changeIn(form: FormData, { type }: Movement): MovementChange {
  return {
    reason: valueIn(form, 'reason'),
    date: String(form.get('date')),
    ...(type === 'foster' && { endDate: valueIn<string>(form, 'endDate') ?? null }),
    ...(form.has('region') && {
      region: valueIn<NonNullable<MovementChange['region']>>(form, 'region') ?? null,
    }),
    note: valueIn<string>(form, 'note') ?? null,
  };
}
