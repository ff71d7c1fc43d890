import type { Pet } from '@petstore/client';
import { type FormEvent, useRef } from 'react';
import { useDraft } from '../ui/forms/draft.ts';
import { FormBody, FormField, FormProblem } from '../ui/forms/form-field.tsx';
import { deleteDraft } from '../ui/forms/stored-drafts.ts';
import { TEXTS } from './hold-texts.ts';
import { usePlacement } from './use-placement.ts';

interface PlaceHoldProps {
  pet: Pet;
  /** The form has input or was sent: it must stay, even if someone else places a hold first. */
  onInput(): void;
  onPlaced(): void;
}

/** The form to place an order for an animal. */
export function PlaceHold({ pet, onInput, onPlaced }: PlaceHoldProps) {
  const form = useRef<HTMLFormElement>(null);
  const name = `hold-${pet.id}`;
  const placement = usePlacement(pet, () => {
    // This form goes away before it sees the success.
    deleteDraft(name);
    onPlaced();
  });
  const draft = useDraft(form, name, placement.isSuccess);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onInput();
    placement.submit({ reference: String(new FormData(event.currentTarget).get('reference')) });
  };
  const changed = () => {
    onInput();
    placement.renewKey();
  };
  return (
    <form ref={form} onSubmit={submit} onInput={changed}>
      <FormBody form={form} error={placement.error} draft={draft}>
        <FormField name="reference" label={TEXTS.reference} hint={TEXTS.referenceHint}>
          {(field) => <input {...field} autoComplete="off" autoCapitalize="none" spellCheck={false} />}
        </FormField>
      </FormBody>
      <FormProblem form={form} error={placement.error} />
      <button type="submit" className="primary" disabled={placement.isPending}>
        {placement.isPending ? TEXTS.placing : TEXTS.place}
      </button>
    </form>
  );
}
