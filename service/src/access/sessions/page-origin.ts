import { isIP } from 'node:net';
import { isLocalHost } from '../../platform/config/link-address.ts';
import { ApiError, quote } from '../../platform/core/errors.ts';
import type { Exchange } from '../../platform/http/route.ts';

/** The origin of the page that sends a request to `/session`. */
export interface PageOrigin {
  readonly origin: string;
  /** True over TLS. */
  readonly isSecure: boolean;
  /** True for `localhost` and 127.0.0.1: the requests stay on the machine. */
  readonly isLocal: boolean;
  /** True for a number such as 192.168.1.5, for which browsers offer no passkeys. */
  readonly isAddress: boolean;
}

/**
 * Returns the origin of a request that the console sends. Browsers state it truthfully in every POST and DELETE. It must be that of
 * PUBLIC_URL, or that of the host to which the request was sent: a page of another site can send a request, but not with this
 * field.
 *
 * @throws {ApiError} `origin_not_allowed`, also for `null` and without the field.
 */
export function requireOwnOrigin({ request }: Exchange, publicUrl: string): PageOrigin {
  const { origin, host } = request.headers;
  const url = origin === undefined ? null : URL.parse(origin);
  const isOwn =
    url !== null && url.origin === origin && (origin === URL.parse(publicUrl)?.origin || url.host === host);
  if (!isOwn) throw notOwn(origin, publicUrl);
  return describeOrigin(url);
}

/** Returns the origin of PUBLIC_URL, for requests without the field: a navigation of the browser. */
export function publicOrigin(publicUrl: string): PageOrigin {
  return describeOrigin(new URL(publicUrl));
}

function describeOrigin({ origin, protocol, hostname }: URL): PageOrigin {
  return {
    origin,
    isSecure: protocol === 'https:',
    isLocal: isLocalHost(hostname),
    isAddress: isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0,
  };
}

function notOwn(origin: string | undefined, publicUrl: string): ApiError {
  const found =
    origin === undefined ? 'the request has no Origin' : `the Origin of the request is ${quote(origin)}`;
  return new ApiError('origin_not_allowed', `Only the console at ${publicUrl} may sign people in; ${found}.`);
}
