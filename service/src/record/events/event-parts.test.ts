import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { divideBody, joinBody, referencesIn } from './event-parts.ts';

const PHOTO = (n: number, alt = '') =>
  `{"id":"${n}","alt":"${alt}","urls":{"320":"https://shelter.example/photos/${'0'.repeat(32)}/320.webp","800":"https://shelter.example/800.jpg"}}`;

test('long strings and the objects in arrays are parts, and everything else stays', () => {
  const text = JSON.stringify(`${'\\"'.repeat(100)}]}`);
  const photos = [PHOTO(1, '{\\"[\\"'), PHOTO(2)];
  const body = `{"pet":{"id":1,"name":"Rex"},"profile":{"description":${text},"sex":"male"},"photos":[${photos.join(',')},{"id":"3"}],"updatedAt":"x"}`;
  assert.ok(JSON.parse(body));
  const divided = divideBody(1n, body);
  assert.deepEqual([...divided.parts.values()], [text, ...photos]);
  assert.deepEqual(
    referencesIn(divided.body).map(({ bytes }) => bytes),
    [text, ...photos].map((part) => Buffer.byteLength(part)),
  );
  assert.equal(joinBody(divided.body, divided.parts), body);
  assert.ok(divided.body.length < 250, divided.body);
});

test('the same part has another digest for another animal', () => {
  const body = JSON.stringify({ name: 'x'.repeat(1_000) });
  const [one, other] = [1n, 2n].map((petId) => [...divideBody(petId, body).parts.keys()]);
  assert.notDeepEqual(one, other);
  assert.deepEqual([...divideBody(1n, body).parts.keys()], one);
});

test('any text comes back unchanged, also if it is not JSON', () => {
  const unit = fc.constantFrom(...'"\\{}[],:ab語🐕\n');
  const text = fc.oneof(
    fc.string({ unit, minLength: 100, maxLength: 1_000 }),
    fc.json().map((json) => JSON.stringify(JSON.parse(json))),
    fc
      .array(fc.dictionary(fc.string(), fc.string({ minLength: 100, maxLength: 300 })))
      .map((value) => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(text, (body) => {
      const divided = divideBody(1n, body);
      assert.equal(joinBody(divided.body, divided.parts), body);
    }),
  );
});
