import { isDeepStrictEqual } from 'node:util';
import type { Event } from '../../client/src/index.ts';
import { type Claim, claimsOf } from './claims.ts';
import type { Feed } from './clients/feed.ts';
import type { History } from './history.ts';
import type { Violation } from './violation.ts';

/**
 * Compares what clients were told with what the feed says: each acknowledged write has its event, and nothing else happened.
 *
 * @param moment of the ledger, after which the feed was read up to its head. What was answered later may be missing.
 */
export function checkWrites(ledger: History, feed: Feed, moment: number): Violation[] {
  const asked = Map.groupBy(claimsOf(ledger), ({ change }) => change);
  const told = [...asked].flatMap(([change, claims]) =>
    checkChange(claims, feed.changes.get(change) ?? [], moment),
  );
  const unasked = [...feed.changes].filter(([change]) => !asked.has(change));
  return [
    ...ledger.violations,
    ...told,
    ...unasked.map(([, found]) => ({
      promise: 'nothing changes that nobody asked for',
      acknowledged: undefined,
      found,
    })),
    ...checkOrder([...asked.values()], feed),
  ];
}

/** @param claims of those who asked for the same. */
function checkChange(claims: readonly Claim[], found: readonly Event[], moment: number): Violation[] {
  const writes = claims.map(({ write }) => write);
  const broken = (promise: string): Violation => ({ promise, acknowledged: writes, found });
  const isDone = writes.some(({ answeredAt }) => answeredAt <= moment);
  const mayBeDone = writes.some(({ outcome }) => outcome === 'unknown' || outcome === 'acknowledged');
  const most = Math.max(...claims.map((claim) => claim.most));
  if (isDone && found.length === 0) return [broken('what was acknowledged is not lost')];
  if (!mayBeDone && found.length > 0) return [broken('what was refused was not done')];
  if (found.length > most) return [broken('a write is done once')];
  return claims.some((claim) => !isAsTold(claim, found)) ? [broken('a change is as it was told')] : [];
}

function isAsTold({ sets, write, isExact }: Claim, found: readonly Event[]): boolean {
  if (write.outcome === 'refused') return true;
  const shown = found.map(({ pet, order }) => pet ?? order ?? {});
  const { answer } = write;
  if (answer !== undefined && !has(answer, sets)) return false;
  // A write that was answered after the feed was read has no event yet.
  if (shown.length === 0) return true;
  if (answer !== undefined && isExact && !shown.some((one) => isDeepStrictEqual(one, answer))) return false;
  return shown.every((one) => has(one, sets));
}

function has(shown: object, sets: Claim['sets']): boolean {
  return isDeepStrictEqual({ ...shown, ...sets }, { ...shown });
}

/** What was answered before another was sent comes before it in the feed. */
function checkOrder(asked: readonly Claim[][], feed: Feed): Violation[] {
  // Of what several asked for it is not known whose it is.
  const sole = asked.flatMap((claims) => (claims.length === 1 ? claims : []));
  const placed = sole.flatMap(({ change, write }) => {
    const event = feed.changes.get(change)?.[0];
    return event === undefined ? [] : [{ write, event }];
  });
  const bySending = placed.toSorted((one, other) => one.write.sentAt - other.write.sentAt);
  const answered = placed.filter(({ write }) => write.answeredAt < Number.POSITIVE_INFINITY);
  const byAnswer = answered.toSorted((one, other) => one.write.answeredAt - other.write.answeredAt);
  const violations: Violation[] = [];
  let before: (typeof placed)[number] | undefined;
  let next = 0;
  for (const { write, event } of bySending) {
    for (let one = byAnswer[next]; one !== undefined && one.write.answeredAt < write.sentAt; ) {
      if (before === undefined || one.event.id > before.event.id) before = one;
      next += 1;
      one = byAnswer[next];
    }
    if (before === undefined || before.event.id < event.id) continue;
    const promise = 'what was acknowledged before another was sent comes before it in the feed';
    violations.push({ promise, acknowledged: before, found: { write, event } });
  }
  return violations;
}
