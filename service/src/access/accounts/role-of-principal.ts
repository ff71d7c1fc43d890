import { type RawBuilder, type ReferenceExpression, sql } from 'kysely';
import { lowerRole, type Role } from '../../platform/core/role.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { toRole } from './account-queries.ts';

/** The columns of a row that have its principal: a person, or a key with those that it was rotated to. */
interface PrincipalColumns<Table extends keyof Tables> {
  readonly keyId: ReferenceExpression<Tables, Table>;
  readonly personId: ReferenceExpression<Tables, Table>;
}

/**
 * Selects what the principal of a row may do at `now`, as `currentRole` reads it: what goes on without a request must not outlive the
 * right to request it.
 */
export function roleOfPrincipal<Table extends keyof Tables>(
  { keyId, personId }: PrincipalColumns<Table>,
  now: bigint,
): RawBuilder<string | null> {
  return sql`coalesce(
    (select people.role || ' ' || accounts.role from people join accounts on accounts.id = account_id
      where people.id = ${sql.ref(String(personId))} and removed_at is null and disabled_at is null),
    (with recursive successors (id, chain_id) as (
      select id, coalesce(chain_id, id) from api_keys where id = ${sql.ref(String(keyId))}
      union
      select later.id, successors.chain_id from api_keys as later
        join successors on rotated_from = successors.id and later.chain_id = successors.chain_id
    )
    select coalesce(api_keys.role, accounts.role) || ' ' || accounts.role
      from api_keys join accounts on accounts.id = account_id
      where api_keys.id in (select id from successors) and disabled_at is null
        and revoked_at is null and (expires_at is null or expires_at > ${now})
      limit 1))`;
}

/** Returns the role that a principal has now; undefined if the person was removed, no key is valid, or the account is disabled. */
export function currentRole(selected: string | null): Role | undefined {
  return selected?.split(' ').map(toRole).reduce(lowerRole);
}
