import { sql } from 'kysely';
import type { Queries } from '../database.ts';

/** What distinguishes one PostgreSQL from another one, and from an earlier state of itself. */
export interface ServerIdentity {
  /** Of the cluster. A restored dump is in another one, and so is a cluster after `pg_upgrade`. */
  readonly system: string;
  /** A promoted standby and a point-in-time recovery increase it; a restart and a recovery after a crash do not. */
  readonly timeline: bigint;
  /** The OID of the table `accepted_servers`: a dump that is restored into the same cluster makes another one. */
  readonly table: bigint;
}

export interface AcceptedServer extends ServerIdentity {
  /** Random: every copy of the database that has this row knows it, and no other. */
  readonly token: string;
}

/** The server of a connection, and what its database has recorded. */
export interface RecordedServer {
  readonly actual: ServerIdentity;
  /** The servers that were accepted, the last one first. */
  readonly accepted: readonly AcceptedServer[];
}

/** Reads the server of a transaction; undefined for a standby. */
export async function readRecordedServer(db: Queries): Promise<RecordedServer | undefined> {
  const { rows } = await sql<ServerIdentity>`
    select system_identifier::text as system, current_timeline() as timeline, 'accepted_servers'::regclass::oid::bigint as table
    from pg_control_system() where not pg_is_in_recovery()`.execute(db);
  const [actual] = rows;
  if (actual === undefined) return undefined;
  const accepted = await db
    .selectFrom('accepted_servers')
    .select(['token', 'system_identifier as system', 'timeline', 'table_oid as table'])
    .orderBy('id', 'desc')
    .execute();
  return { actual, accepted };
}

/** Returns true for a primary from which another server has taken over: a promotion increases the timeline. */
export function isFormerPrimary(
  server: Pick<ServerIdentity, 'system' | 'timeline'>,
  known: Pick<ServerIdentity, 'system' | 'timeline'> | undefined,
): boolean {
  return known !== undefined && server.system === known.system && server.timeline < known.timeline;
}

/**
 * Returns the last accepted server if the connection leads to it, and nothing was lost since without being recorded.
 * Otherwise ids have to be skipped, and the result is undefined.
 *
 * @param known the server that this process accepted last; undefined if it has just started. If its token is missing, the
 * database is older than what the process has written, or has another history.
 */
export function acceptedServer(
  { actual, accepted }: RecordedServer,
  known: AcceptedServer | undefined,
): AcceptedServer | undefined {
  const [last] = accepted;
  if (last === undefined || !isSame(actual, last)) return undefined;
  const knowsIt = known === undefined || accepted.some(({ token }) => token === known.token);
  return knowsIt ? last : undefined;
}

function isSame(one: ServerIdentity, other: ServerIdentity): boolean {
  return one.system === other.system && one.timeline === other.timeline && one.table === other.table;
}
