/** The origin of a service, or what the owner of the page has to correct. */
export type ServiceAddress =
  | { readonly origin: string; readonly fault?: undefined }
  | { readonly origin?: undefined; readonly fault: string };

/** Hosts to which browsers send requests by `http:` from a page with `https:`. */
const LOCAL_HOST = /(^|\.)localhost$|^127\.[\d.]+$|^\[::1\]$/;
/** An optimiser may have made the script a `data:` URL, which is not quoted completely. */
const MAX_QUOTED = 100;

/**
 * Parses the address of a service. Only its origin counts, because a service is always at the root of its host: the
 * address of one of its pages works as well.
 */
export function parseServiceAddress(address: string, isSecurePage: boolean): ServiceAddress {
  const url = parseUrl(address);
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return { fault: fault('the address of your service, such as "https://adopt.example.org"', address) };
  }
  if (isSecurePage && url.protocol === 'http:' && !LOCAL_HOST.test(url.hostname)) {
    return { fault: fault('an address with https:, because this page has https:', address) };
  }
  return { origin: url.origin };
}

function parseUrl(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}

function fault(expected: string, got: string): string {
  return `<petstore-animals>: the attribute service must be ${expected}; got "${got.slice(0, MAX_QUOTED)}".`;
}
