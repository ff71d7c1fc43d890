import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAY, HOUR } from './clock.ts';
import { addDays, isTimeZone, localDay, startOfDay } from './local-days.ts';

const ZONES = [
  'UTC',
  'America/Chicago',
  'Asia/Kolkata',
  'Etc/GMT-14',
  'Etc/GMT+12',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
];

test('a zone is a name of the IANA database, and no offset', () => {
  for (const zone of ZONES) assert.ok(isTimeZone(zone), zone);
  for (const other of ['', '+05:00', '-08:00', 'Mars/Olympus', 'America/Chicago ', '../etc']) {
    assert.equal(isTimeZone(other), false, other);
  }
});

test('in the evening of Chicago it is still today there, although it is tomorrow in UTC', () => {
  assert.equal(localDay(Date.parse('2026-11-25T00:24:00Z'), 'America/Chicago'), '2026-11-24');
  assert.equal(startOfDay('2026-11-24', 'America/Chicago'), Date.parse('2026-11-24T06:00:00Z'));
});

test('a day of a change of summer time has 23 or 25 hours, and may begin at one o’clock', () => {
  const length = (day: string, zone: string) => startOfDay(addDays(day, 1), zone) - startOfDay(day, zone);
  assert.equal(length('2026-03-08', 'America/Chicago'), 23 * HOUR);
  assert.equal(length('2026-11-01', 'America/Chicago'), 25 * HOUR);
  // 24 hours later than the midnight that clocks skipped.
  assert.equal(startOfDay('2026-09-06', 'America/Santiago'), Date.parse('2026-09-06T04:00:00Z'));
  assert.equal(length('2026-09-06', 'America/Santiago'), 23 * HOUR);
});

test('for any moment and zone, the day of the moment begins before it and the next day after it', () => {
  const moment = fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2040-01-01') });
  fc.assert(
    fc.property(moment, fc.constantFrom(...ZONES), (at, zone) => {
      const day = localDay(at, zone);
      const [begin, end] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)];
      assert.ok(begin <= at && at < end, `${day} in ${zone}`);
      assert.equal(localDay(begin, zone), day);
      assert.notEqual(localDay(begin - 1, zone), day);
      assert.ok(end - begin <= 26 * HOUR && end - begin > DAY / 2);
    }),
    { numRuns: 200 },
  );
});
