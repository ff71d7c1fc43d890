import { isIP } from 'node:net';

/** Returns undefined if the text is not a URL, or has an invalid percent-encoding in its credentials or path. */
export function parseUrl(text: string): URL | undefined {
  // The URL Standard would leave these out.
  const url = /[\t\r\n]/.test(text) ? null : URL.parse(text);
  if (url === null) return undefined;
  try {
    for (const part of [url.username, url.password, url.pathname]) decodeURIComponent(part);
    return url;
  } catch {
    return undefined;
  }
}

/** Returns an address without anything that may be a password: only its scheme if it has any credentials. */
export function withoutSecrets(address: string): string {
  return /[@?]|:.*:/.test(address) ? `${/^[a-z]*:?/i.exec(address)?.[0] ?? ''}…` : address;
}

/** Returns a host as it is written in a URL: IPv6 in brackets. */
export function hostInUrl(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}

const OF_ALL_ADDRESSES: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Returns the base of links to a server on this machine. One that listens on all addresses has links with one that a browser opens. */
export function baseUrl({ host, port }: { readonly host: string; readonly port: number }): string {
  return `http://${hostInUrl(OF_ALL_ADDRESSES[host] ?? host)}:${port}`;
}
