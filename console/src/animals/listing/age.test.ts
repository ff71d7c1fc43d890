import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ageInMonths, birthDateAt, dayOf } from './age.ts';

const days = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
  .map((date) => dayOf(date.getTime()));
const ages = fc.integer({ min: 0, max: 480 });

test('an animal with the date of birth for an age has that age on that day', () => {
  fc.assert(
    fc.property(days, ages, (today, months) => {
      assert.equal(ageInMonths(birthDateAt(months, today), today), months);
    }),
  );
});

test('the date of birth for an age is a real date, at most a month before the other one of that age', () => {
  fc.assert(
    fc.property(days, days, (one, other) => {
      const [birthDate = '', today = ''] = [one, other].sort();
      const again = birthDateAt(ageInMonths(birthDate, today), today);
      assert.equal(dayOf(Date.parse(again)), again);
      const later = (Date.parse(again) - Date.parse(birthDate)) / 86_400_000;
      assert.ok(later >= -3 && later <= 31, `${birthDate} ${today} ${again}`);
    }),
  );
});

test('counts whole months, also at the end of a month and before a birth', () => {
  assert.equal(ageInMonths('2023-11-22', '2026-11-21'), 35);
  assert.equal(ageInMonths('2023-11-21', '2026-11-21'), 36);
  assert.equal(ageInMonths('2027-01-01', '2026-11-21'), 0);
  assert.equal(birthDateAt(1, '2026-03-31'), '2026-02-28');
  assert.equal(birthDateAt(36, '2028-02-29'), '2025-02-28');
});
