import type { AuditEntry, Petstore } from '@petstore/client';
import { useQueries } from '@tanstack/react-query';
import { useRole, useSession } from './use-session.ts';

/** The ids of one request. Ids of the feed have few gaps. */
const BLOCK = 100n;

type AuditQuery = NonNullable<Parameters<Petstore['audit']['page']>[0]>;
interface Authors {
  /** Their names by the ids of the events, as far as they are known. */
  readonly authors: ReadonlyMap<bigint, string>;
  /** True until the first names are known, or none can be: a line with a name may be higher than one without. */
  readonly isLoading: boolean;
}

/**
 * Returns the authors of events. Only admins may see them. The service has no author for
 * the command line and for holds that expired.
 *
 * @param petId the animal that all events concern.
 */
export function useAuthors(ids: readonly bigint[], petId?: bigint): Authors {
  const { petstore } = useSession();
  const role = useRole();
  const isAdmin = role === 'admin';
  const found = useQueries({
    queries: requestsFor(ids, petId).map(({ newest, ...query }) => ({
      queryKey: ['authors', String(petId ?? ''), String(query.after ?? ''), String(newest)],
      queryFn: ({ signal }: { signal: AbortSignal }) => petstore.audit.page(query, { signal }),
      enabled: isAdmin,
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: authorsIn,
  });
  return { ...found, isLoading: role === undefined || (isAdmin && found.isLoading) };
}

function requestsFor(ids: readonly bigint[], petId: bigint | undefined) {
  const newestOf = new Map<bigint, bigint>();
  for (const id of ids) {
    const block = petId === undefined ? (id - 1n) / BLOCK : 0n;
    const newest = newestOf.get(block) ?? 0n;
    newestOf.set(block, id > newest ? id : newest);
  }
  return [...newestOf].map(([block, newest]): AuditQuery & { newest: bigint } =>
    petId === undefined
      ? { sort: 'id', after: String(block * BLOCK), limit: Number(BLOCK), newest }
      : { petId, limit: Number(BLOCK), newest },
  );
}

interface Result {
  readonly data?: { items: readonly AuditEntry[] } | undefined;
  readonly isLoading: boolean;
}

function authorsIn(results: readonly Result[]): Authors {
  const authors = new Map(
    results.flatMap(({ data }) =>
      (data?.items ?? []).flatMap(({ id, person, key, account }): Array<[bigint, string]> => {
        const name = person?.name ?? key?.label ?? account?.name;
        return name === undefined ? [] : [[id, name]];
      }),
    ),
  );
  return { authors, isLoading: results.length > 0 && results.every(({ isLoading }) => isLoading) };
}
