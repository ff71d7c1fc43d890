import { sql } from 'kysely';
import type { OrderStatus } from './column-values.ts';

const OPEN_STATUSES = ['placed', 'approved'] as const satisfies readonly OrderStatus[];

/** The statuses of open orders as SQL literals: an engine uses the partial index of open orders only for literals. */
export const OPEN_ORDER = OPEN_STATUSES.map((status) => sql.lit(status));
