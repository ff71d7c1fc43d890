import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event } from '../../client/src/index.ts';
import {
  brokenIn,
  FRANK,
  lost,
  order,
  perform,
  type RecordedRun,
  recordRun,
  refused,
} from './checker-fixture.ts';

/** The checker of the random kills and of the soak finds each kind of violation. */

const ROSA = { name: 'Rosa', categoryId: 1n };
const AT = '2026-11-21T12:00:00.000Z';

/** Leaves events out, by their position. */
function without(from: number, to = from): (events: Event[]) => Event[] {
  return (events) => events.filter((_, index) => index + 1 < from || index + 1 > to);
}

/** Adds Rosa at the end of the feed and to the list. */
function showRosa(run: RecordedRun, id: bigint): void {
  const pet = { ...ROSA, id };
  run.events.push({ id: 10n + id, at: AT, type: 'pet.created', pet });
  run.contents.pets.push(pet);
}

const BREAK: Readonly<Record<string, (run: RecordedRun) => unknown>> = {
  'an acknowledged write is not lost': (run) => {
    run.events = without(7, 9)(run.events);
  },
  'a refused write is not done': async (run) => {
    await perform(run.history, run.history.record(run.history.added, ROSA), refused);
    showRosa(run, 3n);
  },
  'a write is done once': async (run) => {
    await perform(run.history, run.history.record(run.history.added, ROSA), lost);
    showRosa(run, 3n);
    showRosa(run, 4n);
  },
  'a change is as it was acknowledged': async (run) => {
    await perform(run.history, run.history.record(run.history.added, { ...ROSA, categoryId: 2n }), lost);
    showRosa(run, 3n);
  },
  'nothing changes without a write': (run) => showRosa(run, 3n),
  'a write that was acknowledged before another was sent comes before it in the feed': async (run) => {
    const { history } = run;
    const [early, late] = ['Early', 'Late'].map((name, index) => ({ ...ROSA, name, id: BigInt(index + 3) }));
    assert.ok(early !== undefined && late !== undefined);
    for (const pet of [late, early]) {
      const { id: _, ...wanted } = pet;
      await perform(history, history.record(history.added, wanted), async () => pet);
    }
    for (const pet of [early, late]) run.events.push({ id: 10n + pet.id, at: AT, type: 'pet.created', pet });
    run.contents.pets.push(early, late);
  },
  'a write that is repeated with its Idempotency-Key has the same response': async ({ history }) => {
    const [first] = history.added;
    assert.ok(first !== undefined);
    await perform(history, first, async () => ({ ...FRANK, id: 5n }));
  },
  'ids of events only go up': ({ events }) => {
    Object.assign(events[5] ?? {}, { id: 5n });
  },
  'an order holds its pet alone, step by step': (run) => {
    run.history.moved.splice(0, 1);
    run.events = without(4)(run.events);
  },
  'a pet changes only as requested': (run) => {
    const [, , , , , sold] = run.events;
    Object.assign(sold ?? {}, { pet: { ...FRANK, status: 'available' } });
    run.contents.pets = [FRANK];
    run.contents.categories = [];
  },
  'a pet and its order change together': (run) => {
    run.events = without(6)(run.events);
    run.contents.pets = [{ ...FRANK, status: 'pending' }];
  },
  'the list of pets agrees with the feed': ({ contents }) => contents.pets.push(...contents.pets),
  'the list of orders agrees with the feed': ({ contents }) => {
    contents.orders = [order('cancelled')];
  },
  'a category counts its available pets': ({ contents }) => {
    contents.categories = [{ id: 1n, available: 1 }];
  },
};

test('finds nothing in a history without a violation', async () => {
  assert.deepEqual(brokenIn(await recordRun()), []);
});

for (const [promise, breakIt] of Object.entries(BREAK)) {
  test(`finds a violation of: ${promise}`, async () => {
    const run = await recordRun();
    await breakIt(run);
    assert.deepEqual(brokenIn(run), [promise]);
  });
}

test('finds a pet with two open orders, and a pet that is not pending during its order', async () => {
  const run = await recordRun();
  run.contents.orders = [order('placed'), { ...order('approved'), id: 2n }];
  assert.ok(brokenIn(run).includes('a pet has one open order'));
  run.contents.orders = [order('placed')];
  assert.ok(brokenIn(run).includes('the pet of an open order is pending'));
});

test('accepts a write whose response was lost, whether or not it was done', async () => {
  const run = await recordRun();
  const write = run.history.record(run.history.added, ROSA);
  await perform(run.history, write, lost);
  assert.deepEqual(brokenIn(run), []);
  showRosa(run, 3n);
  assert.deepEqual(brokenIn(run), []);
  // A repetition with its Idempotency-Key returns the pet.
  await perform(run.history, write, async () => ({ ...ROSA, id: 3n }));
  assert.deepEqual(brokenIn(run), []);
});

test('accepts a write that was lost and then rejected, although it was done', async () => {
  const run = await recordRun();
  const write = run.history.record(run.history.added, ROSA);
  await perform(run.history, write, lost);
  await perform(run.history, write, refused);
  showRosa(run, 3n);
  assert.deepEqual(brokenIn(run), []);
});

test('accepts that a write is missing from the feed if it was acknowledged after the feed was read', async () => {
  const run = await recordRun();
  const { logicalTime } = run.history;
  await perform(run.history, run.history.record(run.history.added, ROSA), async () => ({
    ...ROSA,
    id: 3n,
  }));
  assert.deepEqual(brokenIn(run, logicalTime), []);
  assert.deepEqual(brokenIn(run), ['an acknowledged write is not lost']);
});
