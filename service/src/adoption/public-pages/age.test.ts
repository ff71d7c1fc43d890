import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAY } from '../../platform/core/clock.ts';
import { ageAt, ageGroupAt, bornWithin } from './age.ts';
import { AGE_GROUPS } from './texts/texts.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');

test('an age is in whole years, below one year in months, below one month in weeks', () => {
  const ages = {
    '2023-11-22': [3, 'year'],
    '2023-11-23': [2, 'year'],
    '2025-11-22': [1, 'year'],
    '2025-11-23': [11, 'month'],
    '2026-10-22': [1, 'month'],
    '2026-10-23': [4, 'week'],
    '2026-11-22': [1, 'week'],
    '2026-11-23': [1, 'week'],
  };
  for (const [birthDate, age] of Object.entries(ages))
    assert.deepEqual(ageAt(birthDate, NOW), age, birthDate);
});

test('each date of birth is between the days of exactly its own group', () => {
  const now = fc.oneof(
    fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2032-01-01') }),
    fc.constantFrom(Date.parse('2024-02-28'), Date.parse('2024-02-29'), Date.parse('2024-03-01')),
  );
  fc.assert(
    fc.property(
      now,
      fc.oneof(fc.integer({ min: 0, max: 15 * 366 }), fc.integer({ min: 360, max: 370 })),
      (today, days) => {
        const birthDate = new Date(today - days * DAY).toISOString().slice(0, 10);
        const groups = AGE_GROUPS.filter((group) => {
          const { bornAfter = '', bornBefore = '9999' } = bornWithin(group, today);
          return bornAfter <= birthDate && birthDate <= bornBefore;
        });
        assert.deepEqual(groups, [ageGroupAt(birthDate, today)], birthDate);
      },
    ),
  );
});
