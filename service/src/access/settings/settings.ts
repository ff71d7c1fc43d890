import { Type } from 'typebox';
import {
  MAX_SHELTER_NAME_LENGTH,
  type PublicPagesConfig,
  SHELTER_NAME_PATTERN,
  shelterNameFault,
} from '../../platform/config/public-pages.ts';
import {
  type Coordinates,
  coordinatesFault,
  parseCoordinates,
} from '../../platform/core/catalogue/coordinates.ts';
import { type License, licenseIn } from '../../platform/core/catalogue/licenses.ts';
import { CURRENCY_PATTERN } from '../../platform/core/currency.ts';
import { ApiError } from '../../platform/core/errors.ts';
import { DEFAULT_TIME_ZONE, isTimeZone } from '../../platform/core/local-days.ts';
import { CONTACT_PATTERN, normalContactUrl } from '../../platform/core/urls/contact-url.ts';
import type { SettingName } from '../../platform/database/tables.ts';
import { nullable } from '../../platform/http/openapi/nullable.ts';
import { CATALOGUE_MEMBERS, COORDINATES, coarseText } from './catalogue-settings.ts';
import type { StoredSettings } from './setting-queries.ts';
import {
  LINES_PATTERN,
  MAX_LINES_LENGTH,
  MAX_TELEPHONE_LENGTH,
  shelterLinesFault,
  TELEPHONE_PATTERN,
  telephoneFault,
} from './shelter-texts.ts';

/** The formats of the schemas below. */
export const SETTINGS_FORMATS = {
  'shelter-name': shelterNameFault,
  'shelter-lines': shelterLinesFault,
  telephone: telephoneFault,
  coordinates: coordinatesFault,
  'time-zone': timeZoneFault,
};

function timeZoneFault(name: string): string | undefined {
  return isTimeZone(name) ? undefined : 'must be a time zone of the IANA database, such as America/Chicago';
}

/** What version 1.1.0 has. A member that is absent is not set. */
interface FirstSettings {
  readonly shelterName?: string | undefined;
  readonly contactUrl?: string | undefined;
  readonly publicPages: boolean;
}

interface LaterSettings {
  readonly timeZone?: string | undefined;
  /** Of adoption fees: a code of ISO 4217. */
  readonly currency?: string | undefined;
  readonly address?: string | undefined;
  readonly hours?: string | undefined;
  readonly telephone?: string | undefined;
  /** As text, such as `41.9,-87.6`. */
  readonly coordinates?: string | undefined;
  readonly license?: License | undefined;
}

/** A later setting that is absent stays as it is, because clients of 1.1.0 do not send it; null removes it. */
export type SettingsRequest = FirstSettings & {
  readonly [Name in keyof LaterSettings]?: LaterSettings[Name] | null;
};

/** What applies: the settings of the environment, else those of the store. */
export interface Settings extends FirstSettings, LaterSettings {
  /** The variables that fix a setting: admins cannot change it. */
  readonly fixedBy: Readonly<Partial<Record<keyof SettingsRequest, string>>>;
}

/** Returns the zone whose days the shelter counts. */
export function timeZoneOf({ timeZone = DEFAULT_TIME_ZONE }: Settings): string {
  return timeZone;
}

/** Returns where the shelter is; undefined if that is not set. */
export function coordinatesOf({ coordinates }: Settings): Coordinates | undefined {
  return coordinates === undefined ? undefined : parseCoordinates(coordinates);
}

/** Returns the settings that have no variable, as far as they are set. */
function storedOnly({
  currency,
  address,
  hours,
  telephone,
  coordinates,
  ...others
}: StoredSettings): LaterSettings {
  const values = { currency, address, hours, telephone, coordinates, license: licenseIn(others.license) };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

export function effectiveSettings(config: PublicPagesConfig, stored: StoredSettings): Settings {
  const shelterName = config.shelterName ?? stored.shelter_name;
  const contactUrl = config.contactUrl ?? stored.contact_url;
  const timeZone = config.timeZone ?? stored.time_zone;
  const isManaged = config.mode === 'managed';
  return {
    ...(shelterName !== undefined && { shelterName }),
    ...(contactUrl !== undefined && { contactUrl }),
    ...(timeZone !== undefined && { timeZone }),
    ...storedOnly(stored),
    publicPages: isManaged ? stored.public_pages === 'true' : config.mode === 'on',
    fixedBy: {
      ...(config.shelterName !== undefined && { shelterName: 'SHELTER_NAME' }),
      ...(config.contactUrl !== undefined && { contactUrl: 'SHELTER_CONTACT_URL' }),
      ...(config.timeZone !== undefined && { timeZone: 'SHELTER_TIME_ZONE' }),
      ...(!isManaged && { publicPages: 'PUBLIC_PAGES' }),
    },
  };
}

/**
 * Returns what to store. A setting that the environment fixes stays in the store as it is.
 *
 * @throws {ApiError} `setting_fixed` for another value than that of the environment.
 */
export function settingsToStore(config: PublicPagesConfig, wanted: SettingsRequest): StoredSettings {
  const { fixedBy, ...fixed } = effectiveSettings(config, {});
  const names = Object.keys(fixedBy) as (keyof SettingsRequest)[]; // as the type of `fixedBy` states
  const changed = names.filter((name) => wanted[name] !== undefined && wanted[name] !== fixed[name]);
  if (changed.length > 0)
    throw new ApiError('setting_fixed', changed.map((name) => fixedText(name, fixedBy[name])).join(' '));
  return {
    ...(fixedBy.shelterName === undefined && { shelter_name: wanted.shelterName }),
    ...(fixedBy.contactUrl === undefined && {
      contact_url: wanted.contactUrl && normalContactUrl(wanted.contactUrl),
    }),
    ...(fixedBy.timeZone === undefined && stored('time_zone', wanted.timeZone)),
    ...stored('currency', wanted.currency),
    ...stored('address', wanted.address),
    ...stored('hours', wanted.hours),
    ...stored('telephone', wanted.telephone),
    ...stored('coordinates', wanted.coordinates && coarseText(wanted.coordinates)),
    ...stored('license', wanted.license),
    ...(fixedBy.publicPages === undefined && { public_pages: String(wanted.publicPages) }),
  } as StoredSettings; // undefined removes a setting
}

function stored(name: SettingName, value: string | null | undefined): StoredSettings {
  return value === undefined ? {} : ({ [name]: value ?? undefined } as StoredSettings); // undefined removes a setting
}

function fixedText(name: keyof SettingsRequest, variable: string | undefined): string {
  const how =
    name === 'publicPages'
      ? `${variable}=managed lets admins change it.`
      : 'Remove it there to change it here.';
  return `${name} is set by ${variable} in the environment of the service. ${how}`;
}

const MAX_CONTACT_URL = 2_000;
const MAX_TIME_ZONE = 60;
/** A part of what `time-zone` checks, for openapi.json. */
const TIME_ZONE_PATTERN = '^[A-Za-z][A-Za-z0-9_+/-]*$';

const ADDRESS = '12 Harbour Street\nSpringfield';
const HOURS = 'Tue to Sun, 11 am to 6 pm';
const TELEPHONE = '+1 555 010 0100';

function lines(description: string, example: string) {
  return Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_LINES_LENGTH,
      format: 'shelter-lines',
      pattern: LINES_PATTERN,
      description,
      examples: [example],
    }),
  );
}

