import { isTimeZone } from '../core/local-days.ts';
import { isContactUrl, normalContactUrl } from '../core/urls/contact-url.ts';
import { invalidOption, parseChoice, parseInteger } from './option-values.ts';
import type { OptionName } from './options.ts';

const MODES = { true: 'on', false: 'off', managed: 'managed' } as const;

/** The pages at `/adopt`, which need no key. */
export interface PublicPagesConfig {
  /** `managed`: admins switch them on and off. */
  readonly mode: 'on' | 'off' | 'managed';
  /** Undefined if admins set it. */
  readonly shelterName: string | undefined;
  /** Where visitors ask about an animal without an address of its own. Undefined if admins set it. */
  readonly contactUrl: string | undefined;
  /** Whose days the shelter counts. Undefined if admins set it. */
  readonly timeZone: string | undefined;
  /** The quota of one client address. */
  readonly requestsPerMinute: number;
}

export function parsePublicPages(values: Readonly<Record<OptionName, string>>): PublicPagesConfig {
  return Object.freeze({
    mode: MODES[parseChoice('PUBLIC_PAGES', values.PUBLIC_PAGES, ['true', 'false', 'managed'])],
    shelterName: parseName(values.SHELTER_NAME),
    contactUrl: parseContactUrl(values.SHELTER_CONTACT_URL),
    timeZone: parseTimeZone(values.SHELTER_TIME_ZONE),
    requestsPerMinute: parseInteger('PUBLIC_REQUESTS_PER_MINUTE', values.PUBLIC_REQUESTS_PER_MINUTE, {
      noun: 'a number of requests',
      max: 1_000_000,
    }),
  });
}

function parseName(name: string): string | undefined {
  if (name === '') return undefined;
  if (shelterNameFault(name) === undefined) return name;
  throw invalidOption(
    'SHELTER_NAME',
    name.slice(0, MAX_SHELTER_NAME_LENGTH),
    `a name of at most ${MAX_SHELTER_NAME_LENGTH} characters on one line, such as Riverside Shelter`,
  );
}

function parseContactUrl(address: string): string | undefined {
  if (address === '') return undefined;
  if (isContactUrl(address)) return normalContactUrl(address);
  throw invalidOption(
    'SHELTER_CONTACT_URL',
    address,
    'an address that begins with https:, mailto: or tel:, such as https://shelter.example/visit',
  );
}

function parseTimeZone(name: string): string | undefined {
  if (name === '') return undefined;
  if (isTimeZone(name)) return name;
  throw invalidOption('SHELTER_TIME_ZONE', name, 'a time zone of the IANA database, such as America/Chicago');
}

/** The name of a shelter, in the environment and in the API. */
export const MAX_SHELTER_NAME_LENGTH = 100;

/** `shelterNameFault` as a pattern for openapi.json, without its maximum length. */
export const SHELTER_NAME_PATTERN =
  '^[^\\x00-\\x1f\\x7f-\\x9f]*[^\\s\\x00-\\x1f\\x7f-\\x9f][^\\x00-\\x1f\\x7f-\\x9f]*$';

/** Returns what is wrong with the name of a shelter, as the end of a sentence; undefined if it is valid. */
export function shelterNameFault(name: string): string | undefined {
  if (name.trim() === '') return 'must not be empty';
  if (name.length > MAX_SHELTER_NAME_LENGTH) return `must have at most ${MAX_SHELTER_NAME_LENGTH} characters`;
  if (!name.isWellFormed() || /\p{Cc}/u.test(name)) return 'must be one line of text';
  return undefined;
}
