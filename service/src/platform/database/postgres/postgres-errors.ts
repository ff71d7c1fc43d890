import { ApiError, overloaded, unavailable } from '../../core/errors.ts';
import { databaseOf, hostsOf } from '../../core/postgres-url.ts';

const BUSY = 'The store is busy. Try again in a moment.';
export const READ_ONLY_STORE =
  'The store is read-only now. The operator must check whether PostgreSQL is a standby.';
const NO_RESPONSE = 'The store does not respond. Try again in a moment.';
/** SQLSTATEs (https://www.postgresql.org/docs/current/errcodes-appendix.html): whole ones, or their first two characters. */
const FAULTS: Readonly<Record<string, string>> = {
  '08': NO_RESPONSE,
  '28': 'The store refuses the user or the password. The operator must check DATABASE_URL.',
  '53': 'The store has no memory, no disk space or no connection left. The operator must check PostgreSQL.',
  '57': NO_RESPONSE,
  '58': 'The store cannot be read or written. The operator must check its disk.',
  XX: 'The store is damaged. The operator must check PostgreSQL.',
  '25P03': BUSY,
  '25006': READ_ONLY_STORE,
  '40001': BUSY,
  '40P01': BUSY,
  '42501': 'The store denies its user this access. The operator must make that user the owner of the tables.',
  '55P03': BUSY,
  '57014': BUSY,
};

/** After a failover the former primary may be a standby. A new connection leads to the new primary. */
const READ_ONLY = '25006';
const LOCK_NOT_AVAILABLE = '55P03';
const TOO_MANY_CONNECTIONS = '53300';
/** PgBouncer has the same code for all of its errors. */
const POOLER_IS_FULL = 'no more connections allowed';
const UNKNOWN_PARAMETER = 'unsupported startup parameter';
/** A deadlock or a serialisation failure: the transaction was rolled back and can be retried. */
const CONFLICTS: readonly string[] = ['40P01', '40001'];
/** A foreign key or a unique index: another transaction has removed or added a row since this one looked, and the next attempt finds that. */
const LATE_CONFLICTS: readonly string[] = ['23503', '23505'];

/**
 * The beginnings of SQLSTATEs after which a COMMIT may be stored: a connection or process has ended (also behind a pooler), or
 * the server could not write its log.
 */
const UNKNOWN_COMMITS: readonly string[] = ['08', '40003', '53', '57P', '58', 'XX'];

/** Converts an error of the server or the connection into a 503. An error of the query itself stays unchanged. */
export function storageError(error: unknown): unknown {
  // A bug of this code.
  if (error instanceof TypeError || error instanceof RangeError) return error;
  const state = sqlState(error);
  if (isNoConnectionFree(error)) return overloaded(BUSY, error);
  if (state === undefined) return unavailable(NO_RESPONSE, error);
  const message = FAULTS[state] ?? FAULTS[state.slice(0, 2)];
  return message === undefined ? error : unavailable(message, error);
}

/** Returns true if the transaction may be stored although its COMMIT, which was sent, has failed with this error. */
export function mayBeCommitted(error: unknown): boolean {
  const state = sqlState(error);
  return state === undefined || UNKNOWN_COMMITS.some((prefix) => state.startsWith(prefix));
}

/** Removes the rejected row from an error of PostgreSQL. The log must not contain data of users. */
export function withoutRow(error: unknown): unknown {
  const isServerError = error instanceof Error && sqlState(error) !== undefined;
  return isServerError ? Object.assign(error, { detail: undefined, where: undefined }) : error;
}

/** Returns true if the connection cannot be used after this error. */
export function endsConnection(error: unknown): boolean {
  const state = sqlState(error);
  return state === undefined || state.startsWith('08') || state.startsWith('57P') || state === READ_ONLY;
}

/** Returns true for the error of the pool when no connection became free in time. */
export function isNoConnectionFree(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect');
}

/** Returns true if the server has no connection left for this user, this database or at all. */
export function isConnectionRefused(error: unknown): error is Error {
  return (
    error instanceof Error &&
    (sqlState(error) === TOO_MANY_CONNECTIONS || error.message.startsWith(POOLER_IS_FULL))
  );
}

/** Returns true if a transaction was rolled back because of another one, so that it can be retried. */
export function isConflict(error: unknown): boolean {
  if (LATE_CONFLICTS.includes(sqlState(error) ?? '')) return true;
  return error instanceof Error && CONFLICTS.includes(sqlState(error.cause) ?? '');
}

/** Returns true if a statement waited too long for a lock of another transaction. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && sqlState(error.cause) === LOCK_NOT_AVAILABLE;
}

/** Returns the SQLSTATE (five characters); undefined for an error of the connection, which has a system code or none. */
function sqlState(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error && 'severity' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** The address leads to a program that gives the transactions of one connection to several servers or connections. */
export class PoolerError extends Error {
  override name = 'PoolerError';
}

/** Explains to the operator why the store could not be opened. */
export function openingError(url: string, error: unknown): unknown {
  // The server can be used, and the store cannot.
  if (error instanceof ApiError && error.cause === undefined) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const where = `PostgreSQL at ${hostsOf(url) || 'the local socket'}`;
  const name = decodeURIComponent(databaseOf(url));
  const advice: Readonly<Record<string, string>> = {
    '28P01': `${where} refuses the user or the password: check its URL`,
    '28000': `${where} refuses the user: check its URL and pg_hba.conf`,
    [TOO_MANY_CONNECTIONS]: `${where} has no connection left: raise its max_connections, or lower DATABASE_CONNECTIONS of each process`,
    '3D000': `${where} has no database ${name}: create it with "createdb ${name}", or check its URL`,
    '42501': `${where} does not allow the user to create tables in ${name}: make that user the owner of the database`,
  };
  if (isOfPooler(cause))
    return unavailable(
      `${where} is a pooler such as PgBouncer in transaction mode: set DATABASE_DIRECT_URL to the address of PostgreSQL itself`,
      error,
    );
  const why = cause instanceof Error ? cause.message : String(cause);
  return unavailable(
    advice[sqlState(cause) ?? ''] ?? `${where} cannot be used (${why}): start it, or check its URL`,
    error,
  );
}

function isOfPooler(error: unknown): boolean {
  return (
    error instanceof PoolerError || (error instanceof Error && error.message.startsWith(UNKNOWN_PARAMETER))
  );
}
