import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAY } from '../../core/clock.ts';
import { INT64_MAX } from '../../core/int64.ts';
import { type HighestIds, NUMBERED_TABLES, perTable } from './id-sequences.ts';
import { idsAfterRecovery } from './ids-after-recovery.ts';

const all = (id: bigint) => perTable(() => id);
const LAST_YEAR = 365 * DAY;

/** The ids of each table at the time of the backup, and the ids per second after it. */
const histories = fc.record({
  atBackup: fc.array(fc.bigInt(0n, 2n ** 52n), { minLength: 6, maxLength: 6 }),
  rates: fc.array(fc.bigInt(0n, 10_000n), { minLength: 6, maxLength: 6 }),
  seconds: fc.integer({ min: 0, max: 366 * 86_400 }),
});

const replacements = fc.record({
  /** What the replaced store contains: all ids, ids of the past, nothing, or the ids of another store. */
  shows: fc.constantFrom('all', 'older than the backup', 'another store', 'nothing'),
  isComplete: fc.boolean(),
  anyId: fc.bigInt(0n, 2n ** 52n),
});

function fromList(values: readonly bigint[]): HighestIds {
  return perTable((table) => values[NUMBERED_TABLES.indexOf(table)] ?? 0n);
}

test('assigns no id twice, whatever the replaced store contains, for at most 10,000 ids a second', () => {
  fc.assert(
    fc.property(histories, replacements, ({ atBackup, rates, seconds }, { shows, isComplete, anyId }) => {
      const recovered = fromList(atBackup);
      const later = fromList(atBackup.map((id, index) => id + (rates[index] ?? 0n) * BigInt(seconds)));
      const older = fromList(atBackup.map((id) => (id > 0n ? id - 1n : 0n)));
      const ids = {
        all: later,
        'older than the backup': older,
        'another store': all(anyId),
        nothing: undefined,
      }[shows];
      const { ids: next } = idsAfterRecovery({
        recovered,
        storeId: 'this',
        replaced: ids && {
          ids,
          isComplete: isComplete || shows !== 'all',
          storeId: shows === 'another store' ? 'other' : 'this',
        },
        backedUpAt: LAST_YEAR,
        now: LAST_YEAR + seconds * 1000,
      });
      const isOlder = shows === 'older than the backup' && atBackup.every((id) => id === 0n);
      for (const table of NUMBERED_TABLES) {
        if (!isOlder) assert.ok(next[table] >= later[table], table);
        assert.ok(next[table] >= recovered[table], table);
        assert.ok(next[table] >= (ids?.[table] ?? 0n), table);
      }
    }),
  );
});

const BACKUP = { recovered: all(722n), storeId: 'this', backedUpAt: LAST_YEAR, now: LAST_YEAR + 10_000 };
const REPLACED = { ids: all(725n), isComplete: true, storeId: 'this' };

test('a later state of the same store determines exactly where the ids continue', () => {
  const expected = { basis: 'replaced store', ids: all(725n) };
  assert.deepEqual(idsAfterRecovery({ ...BACKUP, replaced: REPLACED }), expected);
  // A backup of version 1.0.0 has no identity.
  assert.deepEqual(idsAfterRecovery({ ...BACKUP, storeId: undefined, replaced: REPLACED }), expected);
});

const UNSURE = {
  'there is no replaced store': undefined,
  'the replaced store is another one': { ...REPLACED, storeId: 'other' },
  'its counters cannot be read': { ...REPLACED, isComplete: false },
  'it is older than the backup in one table': {
    ...REPLACED,
    ids: { ...all(725n), orders: 721n },
  },
};

for (const [situation, replaced] of Object.entries(UNSURE)) {
  test(`if ${situation}, skips 10,000 ids for each second, but at least 1,000,000`, () => {
    const ids = (now: number) => idsAfterRecovery({ ...BACKUP, replaced, now });
    assert.deepEqual(ids(LAST_YEAR + 10_000), { basis: 'time', ids: all(1_000_722n) });
    assert.deepEqual(ids(LAST_YEAR + 100_001), { basis: 'time', ids: all(1_010_722n) });
    // The clock was set back.
    assert.deepEqual(ids(0), { basis: 'time', ids: all(1_000_722n) });
  });
}

test('ids stay below the maximum int64 and above those of the replaced store', () => {
  const { ids } = idsAfterRecovery({
    ...BACKUP,
    recovered: all(INT64_MAX - 1n),
    replaced: { ...REPLACED, ids: all(INT64_MAX), storeId: 'other' },
  });
  assert.deepEqual(ids, all(INT64_MAX));
});
