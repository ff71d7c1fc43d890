import type { AdvancedIds } from '../../database/recovery/advance-ids.ts';

/** What was done with the ids of a store that was put back to an earlier time, as lines for people. */
export function advancedIdsReport({ basis, ids, backedUpAt }: AdvancedIds): string[] {
  const moment = new Date(backedUpAt).toISOString();
  return [
    basis === 'replaced store'
      ? 'New ids continue after the highest that the replaced store gave.'
      : `It is not known which ids were given after ${moment}, so enough of them were skipped.`,
    `The last ids that count as given: animal ${ids.pets}, order ${ids.orders}, event ${ids.events}.`,
    'Whoever follows /v1/events and knows later events than the store gets 410 events_expired, and reads the catalogue again.',
  ];
}

/** The same for `--json`. */
export function advancedIdsJson({ basis, ids, backedUpAt }: AdvancedIds) {
  const { pets, orders, events, accounts, api_keys: keys, bans } = ids;
  return {
    basis: basis === 'time' ? 'time' : 'replacedStore',
    backedUpAt: new Date(backedUpAt).toISOString(),
    lastIds: { pets, orders, events, accounts, keys, bans },
  };
}
