import type { OrderRequest, Pet } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { applyOwnOrderChange } from '../orders/apply-own-order-change.ts';
import { invalidateAnimal } from '../queries/animal-queries.ts';
import { ORDER_LISTS } from '../queries/order-queries.ts';
import { useSession } from '../session/use-session.ts';
import { useFormKey } from '../ui/forms/form-key.ts';

/** What a form to place a hold asks for. */
type Hold = Pick<OrderRequest, 'reference' | 'holdHours'>;

/** Places one order, even if the same form is sent again after a lost response. */
export function usePlacement(pet: Pet, onPlaced: () => void) {
  const session = useSession();
  const form = useFormKey();
  const mutation = useMutation({
    mutationFn: ({ reference, holdHours }: Hold) => {
      const order = { petId: pet.id, reference: reference === '' ? undefined : reference, holdHours };
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
