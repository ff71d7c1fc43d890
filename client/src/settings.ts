import { type Clock, systemClock } from './clock.ts';
import type { CallOptions, Deprecation, PetstoreOptions, Wait } from './options.ts';
import type { Quota } from './quota-headers.ts';

/** How often and how long a call is tried. */
export interface Limits {
  attempts: number;
  retrySeconds: number;
  timeoutSeconds: number;
}

/** The options of a client with their defaults. */
export interface Settings extends Limits {
  baseUrl: string;
  apiKey: string;
  pace: boolean;
  onQuota: (quota: Quota) => void;
  onWait: (wait: Wait) => void;
  onDeprecation: (deprecation: Deprecation) => void;
  fetch: typeof fetch;
  clock: Clock;
}

const DEFAULT_LIMITS: Limits = { attempts: 8, retrySeconds: 180, timeoutSeconds: 30 };

const OPTIONS = [
  'baseUrl',
  'apiKey',
  'pace',
  'retry',
  'timeoutSeconds',
  'onQuota',
  'onWait',
  'onDeprecation',
  'fetch',
  'clock',
] satisfies Array<keyof PetstoreOptions>;

/** The options of every call. */
export const CALL_OPTIONS = ['signal', 'timeoutSeconds', 'retry', 'onResponse'] satisfies Array<
  keyof CallOptions
>;

/** @throws {TypeError} for an invalid option; the message never contains the key. */
export function settingsOf(options: PetstoreOptions): Settings {
  refuseUnknown(options, OPTIONS);
  const { pace = false, clock = systemClock } = options;
  return {
    baseUrl: baseOf(required('baseUrl', options.baseUrl, 'PETSTORE_URL')),
    apiKey: keyOf(required('apiKey', options.apiKey, 'PETSTORE_KEY')),
    pace,
    ...limitsOf(options, DEFAULT_LIMITS),
    onQuota: isolated(options.onQuota),
    onWait: isolated(options.onWait),
    onDeprecation: isolated(options.onDeprecation),
    // Browsers throw if `fetch` is called as a method of another object.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    clock,
  };
}

/**
 * Returns the limits that are given, and the others from `defaults`.
 *
 * @throws {TypeError} for an invalid limit.
 */
export function limitsOf(
  { retry = {}, timeoutSeconds }: Pick<CallOptions, 'retry' | 'timeoutSeconds'>,
  defaults: Limits,
): Limits {
  refuseUnknown(retry, ['attempts', 'seconds'], 'retry.');
  return {
    attempts: atLeast(1, 'retry.attempts', retry.attempts ?? defaults.attempts),
    retrySeconds: atLeast(0, 'retry.seconds', retry.seconds ?? defaults.retrySeconds),
    timeoutSeconds: atLeast(0.001, 'timeoutSeconds', timeoutSeconds ?? defaults.timeoutSeconds),
  };
}

/** @throws {TypeError} for no object, or a name that is not known: a misspelled option would have no effect. */
export function refuseUnknown(options: object, known: readonly string[], prefix = ''): void {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`${prefix.slice(0, -1) || 'options'} must be an object; got ${String(options)}`);
  }
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new TypeError(`Unknown option ${prefix}${unknown}. Known here: ${known.join(', ')}`);
}

/** Returns the number, which may be Infinity, if it is large enough. */
export function atLeast(min: number, name: string, value: number): number {
  if (typeof value === 'number' && value >= min) return value;
  throw new TypeError(`${name} must be a number of at least ${min}; got ${String(value)}`);
}

/** Keeps errors of a listener away from the call: they become uncaught exceptions, like those of an event listener. */
export function isolated<Value>(listener: ((value: Value) => void) | undefined): (value: Value) => void {
  return (value) => {
    try {
      listener?.(value);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  };
}

/** What is read of Node's `process`. A browser has none, or an imitation by a bundler. */
interface Runtime {
  fetch: unknown;
  process?: { versions?: { node?: string }; env: Record<string, string | undefined> };
}

/**
 * Returns the value that was given; in Node by default that of a variable of the environment.
 *
 * @throws {TypeError} if there is none.
 */
function required(name: keyof PetstoreOptions, given: string | undefined, variable: string): string {
  const { process }: Runtime = globalThis;
  const value = given ?? (process?.versions?.node && process.env[variable]);
  if (value) return value;
  throw new TypeError(`${name} is missing: pass it, or set ${variable} in Node`);
}

/** Returns the address with `/v1` and without a trailing slash. */
function baseOf(text: string): string {
  try {
    // `URL.canParse` does not exist in every browser that the client runs in.
    const { protocol, username, password, origin, pathname } = new URL(text);
    const isAllowed = /^https?:$/.test(protocol) && username + password === '';
    if (isAllowed) return `${origin}${pathname.replace(/(\/v1)?\/*$/, '')}/v1`;
  } catch {
    // The error of the platform has the text.
  }
  // The text is not quoted: it may be the key or contain a password.
  throw new TypeError('baseUrl must be like https://adopt.example.org, without a password');
}

function keyOf(key: string): string {
  if (typeof key === 'string' && /^[\x21-\x7e]+$/.test(key)) return key;
  throw new TypeError('apiKey must be like petstore_live_…, without spaces and line breaks');
}
