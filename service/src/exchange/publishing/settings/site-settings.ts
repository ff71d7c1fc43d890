import { fieldError } from '../../../platform/core/field-faults.ts';
import type { Secrets } from '../../../platform/database/secrets.ts';
import { SECURITIES, type Security, type Site, type SiteId } from '../sites/site.ts';

/** Which animals are sent. */
export interface SiteOptions {
  readonly includeHeld: boolean;
  readonly includeUnaltered: boolean;
}

/** How an account sends its animals to a site. */
export interface SiteSettings {
  readonly isOn: boolean;
  /** The login at the site; null until it is set. */
  readonly username: string | null;
  readonly host: string;
  readonly port: number;
  readonly security: Security;
  readonly everyHours: number;
  readonly options: SiteOptions;
}

/** The settings as the store has them. */
export interface StoredSite {
  readonly settings: SiteSettings;
  /** Null for none. */
  readonly sealedPassword: string | null;
}

/** A member that is absent stays as it is. */
export type SiteChange = {
  readonly [Name in keyof Omit<SiteSettings, 'options' | 'host' | 'port' | 'security'>]?: SiteSettings[Name];
} & {
  /** Null for that of the site. */
  readonly host?: string | null;
  readonly port?: number | null;
  readonly security?: Security | null;
  /** Null removes it. */
  readonly password?: string | null;
  readonly options?: Partial<SiteOptions>;
};

const DEFAULT_EVERY_HOURS = 4;

export function defaultSettings({ host, port, security }: Site): SiteSettings {
  const options = { includeHeld: false, includeUnaltered: true };
  return { isOn: false, username: null, host, port, security, everyHours: DEFAULT_EVERY_HOURS, options };
}

/** The password opens only for the account, the server, the user and the encryption for which it was set. */
function purposeOf(accountId: bigint, siteId: SiteId, settings: SiteSettings): string {
  const { host, port, username, security } = settings;
  return JSON.stringify(['publishing', String(accountId), siteId, host, port, username, security]);
}

/** Returns the password of a site; undefined if there is none, or if this process cannot read it. */
export function openPassword(
  accountId: bigint,
  siteId: SiteId,
  { settings, sealedPassword }: StoredSite,
  secrets: Secrets,
): string | undefined {
  if (sealedPassword === null) return undefined;
  return secrets.open(sealedPassword, purposeOf(accountId, siteId, settings));
}

/**
 * Applies a change.
 *
 * @throws {ApiError} `invalid_body`, or `secrets_key_missing`.
 */
export function changedSite(
  accountId: bigint,
  site: Site,
  stored: StoredSite,
  { password, options, ...change }: SiteChange,
  secrets: Secrets,
): StoredSite {
  const { settings: before } = stored;
  const settings: SiteSettings = {
    ...before,
    ...change,
    host: (change.host === undefined ? before.host : (change.host ?? site.host)).toLowerCase(),
    port: change.port === undefined ? before.port : (change.port ?? site.port),
    security: change.security === undefined ? before.security : (change.security ?? site.security),
    options: { ...before.options, ...options },
  };
  if (settings.options.includeHeld && !site.showsHeld)
    throw fieldError(
      'invalid_body',
      'options.includeHeld',
      `must be false: ${site.name} shows no animals on hold`,
    );
  if (settings.isOn && settings.username === null)
    throw fieldError('invalid_body', 'username', `is needed before ${site.name} can be on`);
  const purpose = (of: SiteSettings) => purposeOf(accountId, site.id, of);
  if (password === undefined)
    return { settings, sealedPassword: keptPassword(stored, settings, purpose, secrets) };
  return { settings, sealedPassword: password === null ? null : secrets.seal(password, purpose(settings)) };
}

/** Returns the stored password for changed settings, unless they would send it elsewhere or with less encryption. */
function keptPassword(
  { settings: before, sealedPassword }: StoredSite,
  settings: SiteSettings,
  purpose: (settings: SiteSettings) => string,
  secrets: Secrets,
): string | null {
  const [from, to] = [purpose(before), purpose(settings)];
  if (sealedPassword === null || from === to) return sealedPassword;
  const { security } = before;
  const isElsewhere = purpose({ ...settings, security }) !== from;
  const isLess = SECURITIES.indexOf(settings.security) < SECURITIES.indexOf(security);
  const kept = isElsewhere || isLess ? undefined : secrets.reseal(sealedPassword, from, to);
  if (kept !== undefined) return kept;
  throw fieldError(
    'invalid_body',
    'password',
    'is needed with another host, port or username, or with less security: the stored one is only for those before; null removes it',
  );
}
