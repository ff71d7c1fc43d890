import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preferredWait, prefersCount } from './preferences.ts';

/** RFC 7240, section 2: names and separators. */

const CASES: ReadonlyArray<readonly [prefer: string | string[] | undefined, expected: boolean]> = [
  [undefined, false],
  ['', false],
  ['count=exact', true],
  ['Count = "exact"', true],
  ['respond-async, wait=5, count=exact; strict', true],
  [['return=minimal', 'count=exact'], true],
  [['count=exact', 'Count="exact"'], true],
  ['count', false],
  ['count=planned', false],
  ['discount=exact', false],
];

test('only count=exact asks for the total, in any notation', () => {
  for (const [prefer, expected] of CASES)
    assert.equal(prefersCount({ headers: { prefer } }), expected, JSON.stringify(prefer));
});

test('rejects a Prefer that contradicts itself, in one header and in two', () => {
  for (const prefer of [
    'count=exact, count=none',
    'count, count=exact',
    ['count=none', 'wait=5, count=exact'],
  ])
    assert.throws(() => prefersCount({ headers: { prefer } }), /Prefer must have one value for count/);
});

test('a wait is a number of seconds, and anything else is ignored', () => {
  for (const [prefer, seconds] of [
    ['wait=30', 30],
    ['count=exact, Wait="5"', 5],
    ['wait=0', 0],
    ['wait=-1', 0],
    ['wait=soon', 0],
    [undefined, 0],
  ] as const)
    assert.equal(preferredWait({ headers: { prefer } }), seconds);
});
