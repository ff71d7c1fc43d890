import { timeText } from '../../core/clock.ts';
import type { AdvancedIds } from '../../database/recovery/advance-ids.ts';

/** Returns lines of text about the ids that were skipped after a recovery. */
export function advancedIdsReport({ basis, ids, backedUpAt }: AdvancedIds): string[] {
  const time = timeText(backedUpAt);
  return [
    basis === 'replaced store'
      ? 'New ids continue after the highest ids of the replaced store.'
      : `The ids that were assigned after ${time} are unknown; enough ids were skipped to avoid them.`,
    `Highest used or skipped ids: animal ${ids.pets}, order ${ids.orders}, event ${ids.events}.`,
    'Clients of /v1/events that have read lost events get 410 events_expired and must read the catalogue again.',
  ];
}

/** Returns the same for `--json`. */
export function advancedIdsJson({ basis, ids, backedUpAt }: AdvancedIds) {
  const { pets, orders, events, accounts, api_keys: keys, bans } = ids;
  return {
    basis: basis === 'time' ? 'time' : 'replacedStore',
    backedUpAt: timeText(backedUpAt),
    lastIds: { pets, orders, events, accounts, keys, bans },
  };
}
