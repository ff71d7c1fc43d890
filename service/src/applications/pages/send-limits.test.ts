import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, MINUTE } from '../../core/clock.ts';
import { SENT_BY_ADDRESS, SendLimits } from './send-limits.ts';

const NOON = DAY / 2;

/** Counts what addresses may send, each once. */
function allowed(limits: SendLimits, addresses: Iterable<string>, now: number): number {
  let count = 0;
  for (const address of addresses) if (limits.consume(address, now) === undefined) count += 1;
  return count;
}

function* addresses(count: number): Generator<string> {
  for (let number = 0; number < count; number += 1)
    yield `2001:db8:${(number >> 16).toString(16)}:${(number & 0xffff).toString(16)}::1`;
}

test('a flood from more addresses than a process can remember leaves room for those that it knows, until the next day', () => {
  const limits = new SendLimits();
  assert.equal(allowed(limits, ['198.51.100.1'], NOON), 1);
  const flood = 20_100;
  const passed = allowed(limits, addresses(flood), NOON);
  // Those beyond its memory share what one address may send.
  assert.equal(passed, 20_000 - 1 + SENT_BY_ADDRESS.perMinute);
  assert.equal(allowed(limits, ['198.51.100.1'], NOON), 1);
  assert.equal(allowed(limits, ['203.0.113.1'], NOON), 0);
  assert.equal(allowed(limits, ['203.0.113.1'], NOON + MINUTE), 1);
  assert.equal(allowed(limits, addresses(20), NOON + DAY), 20);
});

test('all addresses of one IPv6 network are one visitor', () => {
  const limits = new SendLimits();
  const network = Array.from({ length: 30 }, (_, host) => `2001:db8::${host + 1}`);
  assert.equal(allowed(limits, network, NOON), SENT_BY_ADDRESS.perMinute);
});
