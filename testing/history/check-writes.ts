import { isDeepStrictEqual } from 'node:util';
import type { Event } from '../../client/src/index.ts';
import { type ExpectedChange, expectedChanges } from './expected-changes.ts';
import type { Feed } from './feed.ts';
import type { History } from './history.ts';
import type { Violation } from './violation.ts';

/**
 * Compares the history with the feed: each acknowledged write has its event, and there are no other events.
 *
 * @param logicalTime when the reading of the feed began. Writes that completed later may be missing.
 */
export function checkWrites(history: History, feed: Feed, logicalTime: number): Violation[] {
  const expected = Map.groupBy(expectedChanges(history), ({ change }) => change);
  const checked = [...expected].flatMap(([change, changes]) =>
    checkChange(changes, feed.changes.get(change) ?? [], logicalTime),
  );
  const unexpected = [...feed.changes].filter(([change]) => !expected.has(change));
  return [
    ...history.violations,
    ...checked,
    ...unexpected.map(([, found]) => ({
      promise: 'nothing changes without a write',
      acknowledged: undefined,
      found,
    })),
    ...checkOrder([...expected.values()], feed),
  ];
}

/** @param changes that have the same event: one, or the same change by several writes. */
function checkChange(
  changes: readonly ExpectedChange[],
  found: readonly Event[],
  logicalTime: number,
): Violation[] {
  const writes = changes.map(({ write }) => write);
  const broken = (promise: string): Violation => ({ promise, acknowledged: writes, found });
  const isDone = writes.some(({ completedAt }) => completedAt <= logicalTime);
  const mayBeDone = writes.some(({ outcome }) => outcome === 'unknown' || outcome === 'acknowledged');
  const maxTimes = Math.max(...changes.map((change) => change.maxTimes));
  if (isDone && found.length === 0) return [broken('an acknowledged write is not lost')];
  if (!mayBeDone && found.length > 0) return [broken('a refused write is not done')];
  if (found.length > maxTimes) return [broken('a write is done once')];
  return changes.some((change) => !isAsAcknowledged(change, found))
    ? [broken('a change is as it was acknowledged')]
    : [];
}

function isAsAcknowledged({ sets, write, isExact }: ExpectedChange, found: readonly Event[]): boolean {
  if (write.outcome === 'refused') return true;
  const shown = found.map(({ pet, order }) => pet ?? order ?? {});
  const { response } = write;
  if (response !== undefined && !has(response, sets)) return false;
  // A write that completed after the feed was read has no event yet.
  if (shown.length === 0) return true;
  if (response !== undefined && isExact && !shown.some((one) => isDeepStrictEqual(one, response)))
    return false;
  return shown.every((one) => has(one, sets));
}

function has(shown: object, sets: ExpectedChange['sets']): boolean {
  return isDeepStrictEqual({ ...shown, ...sets }, { ...shown });
}

/** Checks that a write which completed before another was sent comes before it in the feed. */
function checkOrder(expected: readonly ExpectedChange[][], feed: Feed): Violation[] {
  // An event that several writes explain cannot be attributed to one of them.
  const sole = expected.flatMap((changes) => (changes.length === 1 ? changes : []));
  const placed = sole.flatMap(({ change, write }) => {
    const event = feed.changes.get(change)?.[0];
    return event === undefined ? [] : [{ write, event }];
  });
  const bySending = placed.toSorted((one, other) => one.write.sentAt - other.write.sentAt);
  const completed = placed.filter(({ write }) => write.completedAt < Number.POSITIVE_INFINITY);
  const byCompletion = completed.toSorted((one, other) => one.write.completedAt - other.write.completedAt);
  const violations: Violation[] = [];
  let before: (typeof placed)[number] | undefined;
  let next = 0;
  for (const { write, event } of bySending) {
    for (let one = byCompletion[next]; one !== undefined && one.write.completedAt < write.sentAt; ) {
      if (before === undefined || one.event.id > before.event.id) before = one;
      next += 1;
      one = byCompletion[next];
    }
    if (before === undefined || before.event.id < event.id) continue;
    const promise = 'a write that was acknowledged before another was sent comes before it in the feed';
    violations.push({ promise, acknowledged: before, found: { write, event } });
  }
  return violations;
}
