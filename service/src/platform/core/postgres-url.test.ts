import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressesOfHosts, databaseOf, hostsOf } from './postgres-url.ts';

const ADDRESSES: Readonly<Record<string, readonly [url: string, addresses: string[], hosts: string]>> = {
  'one host stays as it is': ['postgres://u:p@a:1/name?x=1', ['postgres://u:p@a:1/name?x=1'], 'a:1'],
  'several hosts share all else': [
    'postgres://u:p@a,b:5433/name?target_session_attrs=read-write',
    [
      'postgres://u:p@a/name?target_session_attrs=read-write',
      'postgres://u:p@b:5433/name?target_session_attrs=read-write',
    ],
    'a,b:5433',
  ],
  'an IPv6 address has colons of its own': [
    'postgresql://[::1]:5432,[2001:db8::2]/name',
    ['postgresql://[::1]:5432/name', 'postgresql://[2001:db8::2]/name'],
    '[::1]:5432,[2001:db8::2]',
  ],
  'a comma in a password separates no hosts': ['postgres://u:a,b@c/name', ['postgres://u:a,b@c/name'], 'c'],
  'a comma in a parameter separates no hosts': [
    'postgres:///name?host=/a,b',
    ['postgres:///name?host=/a,b'],
    '',
  ],
};

for (const [situation, [url, addresses, hosts]] of Object.entries(ADDRESSES)) {
  test(situation, () => {
    assert.deepEqual(addressesOfHosts(url), addresses);
    assert.deepEqual([hostsOf(url), databaseOf(url)], [hosts, 'name']);
  });
}
