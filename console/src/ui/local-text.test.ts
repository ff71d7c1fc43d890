import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf, inZone, money } from './local-text.ts';

test('the days of a zone that the browser does not know are those of UTC', () => {
  const at = Date.parse('2026-11-25T00:24:00Z');
  assert.equal(dayOf(at, 'Etc/Unknown'), '2026-11-25');
  assert.equal(inZone('day', at, 'Etc/Unknown'), inZone('day', at, 'UTC'));
  assert.equal(dayOf(at, 'America/Chicago'), '2026-11-24');
});

test('money has the sign of its currency, and no fraction if the amount has none', () => {
  assert.match(money({ amount: '150.00', currency: 'EUR' }), /^€\s?150$|^150\s€$/);
  assert.match(money({ amount: '80.50', currency: 'EUR' }), /80[.,]50/);
});
