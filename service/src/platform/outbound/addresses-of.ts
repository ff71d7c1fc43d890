// cspell:ignore ETIMEOUT ESERVFAIL
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { SECOND } from '../core/clock.ts';

/** Returns the addresses of a name; none if it has none. */
export type AddressesOf = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

const HOSTS_FILE = '/etc/hosts';

/**
 * Returns the addresses of a full name, from /etc/hosts or else from DNS. It does not use `dns.lookup`, which waits in one of four
 * threads of the process: four names that no server answers for would stop all of its files.
 */
export const addressesOf: AddressesOf = async (host, signal) => {
  const known = await fromHostsFile(host);
  return known.length > 0 ? known : fromDns(host, signal);
};

async function fromHostsFile(host: string): Promise<string[]> {
  const text = await readFile(HOSTS_FILE, 'utf8').catch(() => '');
  const name = host.toLowerCase();
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return isIP(address) !== 0 && names.some((other) => other.toLowerCase() === name) ? [address] : [];
  });
}

async function fromDns(host: string, signal: AbortSignal): Promise<string[]> {
  signal.throwIfAborted();
  const resolver = new Resolver({ timeout: 2 * SECOND, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    signal.throwIfAborted();
    // IPv4 first: a machine without IPv6 would otherwise wait for its first attempt.
    return [ipv4, ipv6].flatMap((found) => (found.status === 'fulfilled' ? found.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
