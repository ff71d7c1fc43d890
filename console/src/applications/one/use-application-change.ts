import type { Application, ApplicationChange } from '@petstore/client';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { invalidateAnimal } from '../../queries/animal-queries.ts';
import { APPLICATIONS, WAITING_COUNT } from '../../queries/application-keys.ts';
import { ORDER_LISTS } from '../../queries/order-queries.ts';
import { SUMMARY } from '../../queries/summary-query.ts';
import { ConflictError, changeUnlessConflict } from '../../session/changes/guarded-change.ts';
import type { Session } from '../../session/session.ts';
import { useSession } from '../../session/use-session.ts';
import { applicationOf } from '../application-queries.ts';
import { TEXTS } from './application-texts.ts';

/** Changes an application only if it still is in the state that the user saw. */
export function useApplicationChange(
  application: Application,
  onDone: () => void = () => {},
): UseMutationResult<Application, Error, ApplicationChange> {
  const session = useSession();
  const { petstore, queries } = session;
  const { id, state } = application;
  const show = (current: Application) => queries.setQueryData(applicationOf(petstore, id).queryKey, current);
  return useMutation({
    mutationFn: (change: ApplicationChange) =>
      changeUnlessConflict({
        read: () => petstore.applications.get(id),
        conflictWith: (current) => (current.state === state ? undefined : TEXTS.conflict(current.state)),
        send: (ifMatch) => petstore.applications.change(id, change, { ifMatch }),
      }),
    onError: (error) => {
      if (error instanceof ConflictError) show(error.current);
    },
    onSuccess: (changed, { state: asked }) => {
      show(changed);
      if (asked !== undefined) applyDecision(session, changed);
      onDone();
    },
  });
}

/** A decision changes the animal, its reservation and the others who want it: they are read again. */
export function applyDecision({ queries }: Session, { petId }: Pick<Application, 'petId'>): void {
  if (petId !== undefined) invalidateAnimal(queries, petId);
  queries.invalidateQueries({ queryKey: ORDER_LISTS, refetchType: 'none' });
  queries.invalidateQueries({ queryKey: APPLICATIONS, refetchType: 'none' });
  queries.invalidateQueries({ queryKey: WAITING_COUNT });
  queries.invalidateQueries({ queryKey: SUMMARY });
}
