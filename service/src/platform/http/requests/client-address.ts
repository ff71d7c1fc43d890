import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** An entry of `X-Forwarded-For` with a port. Proxies write `203.0.113.7:4711`, `[2001:db8::1]` and `[2001:db8::1]:4711`. */
const ENTRY_WITH_PORT = /^\[([^\]]*)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/;
const IPV4_IN_IPV6_BITS = 96;
const IPV6_NETWORK_PARTS = 4;

/** Returns the key under which an address is counted. One customer usually has a whole /64 of IPv6, so that is the key. */
export function addressKey(address: string): string {
  // The text of an IPv4 address is always the same, and parsing takes longer than everything else about a refusal.
  if (isIPv4(address)) return address;
  // A link-local address contains its interface: fe80::1%eth0.
  const plain = address.replace(/%.*$/, '');
  if (!ipaddr.isValid(plain)) return address;
  const parsed = ipaddr.process(plain);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${parsed.parts
    .slice(0, IPV6_NETWORK_PARTS)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/**
 * Returns a function that returns the address of a client: the last one that does not belong to a trusted proxy. If the
 * proxies report text that is not an address, it is that of the peer: otherwise every new text would have its own quota.
 */
export function clientAddressReader(
  networks: readonly string[],
): (request: IncomingMessage) => string | undefined {
  const isTrusted = networkMatcher(networks);
  return ({ socket: { remoteAddress }, headers }) => {
    const forwarded = networks.length === 0 ? undefined : headers['x-forwarded-for'];
    if (forwarded === undefined) return remoteAddress;
    const entries = String(forwarded)
      .split(',')
      .filter((entry) => entry.trim() !== '');
    const hops = [...(remoteAddress === undefined ? [] : [remoteAddress]), ...entries.reverse()];
    const address = withoutPort(hops.find((hop) => !isTrusted(hop)) ?? hops.at(-1) ?? '');
    return isIP(address) === 0 ? remoteAddress : address;
  };
}

/** Returns a test whether an entry of `X-Forwarded-For` is in one of the networks, of trusted proxies. */
export function networkMatcher(networks: readonly string[]): (entry: string) => boolean {
  const ranges = networks.map(parseNetwork);
  return (entry) => {
    const text = withoutPort(entry);
    if (isIP(text) === 0) return false;
    const address = ipaddr.process(text);
    return ranges.some((range) => isWithin(address, range));
  };
}

function withoutPort(entry: string): string {
  const [, bracketed, ipv4] = ENTRY_WITH_PORT.exec(entry.trim()) ?? [];
  return bracketed ?? ipv4 ?? entry.trim();
}

function parseNetwork(network: string): [Address, number] {
  const address = ipaddr.parse(network.split('/')[0] ?? '');
  const bits = Number(network.split('/')[1] ?? address.toByteArray().length * 8);
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress();
  return isMapped && bits >= IPV4_IN_IPV6_BITS
    ? [address.toIPv4Address(), bits - IPV4_IN_IPV6_BITS]
    : [address, bits];
}

function isWithin(address: Address, [network, bits]: [Address, number]): boolean {
  if (address instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && address.match(network, bits);
  return network instanceof ipaddr.IPv6 && address.match(network, bits);
}
