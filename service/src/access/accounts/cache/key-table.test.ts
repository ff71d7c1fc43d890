import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digestOf } from '../api-key.ts';
import { KeyTable, type RememberedKey } from './key-table.ts';

/** The last one is longer than its place in a row. */
const NAMES = ['Zoo', '動物', 'Second chances for animals of the north'];

/** Returns a different key for each number, with and without each optional member. */
function keyOf(number: number): RememberedKey {
  const customQuota = number % 2 === 0 ? undefined : { perMinute: number, perDay: 1_000_000_000 };
  return {
    key: {
      id: BigInt(number),
      chainId: BigInt(Math.max(1, number - 1)),
      expiresAt: number % 3 === 0 ? undefined : 1_800_000_000_000 + number,
      bannedUntil: undefined,
      bannedSince: undefined,
      allowedOrigins: undefined,
      scopes: undefined,
    },
    account: {
      id: BigInt(number * 2),
      name: `${NAMES[number % 3]} ${number}`,
      plan: customQuota === undefined ? 'pro' : 'enterprise',
      role: number % 5 === 0 ? 'reader' : 'manager',
      customQuota,
    },
    generation: number,
  };
}

const digestOfNumber = (number: number) => digestOf(`key ${number}`);

test('returns every key as it was set, also after the table has grown, and no other', () => {
  const table = new KeyTable(10_000);
  for (let number = 1; number <= 5_000; number += 1) table.set(digestOfNumber(number), keyOf(number));
  for (let number = 1; number <= 5_000; number += 1) {
    assert.deepEqual(table.get(digestOfNumber(number)), keyOf(number));
    assert.equal(table.get(digestOfNumber(-number)), undefined);
  }
});

test('replaces a key that it has, and forgets one that is removed until it is set again', () => {
  const table = new KeyTable(1_000);
  for (const number of [1, 2]) table.set(digestOfNumber(number), keyOf(number));
  table.set(digestOfNumber(1), keyOf(3));
  table.delete(digestOfNumber(2));
  table.delete(digestOfNumber(4));
  assert.deepEqual(table.get(digestOfNumber(1)), keyOf(3));
  assert.equal(table.get(digestOfNumber(2)), undefined);
  table.set(digestOfNumber(2), keyOf(2));
  assert.deepEqual(table.get(digestOfNumber(2)), keyOf(2));
});

test('a key beyond the maximum replaces an older one, and all that remain are found', () => {
  const max = 2_000;
  const table = new KeyTable(max);
  const remaining = () =>
    Array.from({ length: 10_000 }, (_, number) => table.get(digestOfNumber(number))).filter((key) => key);
  for (let number = 0; number < 10_000; number += 1) {
    table.set(digestOfNumber(number), keyOf(number + 1));
    assert.equal(table.get(digestOfNumber(number))?.key.id, BigInt(number + 1));
  }
  const found = remaining();
  assert.ok(found.length <= max + 64 && found.length > max - 64, `${found.length}`);
  // Which part of the table a key is in depends on its digest, so the parts do not begin with the same key.
  assert.ok(found.every((key) => Number(key?.key.id) > 6_000));
});

test('a key fits unless an id is longer than its place, or it is banned or limited', () => {
  const { key, account } = keyOf(3);
  assert.ok(KeyTable.fits({ key, account }));
  for (const id of [-1n, 2n ** 32n]) assert.ok(!KeyTable.fits({ key: { ...key, id }, account }));
  assert.ok(!KeyTable.fits({ key: { ...key, bannedUntil: 1 }, account }));
  assert.ok(!KeyTable.fits({ key: { ...key, scopes: ['applications:create'] }, account }));
});
