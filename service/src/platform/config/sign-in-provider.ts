import { webUrl } from '../core/urls/web-url.ts';
import { isLocalHost } from './link-address.ts';
import { ConfigError, invalidOption } from './option-values.ts';
import type { OptionName } from './options.ts';
import { withoutSecrets } from './urls.ts';

/** A provider of OpenID Connect with which persons sign in, such as Google, Microsoft or Keycloak. */
export interface SignInProviderConfig {
  /** As the provider states it, without a slash that it does not state. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the console shows. */
  readonly name: string;
  /** The domains, in lower case, whose accounts may be bound to persons. Empty for all. */
  readonly domains: readonly string[];
}

const NEEDED = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
const MAX_NAME_LENGTH = 50;
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** Parses the settings of the provider. Returns undefined if there is none. */
export function parseSignInProvider(
  values: Readonly<Record<OptionName, string>>,
): SignInProviderConfig | undefined {
  const issuer = values.OIDC_ISSUER === '' ? undefined : parseIssuer(values.OIDC_ISSUER);
  const name = parseName(values.OIDC_NAME);
  const domains = parseDomains(values.OIDC_DOMAINS);
  const missing = NEEDED.filter((option) => values[option] === '');
  if (missing.length === NEEDED.length && name === undefined && domains.length === 0) return undefined;
  if (issuer === undefined || missing.length > 0)
    throw new ConfigError(`${missing.join(' and ')} must be set, too, to sign people in with a provider`);
  return Object.freeze({
    issuer,
    clientId: values.OIDC_CLIENT_ID,
    clientSecret: values.OIDC_CLIENT_SECRET,
    name: name ?? new URL(issuer).hostname,
    domains: Object.freeze(domains),
  });
}

/** The secret of the client is sent there, so it must be over TLS. */
function parseIssuer(text: string): string {
  const url = webUrl(text);
  const isPlain = url !== undefined && url.search + url.hash + url.username + url.password === '';
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocalHost(url.hostname));
  if (isPlain && isSafe) return text;
  throw invalidOption('OIDC_ISSUER', withoutSecrets(text), 'an address such as https://accounts.google.com');
}

function parseName(name: string): string | undefined {
  if (name === '') return undefined;
  if (name.length <= MAX_NAME_LENGTH && !/\p{C}/u.test(name)) return name;
  throw invalidOption(
    'OIDC_NAME',
    name.slice(0, MAX_NAME_LENGTH),
    `a name of at most ${MAX_NAME_LENGTH} characters on one line, such as Google`,
  );
}

function parseDomains(text: string): string[] {
  const domains = text === '' ? [] : text.split(',').map((domain) => domain.trim().toLowerCase());
  const invalid = domains.find((domain) => !DOMAIN.test(domain));
  if (invalid === undefined) return domains;
  throw invalidOption('OIDC_DOMAINS', invalid, 'domains separated by commas, such as shelter.example');
}
