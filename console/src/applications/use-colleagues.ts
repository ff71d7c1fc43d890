import type { Person } from '@petstore/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { personList } from '../people/people-queries.ts';
import { itemsOf } from '../queries/list-pages.ts';
import { useMayManagePeople, usePerson, useSession } from '../session/use-session.ts';

/** Someone who can handle applications. */
interface Colleague {
  readonly id: bigint;
  readonly name: string;
}

/**
 * Returns those who can handle applications: the user first, and the others for those who may see the persons of the account.
 *
 * @param known someone else whose name is known.
 */
export function useColleagues(known?: Colleague): Colleague[] {
  const { petstore } = useSession();
  const self = usePerson();
  const maySeePeople = useMayManagePeople() === true;
  const people = useInfiniteQuery({ ...personList(petstore, undefined), enabled: maySeePeople });
  const others = people.data === undefined ? [] : itemsOf<Person>(people.data).filter(mayHandle);
  return withoutRepetitions([...(self ? [self] : []), ...(known ? [known] : []), ...others]);
}

/** Volunteers do not see applications. */
function mayHandle({ role }: Person): boolean {
  return role !== 'volunteer';
}

function withoutRepetitions(choices: readonly Colleague[]): Colleague[] {
  return [...new Map(choices.map(({ id, name }) => [id, { id, name }])).values()];
}
