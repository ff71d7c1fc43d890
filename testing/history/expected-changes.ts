import type { Order, Pet } from '../../client/src/index.ts';
import type { History, Write } from './history.ts';

/** A write, and the change that the feed must show for it. */
export interface ExpectedChange {
  /** The name of the change, as `Feed.changes` has it. */
  change: string;
  write: Write<unknown, Pet | Order | undefined>;
  /** Members of the pet or order after the change, whatever it had before. */
  sets: Readonly<Record<string, unknown>>;
  /** How often it may have been done. */
  maxTimes: number;
  /** True if the response shows the pet or order as this change left it; a repetition may show a later state. */
  isExact: boolean;
}

/** Returns the expected changes of all writes that were sent. */
export function expectedChanges({ added, changed, removed, placed, moved }: History): ExpectedChange[] {
  const changes: ExpectedChange[] = [
    ...added.map((write) => expectedChange(`pet.created ${write.input.name}`, write, write.input)),
    ...changed.map((write) => {
      const { petId, change } = write.input;
      // Another write may have changed the pet between two repetitions: then each of them changes it.
      const maxTimes = Math.max(1, write.sends);
      return {
        ...expectedChange(`pet.updated ${petId} ${change.name}`, write, change),
        maxTimes,
        isExact: maxTimes === 1,
      };
    }),
    ...removed.map((write) =>
      expectedChange(`pet.deleted ${write.input.petId}`, write, { id: write.input.petId }),
    ),
    ...placed.map((write) => expectedChange(`order.placed ${write.input.reference}`, write, write.input)),
    ...moved.map((write) => {
      const { orderId, status } = write.input;
      return expectedChange(`order.${status} ${orderId}`, write, { id: orderId, status });
    }),
  ];
  return changes.filter(({ write }) => write.outcome !== 'unsent');
}

function expectedChange(change: string, write: ExpectedChange['write'], sets: object): ExpectedChange {
  const given = Object.entries(sets).filter(([, value]) => value !== undefined);
  return { change, write, sets: Object.fromEntries(given), maxTimes: 1, isExact: true };
}
