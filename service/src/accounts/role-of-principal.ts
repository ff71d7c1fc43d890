import { type RawBuilder, sql } from 'kysely';

/**
 * The role that the principal of a row has at `now`: the person `person_id`, or the key `api_key_id` or one that it was rotated to. Null if
 * none of them may do anything any more: what works without a request must not outlive the right to request it. The role of the
 * account can be lower; a key without a role of its own counts as `admin`.
 */
export function roleOfPrincipal(table: 'webhooks', now: bigint): RawBuilder<string | null> {
  const keyId = sql.ref(`${table}.api_key_id`);
  return sql`coalesce(
    (select role from people where people.id = ${sql.ref(`${table}.person_id`)} and removed_at is null),
    (with recursive successors (id, chain_id) as (
      select id, coalesce(chain_id, id) from api_keys where id = ${keyId}
      union
      select later.id, successors.chain_id from api_keys as later
        join successors on rotated_from = successors.id and later.chain_id = successors.chain_id
    )
    select coalesce(role, 'admin') from api_keys
      where id in (select id from successors) and revoked_at is null and (expires_at is null or expires_at > ${now})
      limit 1))`;
}
