// cspell:ignore Teredo ORCHID
import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What is not public of IPv4 (the registry of IANA for special addresses), and where a cloud answers its own machines. */
const NOT_PUBLIC_IPV4 = networksOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]);
/** All of IPv6 that is assigned to the internet. Loopback, link-local, unique local, multicast, IPv4-mapped and NAT64 are outside. */
const PUBLIC_IPV6 = networksOf(['2000::/3']);
/** Within that: Teredo, ORCHID and benchmarks; documentation; 6to4, whose addresses contain one of IPv4. */
const NOT_PUBLIC_IPV6 = networksOf(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);
/** RFC 6052: the last 32 bits are an address of IPv4. */
const NAT64 = networksOf(['64:ff9b::/96']);

/** Returns a list of addresses and CIDRs. */
export function networksOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const isIpv6 = isIP(address) === 6;
    list.addSubnet(address, Number(bits ?? (isIpv6 ? 128 : 32)), isIpv6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** Returns true if the service may connect to an address: it is on the public internet, or in a network that is allowed. */
export function isAllowedAddress(address: string, allowed: BlockList): boolean {
  switch (isIP(address)) {
    case 4:
      return allowed.check(address) || !NOT_PUBLIC_IPV4.check(address);
    case 6:
      return isAllowedIpv6(address, allowed);
    default:
      return false;
  }
}

function isAllowedIpv6(address: string, allowed: BlockList): boolean {
  // With a zone it is the address of one interface, and BlockList would look at the rest only.
  if (address.includes('%')) return false;
  if (NAT64.check(address, 'ipv6')) {
    return allowed.check(address, 'ipv6') && isAllowedAddress(embeddedIpv4(address), allowed);
  }
  if (allowed.check(address, 'ipv6')) return true;
  return PUBLIC_IPV6.check(address, 'ipv6') && !NOT_PUBLIC_IPV6.check(address, 'ipv6');
}

function embeddedIpv4(address: string): string {
  return ipaddr.parse(address).toByteArray().slice(-4).join('.');
}
