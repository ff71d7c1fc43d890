/**
 * An address of the web as people write it: a scheme, two slashes and a host. The URL Standard also reads `https:///x`, `https:x`, tabs
 * and backslashes, and then as another address than other programs do.
 */
export const WEB_URL_PATTERN = '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s\\x00-\\x1f\\\\/?#:@][^\\s\\x00-\\x1f\\\\]*$';

/** The end of a sentence about a text that is none. */
export const NO_WEB_URL = 'must be an address of the web such as https://shelter.example/path';

const WEB_URL = new RegExp(WEB_URL_PATTERN);

/** Returns undefined for a text that is not such an address. It may have a user and a password. */
export function webUrl(text: string): URL | undefined {
  const url = WEB_URL.test(text) ? URL.parse(text) : null;
  // No name has an empty part; a point at its end is the root.
  return url === null || /^\.|\.\./.test(url.hostname) ? undefined : url;
}
