import { HOUR } from '../../platform/core/clock.ts';
import type { Exchange } from '../../platform/http/route.ts';
import { SESSION_LIFETIME } from '../people/session-queries.ts';
import type { PageOrigin } from './page-origin.ts';

/** Over plain HTTP, where anyone on the network can read it. */
const PLAIN_LIFETIME = 12 * HOUR;
const SECURE_PREFIX = '__Host-';

/** A cookie that only `/session` reads, and no script. */
export interface CookieRules {
  readonly name: string;
  readonly path: '/session' | '/';
  readonly sameSite: 'Strict' | 'Lax';
}

/** The cookie of a session. `__Host-` needs the path `/`; `/v1` never reads a cookie. */
const SESSION: CookieRules = { name: 'petstore-session', path: '/', sameSite: 'Strict' };

/** Returns how long a session lives after its last use. */
export function sessionLifetime({ isSecure, isLocal }: PageOrigin): number {
  return isSecure || isLocal ? SESSION_LIFETIME : PLAIN_LIFETIME;
}

/** Returns the header field that keeps a secret in the browser until the session ends. */
export function sessionCookie(secret: string, origin: PageOrigin): string[] {
  return cookie(SESSION, secret, origin, sessionLifetime(origin));
}

/** Returns the header fields that delete the cookie in the browser. */
export function withoutSessionCookie(origin: PageOrigin): string[] {
  return cookie(SESSION, '', origin, 0);
}

/** Returns the secret of the session that a browser sends with a request. Over TLS only a cookie counts that no other site could set. */
export function sessionSecretOf(exchange: Exchange, origin: PageOrigin): string | undefined {
  return cookieOf(exchange, SESSION, origin);
}

export function cookie(rules: CookieRules, value: string, origin: PageOrigin, lifetimeMs: number): string[] {
  const attributes = [
    `${nameOf(rules, origin)}=${value}`,
    `Path=${rules.path}`,
    `Max-Age=${Math.floor(lifetimeMs / 1000)}`,
    'HttpOnly',
    `SameSite=${rules.sameSite}`,
    ...(origin.isSecure ? ['Secure'] : []),
  ];
  return ['set-cookie', attributes.join('; ')];
}

export function cookieOf({ request }: Exchange, rules: CookieRules, origin: PageOrigin): string | undefined {
  const name = nameOf(rules, origin);
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const end = pair.indexOf('=');
    if (end !== -1 && pair.slice(0, end).trim() === name) return pair.slice(end + 1).trim() || undefined;
  }
  return undefined;
}

function nameOf({ name }: CookieRules, { isSecure }: PageOrigin): string {
  return isSecure ? SECURE_PREFIX + name : name;
}
