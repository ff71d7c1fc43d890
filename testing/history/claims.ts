import type { Order, Pet } from '../../client/src/index.ts';
import type { History, Write } from './history.ts';

/** A write, and the change in the feed that it asked for. */
export interface Claim {
  /** As the feed names it. */
  change: string;
  write: Write<unknown, Pet | Order | undefined>;
  /** What its pet or order has afterwards, whatever it had before. */
  sets: Readonly<Record<string, unknown>>;
  /** How often it may have been carried out. */
  most: number;
  /** Whether the answer is the pet or the order as the change left it, and not as it was when it was asked for again. */
  isExact: boolean;
}

/** All that was asked for. What was never sent is no claim. */
export function claimsOf({ added, changed, removed, placed, moved }: History): Claim[] {
  const claims: Claim[] = [
    ...added.map((write) => claim(`pet.created ${write.wanted.name}`, write, write.wanted)),
    ...changed.map((write) => {
      const { petId, change } = write.wanted;
      // A repetition sets the same again, and in between another may have set something else.
      const most = Math.max(1, write.sends);
      return { ...claim(`pet.updated ${petId} ${change.name}`, write, change), most, isExact: most === 1 };
    }),
    ...removed.map((write) => claim(`pet.deleted ${write.wanted.petId}`, write, { id: write.wanted.petId })),
    ...placed.map((write) => claim(`order.placed ${write.wanted.reference}`, write, write.wanted)),
    ...moved.map((write) => {
      const { orderId, status } = write.wanted;
      return claim(`order.${status} ${orderId}`, write, { id: orderId, status });
    }),
  ];
  return claims.filter(({ write }) => write.outcome !== 'unsent');
}

function claim(change: string, write: Claim['write'], sets: object): Claim {
  const given = Object.entries(sets).filter(([, value]) => value !== undefined);
  return { change, write, sets: Object.fromEntries(given), most: 1, isExact: true };
}
