import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptedServer, isFormerPrimary } from './server-identity.ts';

const FIRST = { token: 'first', system: '7', timeline: 1n, table: 16_400n };
const SECOND = { ...FIRST, token: 'second', timeline: 2n };
const THIRD = { ...FIRST, token: 'third', timeline: 3n };

/** The server of a connection, what its database has recorded, and what the process has accepted before. */
const ACCEPTED = {
  'a process starts on the recorded server': [FIRST, [FIRST], undefined, FIRST],
  'nothing has changed': [SECOND, [SECOND, FIRST], SECOND, SECOND],
  'another process has recorded the change': [SECOND, [SECOND, FIRST], FIRST, SECOND],
  'other processes have recorded two changes': [THIRD, [THIRD, SECOND, FIRST], FIRST, THIRD],
} as const;

const CHANGED = {
  'a standby was promoted': [SECOND, [FIRST], FIRST],
  'a standby was promoted before the process started': [SECOND, [FIRST], undefined],
  'a dump was restored into another cluster': [{ ...FIRST, system: '8' }, [FIRST], undefined],
  'a dump was restored into the same cluster': [{ ...FIRST, table: 16_900n }, [FIRST], FIRST],
  'the files of an earlier time were restored, when the process has accepted a later server': [
    SECOND,
    [SECOND, FIRST],
    THIRD,
  ],
  'nothing is recorded': [FIRST, [], undefined],
} as const;

for (const [situation, [actual, accepted, known, expected]] of Object.entries(ACCEPTED)) {
  test(`no ids are skipped when ${situation}`, () => {
    assert.equal(acceptedServer({ actual, accepted }, known), expected);
  });
}

for (const [situation, [actual, accepted, known]] of Object.entries(CHANGED)) {
  test(`ids are skipped when ${situation}`, () => {
    assert.equal(acceptedServer({ actual, accepted }, known), undefined);
  });
}

test('a former primary is one of the same cluster with an earlier timeline than the process knows', () => {
  assert.equal(isFormerPrimary(FIRST, SECOND), true);
  assert.equal(isFormerPrimary(SECOND, FIRST), false);
  assert.equal(isFormerPrimary({ ...FIRST, system: '8' }, SECOND), false);
  assert.equal(isFormerPrimary(FIRST, undefined), false);
});
