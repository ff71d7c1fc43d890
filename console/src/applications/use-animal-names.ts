import { cachedAnimals } from '../queries/cached-animals.ts';
import { usePermissions } from '../session/use-permissions.ts';
import { useSession } from '../session/use-session.ts';
import { TEXTS } from './applications-texts.ts';

/** Returns the names of animals, by one request for all of them; undefined for an animal that was removed, and until they are known. */
export function useAnimalNames(ids: readonly (bigint | undefined)[]): (id: bigint) => string | undefined {
  const { queries } = useSession();
  const petIds = [...new Set(ids.flatMap((id) => id ?? []))];
  const { permissions } = usePermissions(petIds);
  return (id) => permissions.get(id)?.pet.name ?? cachedAnimals(queries).get(id)?.name;
}

/** Returns what an application is for, in words. */
export function animalText(petId: bigint | undefined, name: string | undefined): string {
  if (petId === undefined) return TEXTS.without;
  return name ?? TEXTS.number(petId);
}
