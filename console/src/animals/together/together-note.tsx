import type { Pet } from '@petstore/client';
import { useSession } from '../../session/use-session.ts';
import { bondedWith, namesOf, useCompanions } from './companions.ts';
import { TEXTS } from './together-texts.ts';

/** States in a form which other animals it is for, or without which an animal comes back. */
export function TogetherNote({ pet, isReturn = false }: { pet: Pet; isReturn?: boolean }) {
  const { queries } = useSession();
  const companions = useCompanions(bondedWith(queries, pet.id)) ?? [];
  if (companions.length === 0) return null;
  const names = namesOf(companions);
  return <p>{isReturn ? TEXTS.comesAlone(names) : TEXTS.alsoFor(names)}</p>;
}
