import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { routableTarget } from './request-head.ts';

const ROUTED: Record<string, string> = {
  '/v1/pets?limit=5': '/v1/pets?limit=5',
  '/v1/pets/%31': '/v1/pets/%31',
  '/v1/pets?status=%zz': '/v1/pets?status=%zz',
  '/v1/pets/%zz?x=%zz': '/v1/pets/%25zz?x=%zz',
  '/v1/pets/%': '/v1/pets/%25',
  '/v1/pets/%C0%80': '/v1/pets/%25C0%2580',
  '/a?b?c': '/a?b?c',
  'http://petstore.example/v1/pets?x': '/v1/pets?x',
  'HTTPS://petstore.example:8443/v1': '/v1',
  'http://petstore.example': '/',
  '*': '*',
  '/v1/pets/': '/v1/pets',
  '/v1/pets/?limit=5': '/v1/pets?limit=5',
  '/v1/pets?path=/': '/v1/pets?path=/',
  'http://petstore.example/v1/pets/': '/v1/pets',
  '/v1/pets/%zz/': '/v1/pets/%25zz',
  '/v1/pets//': '/v1/pets//',
  '//': '//',
};

test('routes a target without its origin, one trailing slash and percent signs that encode nothing', () => {
  for (const [target, path] of Object.entries(ROUTED)) assert.equal(routableTarget(target), path, target);
});

test('the router can decode every path; a path that it could decode already is unchanged', () => {
  const parts = fc.array(fc.oneof(fc.constantFrom('%', '%2', '%C0', '%E0%A4', '%41', '/', 'a'), fc.string()));
  fc.assert(
    fc.property(parts, (some) => {
      const path = `/${some.join('').replaceAll('?', '')}`;
      const routed = routableTarget(path);
      assert.doesNotThrow(() => decodeURIComponent(routed));
      assert.ok(routed === path.replace(/(?<=[^/])\/$/, '') || !canBeDecoded(path));
    }),
  );
});

function canBeDecoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
