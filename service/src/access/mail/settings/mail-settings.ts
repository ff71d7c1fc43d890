import { exposesPassword, type MailConfig, senderIn, senderText } from '../../../platform/config/mail.ts';
import { fieldError } from '../../../platform/core/field-faults.ts';
import type { SealedSetting } from '../../../platform/database/sealed-settings.ts';
import type { Secrets } from '../../../platform/database/secrets.ts';

/** How the connection to the server is protected. */
export const SECURITIES = ['starttls', 'tls', 'none'] as const;
type Security = (typeof SECURITIES)[number];

const TLS = { starttls: 'starttls', tls: 'implicit', none: 'off' } as const satisfies Record<
  Security,
  MailConfig['tls']
>;
const DEFAULT_PORTS: Readonly<Record<Security, number>> = { starttls: 587, tls: 465, none: 25 };

/** What an admin sets, without the password. */
export interface MailSettings {
  readonly host: string;
  readonly port: number;
  readonly security: Security;
  /** Undefined for a server without login. */
  readonly user?: string | undefined;
  /** An address, or a name and an address. */
  readonly from: string;
}

/** What an admin sends. */
export interface MailSettingsRequest extends Omit<MailSettings, 'port' | 'security'> {
  readonly port?: number;
  readonly security?: Security;
  /** Without one, that of the same server and user stays. */
  readonly password?: string;
}

/** What applies, and what the store has. */
export interface MailState {
  /** How e-mails are sent; undefined if they are not. */
  readonly config: MailConfig | undefined;
  /** Undefined if the environment decides, or nothing is set. */
  readonly stored: MailSettings | undefined;
  /** True if the store has a password that this process cannot read. */
  readonly isLocked: boolean;
}

export const NOT_SET_UP: MailState = { config: undefined, stored: undefined, isLocked: false };

/** The password opens only for the server and the user for which it was set, with TLS or without. */
function purposeOf({ host, port, user, security }: MailSettings): string {
  return JSON.stringify(['email', host, port, user, security === 'none' ? 'plain' : 'tls']);
}

/** Returns what applies with the settings of the store. */
export function stateOf(sealed: SealedSetting | undefined, secrets: Secrets): MailState {
  if (sealed === undefined) return NOT_SET_UP;
  const stored = settingsIn(sealed);
  const password = sealed.secret === null ? undefined : secrets.open(sealed.secret, purposeOf(stored));
  if (stored.user !== undefined && password === undefined)
    return { config: undefined, stored, isLocked: true };
  return { config: configOf(stored, password), stored, isLocked: false };
}

/** Returns the settings of a row that `settingToStore` has made. */
export function settingsIn({ content }: SealedSetting): MailSettings {
  return JSON.parse(content) as MailSettings;
}

/** Returns the settings that a configuration of the environment stands for. */
export function settingsOf({ host, port, tls, user, from }: MailConfig): MailSettings {
  const security = SECURITIES.find((one) => TLS[one] === tls) ?? 'starttls';
  return { host, port, security, ...(user && { user: user.name }), from: senderText(from) };
}

/**
 * Returns what to store.
 *
 * @param stored what the store has. Its password stays with its server and its user, so that no one can let it be sent elsewhere, and with TLS.
 * @param sealedNew the password of the request; undefined without one.
 * @throws {ApiError} `invalid_body`.
 */
export function settingToStore(
  settings: MailSettings,
  stored: SealedSetting | undefined,
  sealedNew: string | undefined,
  secrets: Secrets,
): SealedSetting {
  const secret = sealedNew ?? keptPassword(settings, stored, secrets);
  if (settings.user !== undefined && secret === null)
    throw fieldError(
      'invalid_body',
      'password',
      'is needed with user: the stored password belongs to another server, to another user or to TLS, or there is none',
    );
  return { content: JSON.stringify(settings), secret: settings.user === undefined ? null : secret };
}

/** Returns the stored password for changed settings; null if there is none, or if they would send it elsewhere or without TLS. */
function keptPassword(
  settings: MailSettings,
  stored: SealedSetting | undefined,
  secrets: Secrets,
): string | null {
  if (stored === undefined || stored.secret === null) return null;
  const before = settingsIn(stored);
  const [from, to] = [purposeOf(before), purposeOf(settings)];
  if (from === to) return stored.secret;
  const isOnlyRaised = before.security === 'none' && purposeOf({ ...settings, security: 'none' }) === from;
  return (isOnlyRaised ? secrets.reseal(stored.secret, from, to) : undefined) ?? null;
}

/**
 * Returns the settings of a request.
 *
 * @throws {ApiError} `invalid_body`.
 */
export function settingsToSet({ password, ...request }: MailSettingsRequest): MailSettings {
  const { host, security = 'starttls', port = DEFAULT_PORTS[security], user, from } = request;
  if (password !== undefined && user === undefined)
    throw fieldError('invalid_body', 'user', 'is needed with password');
  const settings = { host: host.toLowerCase(), port, security, ...(user !== undefined && { user }), from };
  if (exposesPassword(configOf(settings, '')))
    throw fieldError(
      'invalid_body',
      'security',
      'must be starttls or tls: without TLS anyone on the network could read the password',
    );
  return settings;
}

/** Seals the password of a request. */
export function sealPassword(settings: MailSettings, password: string, secrets: Secrets): string {
  return secrets.seal(password, purposeOf(settings));
}

function configOf({ host, port, security, user, from }: MailSettings, password = ''): MailConfig {
  const login = user === undefined ? undefined : { name: user, password };
  // The schema of the request has checked the sender.
  return { host, port, tls: TLS[security], user: login, from: senderIn(from) ?? { name: '', address: from } };
}
