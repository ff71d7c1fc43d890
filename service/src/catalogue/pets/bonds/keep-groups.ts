import type { Queries } from '../../../platform/database/database.ts';
import type { Change } from '../../../record/events/event.ts';

/** Called after pets have changed or were removed: `catalogue/listings/bonds/bond-changes.ts` changes the profiles of their groups. */
export type KeepGroups = (db: Queries, petIds: readonly bigint[], change: Change) => Promise<void>;
