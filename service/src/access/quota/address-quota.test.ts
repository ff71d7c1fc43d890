import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE } from '../../platform/core/clock.ts';
import { addressKey } from '../../platform/http/requests/client-address.ts';
import { ADDRESS_QUOTA, AddressQuotas } from './address-quota.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

test('counts an IPv4-mapped address as IPv4', () => {
  assert.equal(addressKey('::ffff:192.0.2.1'), addressKey('192.0.2.1'));
  assert.equal(addressKey('::ffff:c000:201'), addressKey('192.0.2.1'));
  assert.notEqual(addressKey('::ffff:192.0.2.2'), addressKey('192.0.2.1'));
});

test('counts a link-local address without its interface', () => {
  assert.equal(addressKey('fe80::1%eth0'), addressKey('fe80::1%eth1'));
});

test('full table: new addresses share one counter, known addresses keep theirs', () => {
  const addresses = new AddressQuotas(ADDRESS_QUOTA, undefined, 2);
  addresses.consume('192.0.2.1', NOON);
  addresses.consume('192.0.2.2', NOON);
  exhaust(addresses, '192.0.2.3');
  assert.equal(addresses.consume('192.0.2.4', NOON).refusedBy, 'minute');
  assert.equal(addresses.peek('2001:db8::1', NOON).minute.remaining, 0);
  assert.equal(addresses.consume('192.0.2.1', NOON).minute.remaining, 298);
});

test('full table: empty again in the next minute', () => {
  const addresses = new AddressQuotas(ADDRESS_QUOTA, undefined, 1);
  addresses.consume('192.0.2.1', NOON);
  exhaust(addresses, '192.0.2.2');
  assert.equal(addresses.consume('192.0.2.2', NOON + MINUTE).minute.remaining, 299);
});

test('a clock that is set back does not lock out an address', () => {
  const addresses = new AddressQuotas();
  exhaust(addresses, '192.0.2.1');
  assert.equal(addresses.consume('192.0.2.1', NOON - MINUTE).refusedBy, undefined);
});

function exhaust(addresses: AddressQuotas, address: string): void {
  for (let request = 0; request < ADDRESS_QUOTA.perMinute; request += 1) addresses.consume(address, NOON);
  assert.equal(addresses.consume(address, NOON).refusedBy, 'minute');
}
