import { isIP } from 'node:net';
import { OPTIONS, type OptionName } from './options.ts';
import { withoutSecrets } from './urls.ts';

/** An invalid option. The message is one line that names the option and what it must be. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** @param expected what the option must be, as the end of a sentence. */
export function invalidOption(name: OptionName, value: string, expected: string): ConfigError {
  const shown = /:\/\/.*@/.test(value) ? withoutSecrets(value) : value;
  return new ConfigError(`${name} must be ${expected}; got ${JSON.stringify(shown)}`);
}

/** Returns a host as `listen` takes it: IPv6 in its short form, and without the brackets that it has in a URL. */
export function parseHost(name: OptionName, host: string): string {
  const [, inner = ''] = /^\[(.*)\]$/.exec(host) ?? [];
  const address = inner === '' ? host : inner;
  if (isIP(address) === 6) return URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? address;
  if (!/[/@\s[\]]/.test(host)) return host;
  throw invalidOption(name, host, 'an address such as 127.0.0.1');
}

export function parsePort(name: OptionName, value: string): number {
  return parseInteger(name, value, { noun: 'an integer', min: 0, max: 65_535, example: '9464' });
}

export function parseChoice<T extends string>(name: OptionName, value: string, choices: readonly T[]): T {
  const choice = choices.find((known) => known === value);
  if (choice !== undefined) return choice;
  throw invalidOption(name, value, `one of ${choices.join(', ')}`);
}

export function parseSwitch(name: OptionName, value: string): boolean {
  return parseChoice(name, value, ['true', 'false']) === 'true';
}

interface IntegerRange {
  /** What is counted, with its article. */
  readonly noun: string;
  readonly min?: number;
  readonly max: number;
  /** A value for the message; otherwise the default. */
  readonly example?: string;
}

export function parseInteger(
  name: OptionName,
  value: string,
  { noun, min = 1, max, example = '' }: IntegerRange,
): number {
  const number = Number(value);
  if (/^\d{1,7}$/.test(value) && number >= min && number <= max) return number;
  const suggestion = OPTIONS[name].default || example;
  throw invalidOption(name, value, `${noun} between ${min} and ${max}, such as ${suggestion}`);
}

/** Parses IP addresses and CIDRs, separated by commas. */
export function parseNetworks(name: OptionName, value: string): string[] {
  const networks = value === '' ? [] : value.split(',').map((network) => network.trim());
  const invalid = networks.find((network) => !isNetwork(network));
  if (invalid === undefined) return networks;
  throw invalidOption(name, invalid, 'networks separated by commas, such as 10.0.0.0/8,127.0.0.1');
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
