import { isContactUrl } from '../core/contact-url.ts';
import { invalidSetting, parseInteger, parseSwitch } from './setting-values.ts';
import type { SettingName } from './settings.ts';

const MAX_NAME_LENGTH = 100;

/** The pages at `/adopt`, which need no key. */
export interface PublicPagesConfig {
  readonly shelterName: string;
  /** Where visitors ask about an animal without an address of its own. */
  readonly contactUrl: string | undefined;
  /** The quota of one client address. */
  readonly requestsPerMinute: number;
}

/** Checks the settings also if the pages are off. Returns undefined then. */
export function parsePublicPages(
  values: Readonly<Record<SettingName, string>>,
): PublicPagesConfig | undefined {
  const config = Object.freeze({
    shelterName: parseName(values.SHELTER_NAME),
    contactUrl: parseContactUrl(values.SHELTER_CONTACT_URL),
    requestsPerMinute: parseInteger('PUBLIC_REQUESTS_PER_MINUTE', values.PUBLIC_REQUESTS_PER_MINUTE, {
      noun: 'a number of requests',
      max: 1_000_000,
    }),
  });
  return parseSwitch('PUBLIC_PAGES', values.PUBLIC_PAGES) ? config : undefined;
}

function parseName(name: string): string {
  if (name.length <= MAX_NAME_LENGTH && name.isWellFormed() && !/\p{Cc}/u.test(name)) return name;
  throw invalidSetting(
    'SHELTER_NAME',
    name.slice(0, MAX_NAME_LENGTH),
    `a name of at most ${MAX_NAME_LENGTH} characters on one line, such as Riverside Shelter`,
  );
}

function parseContactUrl(address: string): string | undefined {
  if (address === '') return undefined;
  if (isContactUrl(address)) return address;
  throw invalidSetting(
    'SHELTER_CONTACT_URL',
    address,
    'an address that begins with https:, mailto: or tel:, such as https://shelter.example/visit',
  );
}
