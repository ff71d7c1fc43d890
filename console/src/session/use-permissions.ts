import type { PetPermissions } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { cachedPermissions, permissionsOf } from '../queries/permission-queries.ts';
import { useSession } from './use-session.ts';

interface KnownPermissions {
  /** By the ids of the animals. */
  permissions: ReadonlyMap<bigint, PetPermissions>;
  /** Whether an animal without permissions does not exist. */
  isComplete: boolean;
}

/** Returns what the account may do with animals, as far as it is known: while they are read, or if that fails, what was read before. */
export function usePermissions(petIds: readonly bigint[], isEnabled = true): KnownPermissions {
  const { petstore, queries } = useSession();
  const query = useQuery({ ...permissionsOf(petstore, petIds), enabled: isEnabled && petIds.length > 0 });
  const { data } = query;
  const permissions = useMemo(() => {
    const known = data ?? (isEnabled ? cachedPermissions(queries) : []);
    return new Map(known.map((one) => [one.pet.id, one]));
  }, [data, isEnabled, queries]);
  return { permissions, isComplete: data !== undefined };
}
