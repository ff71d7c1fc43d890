import { isEmailAddress } from '../core/email-address.ts';
import { isLocalHost } from './link-address.ts';
import { ConfigError, invalidOption } from './option-values.ts';
import { hostInUrl, parseUrl, withoutSecrets } from './urls.ts';

/** How e-mails are sent. */
export interface MailConfig {
  readonly host: string;
  readonly port: number;
  /** `implicit`: from the first byte. `starttls`: the server must offer it. `off`: only on request of the operator. */
  readonly tls: 'implicit' | 'starttls' | 'off';
  readonly user: { readonly name: string; readonly password: string } | undefined;
  readonly from: MailSenderAddress;
}

export interface MailSenderAddress {
  /** Empty without one. */
  readonly name: string;
  readonly address: string;
}

const DEFAULT_PORTS = { 'smtps:': 465, 'smtp:': 587 } as const;
const FORMS =
  'smtp://USER:PASSWORD@HOST:587, which uses STARTTLS, or smtps://USER:PASSWORD@HOST:465; with percent-encoding in the password';

/** Parses `SMTP_URL` and `SMTP_FROM`. Returns undefined if neither is set. */
export function parseMail(address: string, from: string): MailConfig | undefined {
  if (address === '' && from === '') return undefined;
  if (from === '') throw new ConfigError('SMTP_URL needs SMTP_FROM: the sender of the e-mails');
  if (address === '') throw new ConfigError('SMTP_FROM needs SMTP_URL: the server that sends the e-mails');
  return Object.freeze({ ...parseSmtpUrl(address), from: parseSender(from) });
}

function parseSmtpUrl(address: string): Omit<MailConfig, 'from'> {
  const url = parseUrl(address);
  const protocol = url?.protocol === 'smtps:' || url?.protocol === 'smtp:' ? url.protocol : undefined;
  const isValid = url !== undefined && url.hostname !== '' && /^\/?$/.test(url.pathname) && url.hash === '';
  if (!isValid || protocol === undefined || !['', '?tls=off'].includes(url.search))
    throw invalidOption('SMTP_URL', withoutSecrets(address), FORMS);
  const host = decodeURIComponent(url.hostname);
  const isOff = url.search !== '';
  if (isOff && protocol === 'smtps:')
    throw new ConfigError(
      'SMTP_URL has smtps:// and tls=off, which exclude each other: use smtp:// without TLS',
    );
  const server: Omit<MailConfig, 'from'> = {
    host: host.replaceAll(/[[\]]/g, ''),
    port: url.port === '' ? DEFAULT_PORTS[protocol] : Number(url.port),
    tls: protocol === 'smtps:' ? 'implicit' : isOff ? 'off' : 'starttls',
    user:
      url.username === ''
        ? undefined
        : { name: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
  };
  if (!exposesPassword(server)) return server;
  throw new ConfigError(
    'SMTP_URL has a password and tls=off: anyone on the network could read the password. Remove tls=off',
  );
}

function parseSender(text: string): MailSenderAddress {
  const sender = senderIn(text);
  if (sender !== undefined) return sender;
  throw invalidOption(
    'SMTP_FROM',
    text,
    'an e-mail address, or a name and an address such as Riverside Shelter <hello@shelter.example>',
  );
}

/** Returns the sender in `NAME <ADDRESS>` or in an address; undefined if the text is neither. */
export function senderIn(text: string): MailSenderAddress | undefined {
  const [, quoted, address] = /^(.*)<([^<>]+)>$/u.exec(text) ?? [undefined, '', text];
  const name = (quoted ?? '').trim().replace(/^"(.*)"$/, '$1');
  const isValid = address !== undefined && isEmailAddress(address) && !/[\p{C}"<>]/u.test(name);
  return isValid ? { name, address } : undefined;
}

/** Returns the text that `senderIn` reads. */
export function senderText({ name, address }: MailSenderAddress): string {
  return name === '' ? address : `${name} <${address}>`;
}

/** True if a password would leave this machine without TLS, so that anyone on the network could read it. */
export function exposesPassword({ host, tls, user }: Pick<MailConfig, 'host' | 'tls' | 'user'>): boolean {
  return tls === 'off' && user !== undefined && !isLocalHost(hostInUrl(host));
}

/** Describes the server of e-mails, without credentials. */
export function describeMail(config: MailConfig): string {
  return `${serverOf(config)}${config.tls === 'off' ? ' without TLS' : ''}`;
}

/** Returns the host and the port of the server. */
export function serverOf({ host, port }: MailConfig): string {
  return `${hostInUrl(host)}:${port}`;
}
