import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, MINUTE } from '../../../platform/core/clock.ts';
import { MAX_APPLICATION_BYTES } from '../limits.ts';
import { SENT_BY_ADDRESS, SENT_BY_SITE, SendLimits } from './send-limits.ts';

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

test('a long application counts as several, and the longest one can be sent', () => {
  const limits = new SendLimits(SENT_BY_SITE);
  const sendAll = () => {
    for (let sent = 0; ; sent += 1)
      if (limits.consume('198.51.100.1', NOON, MAX_APPLICATION_BYTES) !== undefined) return sent;
  };
  assert.equal(sendAll(), 3);
  assert.equal(new SendLimits().consume('198.51.100.1', NOON, MAX_APPLICATION_BYTES), undefined);
});

test('an address with the key of a web site sends 300 applications a day', () => {
  const limits = new SendLimits(SENT_BY_SITE);
  let sent = 0;
  for (let minute = 0; minute < 12; minute += 1)
    sent += allowed(
      limits,
      Array.from({ length: 40 }, () => '198.51.100.1'),
      NOON + minute * MINUTE,
    );
  assert.equal(sent, 300);
});
