import type { Pet } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { applyOwnOrderChange } from '../orders/apply-own-order-change.ts';
import { invalidateAnimal } from '../queries/animal-queries.ts';
import { ORDER_LISTS } from '../queries/order-queries.ts';
import { useSession } from '../session/use-session.ts';
import { useDraft } from '../ui/forms/draft.ts';
import { FormBody, FormField } from '../ui/forms/form-field.tsx';
import { useFormKey } from '../ui/forms/form-key.ts';
import { deleteDraft } from '../ui/forms/stored-drafts.ts';
import { TEXTS } from './hold-texts.ts';

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
    placement.submit(String(new FormData(event.currentTarget).get('reference')));
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
      <button type="submit" className="primary" disabled={placement.isPending}>
        {placement.isPending ? TEXTS.placing : TEXTS.place}
      </button>
    </form>
  );
}

/** Places one order, even if the same form is sent again after a lost response. */
function usePlacement(pet: Pet, onPlaced: () => void) {
  const session = useSession();
  const form = useFormKey();
  const mutation = useMutation({
    mutationFn: (reference: string) => {
      const order = { petId: pet.id, reference: reference === '' ? undefined : reference };
      return session.petstore.orders.place(order, { idempotencyKey: form.key });
    },
    onSuccess: (order) => {
      applyOwnOrderChange(session, order);
      onPlaced();
    },
    // Someone else may have placed a hold: read it again.
    onError: () => {
      invalidateAnimal(session.queries, pet.id);
      session.queries.invalidateQueries({ queryKey: ORDER_LISTS, refetchType: 'none' });
    },
  });
  return {
    submit: mutation.mutate,
    renewKey: form.renew,
    error: mutation.error,
    isPending: mutation.isPending,
    isSuccess: mutation.isSuccess,
  };
}
