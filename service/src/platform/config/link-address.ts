const LOOPBACK = /^(127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Returns true for the host of a URL whose requests stay on the machine. */
export function isLocalHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || LOOPBACK.test(hostname);
}

/** Returns the base of links that people open: `localhost` instead of a number of this machine, for which browsers offer no passkeys. */
export function linkAddress(publicUrl: string): string {
  const url = new URL(publicUrl);
  if (!LOOPBACK.test(url.hostname)) return publicUrl;
  url.hostname = 'localhost';
  return url.origin;
}
