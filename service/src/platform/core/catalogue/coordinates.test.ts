import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coordinatesFault, coordinatesText, distanceKm, isNear, parseCoordinates } from './coordinates.ts';

const CHICAGO = { latitude: 41.9, longitude: -87.6 };
const MILWAUKEE = { latitude: 43, longitude: -87.9 };

test('coordinates are rounded to 0.1 degree, and a zero has no sign', () => {
  assert.deepEqual(parseCoordinates('41.8781136,-87.6297982'), CHICAGO);
  assert.equal(coordinatesText(parseCoordinates('-0.04, 179.96') ?? CHICAGO), '0,180');
});

test('texts that name no place are refused', () => {
  for (const text of ['', '41.9', '91,0', '0,181', '1e1,2', '41.9;-87.6', '41,9,-87,6', 'NaN,0', ' 1,1'])
    assert.match(coordinatesFault(text) ?? '', /^must be a latitude/, text);
});

test('the distance is that of the great circle, also across the date line and the poles', () => {
  assert.ok(Math.abs(distanceKm(CHICAGO, MILWAUKEE) - 124.8) < 0.5);
  const across = distanceKm({ latitude: 0, longitude: 179.9 }, { latitude: 0, longitude: -179.9 });
  assert.ok(Math.abs(across - 22.2) < 0.1);
  const half = distanceKm({ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 120 });
  assert.ok(Math.abs(half - 20_015) < 1);
});

test('a place that is not known is not near', () => {
  assert.equal(isNear({ near: CHICAGO, within: 130 }, MILWAUKEE), true);
  assert.equal(isNear({ near: CHICAGO, within: 120 }, MILWAUKEE), false);
  assert.equal(isNear({ near: CHICAGO, within: 20_000 }, undefined), false);
});
