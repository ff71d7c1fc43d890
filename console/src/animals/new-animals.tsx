import type { Pet } from '@petstore/client';
import { useObservable } from '../observable.ts';
import { type AnimalFilters, addToList, animalList, matchesFilters } from '../queries/animal-queries.ts';
import { useSession } from '../session/use-session.ts';
import { PendingUpdatesBar } from '../ui/pending-updates-bar.tsx';
import { TEXTS } from './animals-texts.ts';

interface NewAnimalsProps {
  filters: AnimalFilters;
  shown: readonly Pet[];
}

/** Announces animals that others have added and that match the filters. */
export function NewAnimals({ filters, shown }: NewAnimalsProps) {
  const { petstore, queries, pendingUpdates } = useSession();
  const { pets } = useObservable(pendingUpdates);
  const ids = new Set(shown.map(({ id }) => id));
  const added = pets.filter((pet) => !ids.has(pet.id) && matchesFilters(pet, filters));
  const names = added.slice(0, 3).map(({ name }) => name);
  const others = added.length - names.length;
  return (
    <PendingUpdatesBar
      count={added.length}
      text={others > 0 ? TEXTS.andMore(names.join(', '), others) : TEXTS.added(names.join(', '))}
      onShow={() => addToList(queries, animalList(petstore, filters).queryKey, added)}
    />
  );
}
