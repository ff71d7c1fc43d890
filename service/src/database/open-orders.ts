import { sql } from 'kysely';

/** The statuses of the index of open orders, written out: an engine uses a partial index only for its own literals. */
export const OPEN_ORDER = [sql.lit<'placed'>('placed'), sql.lit<'approved'>('approved')];
