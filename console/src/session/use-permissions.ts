import type { PetPermissions } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { permissionsOf } from '../queries/permission-queries.ts';
import { useSession } from './use-session.ts';

interface KnownPermissions {
  /** By the ids of the animals. */
  permissions: ReadonlyMap<bigint, PetPermissions>;
  /** Whether an animal without permissions does not exist. */
  isComplete: boolean;
}

/** Returns what the account may do with animals, as far as it is known. */
export function usePermissions(petIds: readonly bigint[], isEnabled = true): KnownPermissions {
  const { petstore } = useSession();
  const query = useQuery({ ...permissionsOf(petstore, petIds), enabled: isEnabled && petIds.length > 0 });
  const { data, isPlaceholderData } = query;
  const permissions = useMemo(() => new Map(data?.map((one) => [one.pet.id, one])), [data]);
  return { permissions, isComplete: data !== undefined && !isPlaceholderData };
}