const firstMembers = {
  shelterName: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_SHELTER_NAME_LENGTH,
      format: 'shelter-name',
      pattern: SHELTER_NAME_PATTERN,
      description: 'The name of the shelter on the public pages; `Petstore` if it is not set. One line.',
      examples: ['Riverside Shelter'],
    }),
  ),
  contactUrl: Type.Optional(
    Type.String({
      maxLength: MAX_CONTACT_URL,
      format: 'contact-url',
      pattern: CONTACT_PATTERN,
      description:
        'Where visitors ask about an animal without a `contactUrl`: an `https:`, `mailto:` or `tel:` address.',
      examples: ['https://shelter.example/visit'],
    }),
  ),
  publicPages: Type.Boolean({
    description: 'Whether everyone can see the available animals at `/adopt`, without a key.',
  }),
};

const laterMembers = {
  timeZone: Type.Optional(
    Type.String({
      maxLength: MAX_TIME_ZONE,
      format: 'time-zone',
      pattern: TIME_ZONE_PATTERN,
      description:
        'The time zone of the shelter, by its name in the IANA database. Its days are those of the console, the public pages and the summary; UTC if it is not set.',
      examples: ['America/Chicago'],
    }),
  ),
  currency: Type.Optional(
    Type.String({
      format: 'fee-currency',
      pattern: CURRENCY_PATTERN,
      description: 'The currency code of ISO 4217 that the console uses for adoption fees.',
      examples: ['USD'],
    }),
  ),
  address: lines('The address of the shelter, for visitors: up to six lines.', ADDRESS),
  hours: lines('When the shelter is open, for visitors: up to six lines.', HOURS),
  telephone: Type.Optional(
    Type.String({
      maxLength: MAX_TELEPHONE_LENGTH,
      format: 'telephone',
      pattern: TELEPHONE_PATTERN,
      description: 'The telephone number of the shelter, for visitors, as people write it.',
      examples: [TELEPHONE],
    }),
  ),
  ...CATALOGUE_MEMBERS,
};

const nullableMembers = Object.fromEntries(
  Object.entries(laterMembers).map(([name, schema]) => [name, Type.Optional(nullable(schema))]),
);

const NEW_SETTINGS_EXAMPLE = {
  shelterName: 'Riverside Shelter',
  contactUrl: 'https://shelter.example/visit',
  timeZone: 'America/Chicago',
  currency: 'USD',
  address: ADDRESS,
  hours: HOURS,
  telephone: TELEPHONE,
  coordinates: COORDINATES,
  license: 'CC-BY-4.0',
  publicPages: true,
};

export const SETTINGS_EXAMPLE = { ...NEW_SETTINGS_EXAMPLE, fixedBy: {} };

const variable = Type.Optional(Type.String({ description: 'The variable that fixes it.' }));

export const SETTINGS_SCHEMAS = [
  Type.Object(
    {
      ...firstMembers,
      ...nullableMembers,
      fixedBy: Type.Optional(
        Type.Object(
          {},
          {
            additionalProperties: true,
            description: 'Ignored, so that the settings that were read can be sent.',
          },
        ),
      ),
    },
    {
      $id: 'SettingsRequest',
      additionalProperties: false,
      description:
        'The settings of the shelter. Without `shelterName` or `contactUrl` these are not set. Each other one stays as it is if it is absent, and null removes it.',
      examples: [NEW_SETTINGS_EXAMPLE],
    },
  ),
  Type.Object(
    {
      ...firstMembers,
      ...laterMembers,
      fixedBy: Type.Object(
        { shelterName: variable, contactUrl: variable, timeZone: variable, publicPages: variable },
        {
          description:
            'The settings that the environment of the service fixes, which cannot be changed here.',
        },
      ),
    },
    { $id: 'Settings', description: 'The settings that apply.', examples: [SETTINGS_EXAMPLE] },
  ),
];
