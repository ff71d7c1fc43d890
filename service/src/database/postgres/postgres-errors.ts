import { unavailable } from '../../core/errors.ts';

const BUSY = 'The store is busy. Try again in a moment.';
const NO_ANSWER = 'The store does not answer. Try again in a moment.';
/** SQLSTATEs (https://www.postgresql.org/docs/current/errcodes-appendix.html): whole ones, or their first two characters. */
const FAULTS: Readonly<Record<string, string>> = {
  '08': NO_ANSWER,
  '28': 'The store refuses the user or the password. The operator must look at DATABASE_URL.',
  '53': 'The store has no room: no memory, no disk or no connection is left. The operator must look at PostgreSQL.',
  '57': NO_ANSWER,
  '58': 'The store cannot be read or written. The operator must look at its disk.',
  XX: 'The store is damaged. The operator must look at PostgreSQL.',
  '25P03': BUSY,
  '25006': 'The store cannot be written now. The operator must look whether PostgreSQL is a standby.',
  '40001': BUSY,
  '40P01': BUSY,
  '42501': 'The store does not let its user do this. The operator must make it the owner of the tables.',
  '55P03': BUSY,
  '57014': BUSY,
};

/** What was the writer before a failover may go on as a standby: the next connection leads to the new one. */
const READ_ONLY = '25006';
const LOCK_NOT_AVAILABLE = '55P03';
/** A deadlock, or a failed serialisation: the transaction was rolled back and may be begun again. */
const CONFLICTS: readonly string[] = ['40P01', '40001'];

/** Turns what is the machine's fault into an answer for the caller; what is the query's own fault stays as it is. */
export function storageError(error: unknown): unknown {
  // What is wrong with our own code is no fault of the machine.
  if (error instanceof TypeError || error instanceof RangeError) return error;
  const state = sqlState(error);
  if (state === undefined) return unavailable(isNoConnectionFree(error) ? BUSY : NO_ANSWER, error);
  const message = FAULTS[state] ?? FAULTS[state.slice(0, 2)];
  return message === undefined ? error : unavailable(message, error);
}

/** PostgreSQL repeats the row that it refuses, with whatever somebody wrote into it: that is not for the log. */
export function withoutRow(error: unknown): unknown {
  const isOfServer = error instanceof Error && sqlState(error) !== undefined;
  return isOfServer ? Object.assign(error, { detail: undefined, where: undefined }) : error;
}

/** Whether a query failed in a way after which its connection is of no use. */
export function endsConnection(error: unknown): boolean {
  const state = sqlState(error);
  return state === undefined || state.startsWith('08') || state.startsWith('57P') || state === READ_ONLY;
}

/** What the pool says when all connections were taken for too long. */
function isNoConnectionFree(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect');
}

export function isConflict(error: unknown): boolean {
  return error instanceof Error && CONFLICTS.includes(sqlState(error.cause) ?? '');
}

/** Whether a statement waited in vain for what another transaction has locked. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && sqlState(error.cause) === LOCK_NOT_AVAILABLE;
}

/** Five characters from the server; undefined for a fault of the connection, which carries the system's code, or none. */
function sqlState(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error && 'severity' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Why the store was not opened, for the operator. */
export function openingError(url: string, error: unknown): unknown {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { host, pathname } = new URL(url);
  const where = `PostgreSQL at ${host || 'the local socket'}`;
  const name = decodeURIComponent(pathname.slice(1));
  const advice: Readonly<Record<string, string>> = {
    '28P01': `${where} refuses the user or the password: look at its URL`,
    '28000': `${where} refuses the user: look at its URL and at pg_hba.conf`,
    '3D000': `${where} has no database ${name}: make it with "createdb ${name}", or look at its URL`,
    '42501': `${where} does not let the user make tables in ${name}: make it the owner of the database`,
  };
  const why = cause instanceof Error ? cause.message : String(cause);
  return unavailable(
    advice[sqlState(cause) ?? ''] ?? `${where} cannot be used (${why}): start it, or look at its URL`,
    error,
  );
}
