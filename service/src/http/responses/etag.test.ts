import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ApiError } from '../../core/errors.ts';
import { checkPreconditions, entityTag, preconditionsOf } from './etag.ts';

const BODY = '{"id":1}';

/** The status of a write on `BODY` with an `If-Match`. */
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

test('a list of any tags in any notation is read, and holds exactly if the current tag is in it', () => {
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

test('a hash that ends like a suffix is compared as it is', () => {
  const body = '{"id":283497}';
  assert.match(entityTag(body), /-br"$/);
  const preconditions = preconditionsOf({ headers: { 'if-match': entityTag(body) } });
  assert.doesNotThrow(() => checkPreconditions(preconditions, body));
});

test('a header of 16 KiB that is malformed at its end is refused within the time of one event-loop turn', () => {
  const fillers = [' ', '\t', ',', '"",', 'W/"",', '"a"', '" ', ' ,'];
  for (const filler of fillers) {
    const header = filler.repeat(16_384 / filler.length);
    const begun = performance.now();
    assert.equal(statusWith(`${header}x`), 400);
    assert.ok(performance.now() - begun < 100, `${JSON.stringify(filler)} took too long`);
  }
});
