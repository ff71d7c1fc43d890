// cspell:ignore febf
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isAllowedAddress, networksOf } from './public-addresses.ts';

const NONE = networksOf([]);

/** The first and the last address of each network that is not public, and the addresses just outside. */
const EDGES: ReadonlyArray<readonly [inside: readonly string[], outside: readonly string[]]> = [
  [['0.0.0.0', '0.255.255.255'], ['1.0.0.0']],
  [
    ['10.0.0.0', '10.255.255.255'],
    ['9.255.255.255', '11.0.0.0'],
  ],
  [
    ['100.64.0.0', '100.100.100.200', '100.127.255.255'],
    ['100.63.255.255', '100.128.0.0'],
  ],
  [
    ['127.0.0.0', '127.0.0.1', '127.255.255.255'],
    ['126.255.255.255', '128.0.0.0'],
  ],
  [
    ['169.254.0.0', '169.254.169.254', '169.254.255.255'],
    ['169.253.255.255', '169.255.0.0'],
  ],
  [['168.63.129.16'], ['168.63.129.15', '168.63.129.17']],
  [
    ['172.16.0.0', '172.31.255.255'],
    ['172.15.255.255', '172.32.0.0'],
  ],
  [
    ['192.168.0.0', '192.168.255.255'],
    ['192.167.255.255', '192.169.0.0'],
  ],
  [['224.0.0.0', '239.255.255.255', '240.0.0.0', '255.255.255.255'], ['223.255.255.255']],
  [
    [
      '::',
      '::1',
      '::7f00:1',
      '100::1',
      'fc00::1',
      'fd00:ec2::254',
      'fe80::1',
      'febf::1',
      'fec0::1',
      'ff02::1',
    ],
    [],
  ],
  [['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:0808:0808', '64:ff9b::8.8.8.8', '64:ff9b:1::1'], []],
  [
    ['2001::1', '2001:0:7f00:1::1', '2001:db8::1', '2002:7f00:1::1', '3fff::1'],
    ['2001:4860:4860::8888', '2606:4700::1'],
  ],
  [['fe80::1%lo', '2606:4700::1%eth0', 'localhost', '', '0x7f.1', '2130706433', '127.1', '[::1]'], []],
];

test('addresses that are not on the public internet are refused, up to the edges of their networks', () => {
  for (const [inside, outside] of EDGES) {
    for (const address of inside) assert.equal(isAllowedAddress(address, NONE), false, address);
    for (const address of outside) assert.equal(isAllowedAddress(address, NONE), true, address);
  }
});

test('an address of IPv4 inside of one of IPv6 is refused in every form, whatever it is', () => {
  const half = fc.integer({ min: 0, max: 0xffff });
  fc.assert(
    fc.property(half, half, (high, low) => {
      const [first, second] = [high.toString(16), low.toString(16)];
      const dotted = [high >> 8, high & 255, low >> 8, low & 255].join('.');
      const forms = ['::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::'].flatMap((prefix) => [
        `${prefix}${first}:${second}`,
        `${prefix}${dotted}`,
        `${prefix}${first}:${second}`.toUpperCase(),
      ]);
      for (const form of [...forms, `2002:${first}:${second}::1`, `2001:0:${first}:${second}::`])
        assert.equal(isAllowedAddress(form, NONE), false, form);
    }),
  );
});

test('a network that the operator allows is reached, and nothing beside it', () => {
  const allowed = networksOf(['10.1.0.0/16', '127.0.0.1', 'fd12::/16']);
  for (const address of ['10.1.0.1', '::ffff:10.1.0.1', '127.0.0.1', 'fd12::1', '8.8.8.8', '2606:4700::1'])
    assert.equal(isAllowedAddress(address, allowed), true, address);
  for (const address of ['10.2.0.1', '::ffff:10.2.0.1', '127.0.0.2', '::1', 'fd13::1', '169.254.169.254'])
    assert.equal(isAllowedAddress(address, allowed), false, address);
});

test('behind NAT64 the address inside is checked, too', () => {
  const allowed = networksOf(['64:ff9b::/96']);
  assert.equal(isAllowedAddress('64:ff9b::8.8.8.8', allowed), true);
  for (const inside of ['127.0.0.1', '10.0.0.1', '169.254.169.254'])
    assert.equal(isAllowedAddress(`64:ff9b::${inside}`, allowed), false, inside);
});
