import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAY } from '../../core/clock.ts';
import { INT64_MAX } from '../../core/int64.ts';
import { type HighestIds, NUMBERED_TABLES, perTable } from './id-sequences.ts';
import { idsAfterRecovery } from './ids-after-recovery.ts';

const all = (id: bigint) => perTable(() => id);
const LAST_YEAR = 365 * DAY;

/** How many ids each table had given at the backup, and how many it gave after it within so many seconds. */
const histories = fc.record({
  given: fc.array(fc.bigInt(0n, 2n ** 52n), { minLength: 6, maxLength: 6 }),
  rates: fc.array(fc.bigInt(0n, 10_000n), { minLength: 6, maxLength: 6 }),
  seconds: fc.integer({ min: 0, max: 366 * 86_400 }),
});

const replacements = fc.record({
  /** What the replaced store shows: all it gave, the past, nothing, or the ids of another store. */
  shows: fc.constantFrom('all', 'older than the backup', 'another store', 'nothing'),
  isComplete: fc.boolean(),
  anyId: fc.bigInt(0n, 2n ** 52n),
});

function fromList(values: readonly bigint[]): HighestIds {
  return perTable((table) => values[NUMBERED_TABLES.indexOf(table)] ?? 0n);
}

test('no id is given twice, whatever the replaced store shows, if it gave at most 10,000 a second', () => {
  fc.assert(
    fc.property(histories, replacements, ({ given, rates, seconds }, { shows, isComplete, anyId }) => {
      const recovered = fromList(given);
      const later = fromList(given.map((id, index) => id + (rates[index] ?? 0n) * BigInt(seconds)));
      const older = fromList(given.map((id) => (id > 0n ? id - 1n : 0n)));
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
      const isOlder = shows === 'older than the backup' && given.every((id) => id === 0n);
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

test('the store that the backup became says exactly where its ids continue', () => {
  const expected = { basis: 'replaced store', ids: all(725n) };
  assert.deepEqual(idsAfterRecovery({ ...BACKUP, replaced: REPLACED }), expected);
  // A backup of version 1.0.0 does not say which store it is of.
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

for (const [what, replaced] of Object.entries(UNSURE)) {
  test(`where ${what}, at least 1,000,000 ids are skipped, and 10,000 for each second`, () => {
    const ids = (now: number) => idsAfterRecovery({ ...BACKUP, replaced, now });
    assert.deepEqual(ids(LAST_YEAR + 10_000), { basis: 'time', ids: all(1_000_722n) });
    assert.deepEqual(ids(LAST_YEAR + 100_001), { basis: 'time', ids: all(1_010_722n) });
    // A clock that went back.
    assert.deepEqual(ids(0), { basis: 'time', ids: all(1_000_722n) });
  });
}

test('ids never pass the highest int64, and never go below those of the replaced store', () => {
  const { ids } = idsAfterRecovery({
    ...BACKUP,
    recovered: all(INT64_MAX - 1n),
    replaced: { ...REPLACED, ids: all(INT64_MAX), storeId: 'other' },
  });
  assert.deepEqual(ids, all(INT64_MAX));
});
