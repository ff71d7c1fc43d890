import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEXT_FORMATS } from '../../../src/server/operations.ts';
import { OPERATIONS, resolved } from './published-operations.ts';

/** A body costs no more than its size to refuse, whatever is wrong with it: the service reports all faults, so it checks all of it. */

/** Returns the paths of the lists without a maximum in a schema, and in what it refers to. */
function unboundedLists(schema: unknown, path: string, seen: ReadonlySet<unknown> = new Set()): string[] {
  const target = typeof schema === 'object' && schema !== null ? resolved(schema) : undefined;
  if (typeof target !== 'object' || target === null || seen.has(target)) return [];
  const isList = 'type' in target && [target.type].flat().includes('array');
  const rest = Object.entries(target).flatMap(([name, value]) =>
    unboundedLists(value, `${path}.${name}`, new Set([...seen, target])),
  );
  return isList && !('maxItems' in target) ? [path, ...rest] : rest;
}

test('each list in a body of the API has a maximum, beyond which none of its items is looked at', () => {
  const withBody = OPERATIONS.filter(({ hasBody }) => hasBody);
  assert.ok(withBody.length > 25);
  assert.deepEqual(
    withBody.flatMap(({ id, body }) => unboundedLists(body, id)),
    [],
  );
});

test('no text as long as a body takes a format more than the time to read it', () => {
  const length = 30_000;
  for (const [name, faultOf] of Object.entries(TEXT_FORMATS)) {
    const before = process.cpuUsage();
    for (const start of ['', 'tel:', 'mailto:', 'https://'])
      for (const part of ['1', 'a', ' ', '.', '-']) faultOf(`${start}${part.repeat(length)}x!`);
    const { user } = process.cpuUsage(before);
    // With two ways to read a text, one of these takes 2 s.
    assert.ok(user < 700_000, `${name}: ${user / 1_000} ms`);
  }
});
