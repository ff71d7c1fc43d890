import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE } from '../core/clock.ts';
import { addressKey } from '../http/requests/client-address.ts';
import { ADDRESS_QUOTA, AddressQuotas } from './address-quota.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

test('an address may send exactly 300 requests a minute without a valid key, and has no day window', () => {
  const addresses = new AddressQuotas();
  for (let left = ADDRESS_QUOTA.perMinute - 1; left >= 0; left -= 1) {
    const decision = addresses.consume('192.0.2.1', NOON);
    assert.equal(decision.refusedBy, undefined);
    assert.partialDeepStrictEqual(decision, {
      minute: { limit: 300, remaining: left, resetAt: NOON / 1000 + 60 },
      day: undefined,
    });
  }
  assert.equal(addresses.consume('192.0.2.1', NOON + MINUTE - 1).refusedBy, 'minute');
  assert.equal(addresses.consume('192.0.2.1', NOON + MINUTE).refusedBy, undefined);
});

test('one address does not use up the quota of another', () => {
  const addresses = new AddressQuotas();
  exhaust(addresses, '192.0.2.1');
  assert.equal(addresses.consume('192.0.2.2', NOON).minute.remaining, 299);
});

test('looking counts nothing', () => {
  const addresses = new AddressQuotas();
  for (let look = 0; look < 5; look += 1) {
    assert.equal(addresses.peek('192.0.2.1', NOON).minute.remaining, 300);
  }
});

test('IPv6 is counted by its /64, however it is written', () => {
  const same = [
    '2001:db8:1:2::',
    '2001:db8:1:2::1',
    '2001:DB8:1:2:ffff:ffff:ffff:ffff',
    '2001:0db8:0001:0002:0:0:0:1',
  ];
  assert.equal(new Set(same.map(addressKey)).size, 1);
  assert.notEqual(addressKey('2001:db8:1:3::1'), addressKey('2001:db8:1:2::1'));
  assert.notEqual(addressKey('2001:db8:0:2::1'), addressKey('2001:db8:1:2::1'));
});

test('an IPv4-mapped address is counted as IPv4', () => {
  assert.equal(addressKey('::ffff:192.0.2.1'), addressKey('192.0.2.1'));
  assert.equal(addressKey('::ffff:c000:201'), addressKey('192.0.2.1'));
  assert.notEqual(addressKey('::ffff:192.0.2.2'), addressKey('192.0.2.1'));
});

test('a link-local address is counted without its interface', () => {
  assert.equal(addressKey('fe80::1%eth0'), addressKey('fe80::1%eth1'));
});

test('when the table is full, new addresses share one counter and the known ones keep theirs', () => {
  const addresses = new AddressQuotas(2);
  addresses.consume('192.0.2.1', NOON);
  addresses.consume('192.0.2.2', NOON);
  exhaust(addresses, '192.0.2.3');
  assert.equal(addresses.consume('192.0.2.4', NOON).refusedBy, 'minute');
  assert.equal(addresses.peek('2001:db8::1', NOON).minute.remaining, 0);
  assert.equal(addresses.consume('192.0.2.1', NOON).minute.remaining, 298);
});

test('a full table is empty again in the next minute', () => {
  const addresses = new AddressQuotas(1);
  addresses.consume('192.0.2.1', NOON);
  exhaust(addresses, '192.0.2.2');
  assert.equal(addresses.consume('192.0.2.2', NOON + MINUTE).minute.remaining, 299);
});

test('a clock that is set back locks no address out', () => {
  const addresses = new AddressQuotas();
  exhaust(addresses, '192.0.2.1');
  assert.equal(addresses.consume('192.0.2.1', NOON - MINUTE).refusedBy, undefined);
});

function exhaust(addresses: AddressQuotas, address: string): void {
  for (let request = 0; request < ADDRESS_QUOTA.perMinute; request += 1) addresses.consume(address, NOON);
  assert.equal(addresses.consume(address, NOON).refusedBy, 'minute');
}
