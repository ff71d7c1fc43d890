import { invalidSetting } from './setting-values.ts';
import type { SettingName } from './settings-and-defaults.ts';
import { withoutSecrets } from './urls.ts';

/** Parses the base address of a service. Returns it without a slash at the end; undefined if it is not set. */
export function parseBaseUrl(name: SettingName, value: string): string | undefined {
  if (value === '') return undefined;
  const url = URL.parse(value);
  const isPlain = url !== null && url.search === '' && url.hash === '' && url.username + url.password === '';
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    throw invalidSetting(name, withoutSecrets(value), 'an address such as https://petstore.example');
  }
  const base = url.href.replace(/\/+$/, '');
  if (base.endsWith('/v1')) throw invalidSetting(name, value, `without /v1, as ${base.slice(0, -3)}`);
  return base;
}

/**
 * Parses `PUBLIC_URL`. The paths in `Location`, `Link` and the console begin at the root of the host, so the service
 * cannot be below a path.
 */
export function parsePublicUrl(value: string): string | undefined {
  const base = parseBaseUrl('PUBLIC_URL', value);
  if (base === undefined || new URL(base).pathname === '/') return base;
  throw invalidSetting(
    'PUBLIC_URL',
    value,
    `without a path, as ${new URL(base).origin}, because the service must be at the root of a host (give it its own host name in the proxy)`,
  );
}
