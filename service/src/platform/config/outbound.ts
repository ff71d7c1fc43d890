import { invalidOption, parseNetworks } from './option-values.ts';
import type { OptionName } from './options.ts';

/** Which hosts that its users name the service may connect to. */
export interface OutboundConfig {
  /** Addresses and CIDRs that are allowed although they are not on the public internet. */
  readonly networks: readonly string[];
  /** Hosts, in lower case, that are also reached without TLS. */
  readonly httpHosts: readonly string[];
}

export function parseOutbound(values: Readonly<Record<OptionName, string>>): OutboundConfig {
  return Object.freeze({
    networks: Object.freeze(parseNetworks('OUTBOUND_NETWORKS', values.OUTBOUND_NETWORKS)),
    httpHosts: Object.freeze(parseHosts('OUTBOUND_HTTP_HOSTS', values.OUTBOUND_HTTP_HOSTS)),
  });
}

function parseHosts(name: OptionName, value: string): string[] {
  const hosts = value === '' ? [] : value.split(',').map((host) => host.trim());
  return hosts.map((host) => {
    const parsed = URL.parse(`http://${host}/`);
    // Brackets of IPv6 are part of a host in a URL, and not of one that is compared.
    if (parsed !== null && parsed.host !== '' && parsed.host === host.toLowerCase())
      return parsed.hostname.replaceAll(/[[\]]/g, '');
    throw invalidOption(name, host, 'hosts separated by commas, without a port, such as receiver.local');
  });
}
