import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ApiError } from '../../core/errors.ts';
import { checkPreconditions, entityTag, preconditionsOf } from './etag.ts';

const BODY = '{"id":1}';

/** Returns the status of a write on `BODY` with this `If-Match`. */
function statusWith(header: string): number {
  try {
    checkPreconditions(preconditionsOf({ headers: { 'if-match': header } }), BODY);
    return 200;
  } catch (error) {
    if (error instanceof ApiError) return error.status;
    throw error;
  }
}

const characters = [...Array.from({ length: 0x100 - 0x21 }, (_, n) => String.fromCharCode(n + 0x21))].filter(
  (character) => character !== '"' && character !== '\x7f',
);
const tag = fc
  .tuple(fc.constantFrom('', 'W/'), fc.array(fc.constantFrom(...characters), { maxLength: 5 }))
  .map(([weak, inner]) => `${weak}"${inner.join('')}"`);
const comma = fc.constantFrom(',', ', ', ' ,', '\t, ,', ',,');

test('If-Match with a list in any notation matches only if the list contains the current tag', () => {
  const others = fc.array(fc.tuple(tag, comma), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(others, others, (before, after) => {
      const [left, right] = [before.flat().join(''), after.flat().join('')];
      assert.equal(statusWith(left + right), 412);
      assert.equal(statusWith(left + entityTag(BODY) + after[0]?.[1] + right), 200);
      assert.equal(statusWith(`${left}W/${entityTag(BODY)}`), 412);
      assert.equal(statusWith(`${left}x${entityTag(BODY)}`), 400);
    }),
  );
});

test('does not mistake the end of a hash for the suffix of a coding', () => {
  const body = '{"id":283497}';
  assert.match(entityTag(body), /-br"$/);
  const preconditions = preconditionsOf({ headers: { 'if-match': entityTag(body) } });
  assert.doesNotThrow(() => checkPreconditions(preconditions, body));
});

test('rejects a header of 16 KiB that is malformed at its end within 100 ms', () => {
  const fillers = [' ', '\t', ',', '"",', 'W/"",', '"a"', '" ', ' ,'];
  for (const filler of fillers) {
    const header = filler.repeat(16_384 / filler.length);
    const begun = process.threadCpuUsage();
    assert.equal(statusWith(`${header}x`), 400);
    const { user, system } = process.threadCpuUsage(begun);
    assert.ok(user + system < 100_000, `${JSON.stringify(filler)} took too long`);
  }
});
