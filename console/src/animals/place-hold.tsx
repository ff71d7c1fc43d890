import type { Pet } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import { useFormKey } from '../form-key.ts';
import { orderChanged } from '../orders/order-changed.ts';
import { ORDER_LISTS } from '../orders/order-queries.ts';
import { useSession } from '../session/use-session.ts';
import { ErrorNote } from '../ui/error-note.tsx';

interface PlaceHoldProps {
  pet: Pet;
  /** Something was typed or sent: it must not go when somebody else was faster. */
  onBegun(): void;
  onPlaced(): void;
}

/** Asks to adopt an animal. */
export function PlaceHold({ pet, onBegun, onPlaced }: PlaceHoldProps) {
  const id = useId();
  const place = usePlacement(pet, onPlaced);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onBegun();
    place.submit(String(new FormData(event.currentTarget).get('reference')));
  };
  const changed = () => {
    onBegun();
    place.changed();
  };
  return (
    <form onSubmit={submit} onInput={changed}>
      <label htmlFor={id}>Reference, if you like</label>
      <input id={id} name="reference" autoComplete="off" aria-describedby={`${id}-hint`} />
      <p id={`${id}-hint`} className="hint">
        Such as an application number. Never put personal data here.
      </p>
      <div role="alert">{place.error !== null && <ErrorNote error={place.error} />}</div>
      <button type="submit" className="primary" disabled={place.isPending}>
        {place.isPending ? 'Placing the hold…' : 'Place a hold'}
      </button>
    </form>
  );
}

/** Places one order, however often the same form is sent: an answer may have been lost. */
function usePlacement(pet: Pet, onPlaced: () => void) {
  const session = useSession();
  const form = useFormKey();
  const mutation = useMutation({
    mutationFn: (reference: string) => {
      const order = { petId: pet.id, reference: reference === '' ? undefined : reference };
      return session.petstore.orders.place(order, { idempotencyKey: form.key });
    },
    onSuccess: (order) => {
      orderChanged(session, order);
      onPlaced();
    },
    // Somebody was faster, perhaps: who holds it now is asked again.
    onError: () => {
      for (const about of ['hold', 'animal']) {
        session.queries.invalidateQueries({ queryKey: [about, String(pet.id)] });
      }
      session.queries.invalidateQueries({ queryKey: ORDER_LISTS, refetchType: 'none' });
    },
  });
  return {
    submit: mutation.mutate,
    /** Another reference is another order. */
    changed: form.renew,
    error: mutation.error,
    isPending: mutation.isPending,
  };
}
