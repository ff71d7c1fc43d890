import type { Pet } from '@petstore/client';
import { prependToList } from '../feed/pages.ts';
import { useSession } from '../session/use-session.ts';
import { useStore } from '../store.ts';
import { PendingUpdatesBar } from '../ui/pending-updates-bar.tsx';
import { type AnimalFilters, belongs, firstAnimals } from './animal-queries.ts';

interface NewAnimalsProps {
  filters: AnimalFilters;
  shown: readonly Pet[];
}

/** Animals that others added meanwhile and that belong into this list. */
export function NewAnimals({ filters, shown }: NewAnimalsProps) {
  const { petstore, queries, news } = useSession();
  const { pets } = useStore(news);
  const ids = new Set(shown.map(({ id }) => id));
  const added = pets.filter((pet) => !ids.has(pet.id) && belongs(pet, filters));
  const names = added.slice(0, 3).map(({ name }) => name);
  const others = added.length - names.length;
  return (
    <PendingUpdatesBar
      count={added.length}
      text={`New: ${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}`}
      onShow={() => prependToList(queries, firstAnimals(petstore, filters).queryKey, added)}
    />
  );
}
