import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event } from '../../client/src/index.ts';
import {
  brokenIn,
  carryOut,
  FRANK,
  history,
  lost,
  order,
  type RecordedRun,
  refused,
} from './checker-fixture.ts';

/** The checker of the random kills and of the soak sees what it is there to see. */

const ROSA = { name: 'Rosa', categoryId: 1n };
const AT = '2026-11-21T12:00:00.000Z';

/** Leaves events out, by their position. */
function without(from: number, to = from): (events: Event[]) => Event[] {
  return (events) => events.filter((_, index) => index + 1 < from || index + 1 > to);
}

/** Adds Rosa at the end of the feed and to the list. */
function showRosa(past: RecordedRun, id: bigint): void {
  const pet = { ...ROSA, id };
  past.events.push({ id: 10n + id, at: AT, type: 'pet.created', pet });
  past.contents.pets.push(pet);
}

const SPOILT: Readonly<Record<string, (past: RecordedRun) => unknown>> = {
  'what was acknowledged is not lost': (past) => {
    past.events = without(7, 9)(past.events);
  },
  'what was refused was not done': async (past) => {
    await carryOut(past.ledger, past.ledger.open(past.ledger.added, ROSA), refused);
    showRosa(past, 3n);
  },
  'a write is done once': async (past) => {
    await carryOut(past.ledger, past.ledger.open(past.ledger.added, ROSA), lost);
    showRosa(past, 3n);
    showRosa(past, 4n);
  },
  'a change is as it was told': async (past) => {
    await carryOut(past.ledger, past.ledger.open(past.ledger.added, { ...ROSA, categoryId: 2n }), lost);
    showRosa(past, 3n);
  },
  'nothing changes that nobody asked for': (past) => showRosa(past, 3n),
  'what was acknowledged before another was sent comes before it in the feed': async (past) => {
    const { ledger } = past;
    const [early, late] = ['Early', 'Late'].map((name, index) => ({ ...ROSA, name, id: BigInt(index + 3) }));
    assert.ok(early !== undefined && late !== undefined);
    for (const pet of [late, early]) {
      const { id: _, ...wanted } = pet;
      await carryOut(ledger, ledger.open(ledger.added, wanted), async () => pet);
    }
    for (const pet of [early, late]) past.events.push({ id: 10n + pet.id, at: AT, type: 'pet.created', pet });
    past.contents.pets.push(early, late);
  },
  'a write that is repeated with its Idempotency-Key is answered as it was first': async ({ ledger }) => {
    const [first] = ledger.added;
    assert.ok(first !== undefined);
    await carryOut(ledger, first, async () => ({ ...FRANK, id: 5n }));
  },
  'ids of events only go up': ({ events }) => {
    Object.assign(events[5] ?? {}, { id: 5n });
  },
  'an order holds its pet alone, step by step': (past) => {
    past.ledger.moved.splice(0, 1);
    past.events = without(4)(past.events);
  },
  'a pet changes as it was asked for': (past) => {
    const [, , , , , sold] = past.events;
    Object.assign(sold ?? {}, { pet: { ...FRANK, status: 'available' } });
    past.contents.pets = [FRANK];
    past.contents.categories = [];
  },
  'a pet and its order change together': (past) => {
    past.events = without(6)(past.events);
    past.contents.pets = [{ ...FRANK, status: 'pending' }];
  },
  'the list of pets is what the feed says': ({ contents }) => contents.pets.push(...contents.pets),
  'the list of orders is what the feed says': ({ contents }) => {
    contents.orders = [order('cancelled')];
  },
  'a category counts its available pets': ({ contents }) => {
    contents.categories = [{ id: 1n, available: 1n }];
  },
};

test('a history in which everything is right breaks no promise', async () => {
  assert.deepEqual(brokenIn(await history()), []);
});

for (const [promise, spoil] of Object.entries(SPOILT)) {
  test(`seen when it is broken: ${promise}`, async () => {
    const past = await history();
    await spoil(past);
    assert.deepEqual(brokenIn(past), [promise]);
  });
}

test('seen when they are broken: a pet has one open order, and is pending meanwhile', async () => {
  const past = await history();
  past.contents.orders = [order('placed'), { ...order('approved'), id: 2n }];
  assert.ok(brokenIn(past).includes('a pet has one open order'));
  past.contents.orders = [order('placed')];
  assert.ok(brokenIn(past).includes('the pet of an open order is pending'));
});

test('a write whose answer was lost may be done or not', async () => {
  const past = await history();
  const write = past.ledger.open(past.ledger.added, ROSA);
  await carryOut(past.ledger, write, lost);
  assert.deepEqual(brokenIn(past), []);
  showRosa(past, 3n);
  assert.deepEqual(brokenIn(past), []);
  // Asked for again with its key, it is told as it is.
  await carryOut(past.ledger, write, async () => ({ ...ROSA, id: 3n }));
  assert.deepEqual(brokenIn(past), []);
});

test('what was lost and then refused may still be done', async () => {
  const past = await history();
  const write = past.ledger.open(past.ledger.added, ROSA);
  await carryOut(past.ledger, write, lost);
  await carryOut(past.ledger, write, refused);
  showRosa(past, 3n);
  assert.deepEqual(brokenIn(past), []);
});

test('a write that is acknowledged after the feed was read may be missing from it', async () => {
  const past = await history();
  const { moment } = past.ledger;
  await carryOut(past.ledger, past.ledger.open(past.ledger.added, ROSA), async () => ({ ...ROSA, id: 3n }));
  assert.deepEqual(brokenIn(past, moment), []);
  assert.deepEqual(brokenIn(past), ['what was acknowledged is not lost']);
});
