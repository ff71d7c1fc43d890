import { Type } from 'typebox';
import { SafeInteger } from '../../platform/core/int64.ts';
import { PUBLISHING_QUESTIONS, type PublishingQuestion } from '../../platform/database/column-values.ts';
import { nullable } from '../../platform/http/openapi/nullable.ts';
import { SECRET } from '../../platform/http/openapi/secret-member.ts';
import { SECURITIES, SITE_IDS, type SiteId } from './sites/site.ts';
import { RUN_EXAMPLE, type RunResource } from './upload/run-schemas.ts';

const MAX_LOGIN = 200;
const MAX_HOST = 253;
const MAX_HOURS = 168;
const HOST_PATTERN = '^[A-Za-z0-9:]([A-Za-z0-9.:_-]*[A-Za-z0-9:])?$';
/** It becomes the name of a file at some sites. */
const LOGIN_PATTERN = '^[A-Za-z0-9][A-Za-z0-9.@_-]*$';

/** The formats of the schemas below. */
export const PUBLISHING_FORMATS = {
  'site-host': (text: string) =>
    new RegExp(HOST_PATTERN).test(text)
      ? undefined
      : 'must be the name or the IP address of a server, such as ftp.site.example',
  'site-login': (text: string) =>
    new RegExp(LOGIN_PATTERN).test(text)
      ? undefined
      : 'must begin with a letter or a digit, and have only letters, digits and . @ _ -',
  'site-password': (text: string) =>
    /\p{Cc}/u.test(text) || !text.isWellFormed() ? 'must be one line of text' : undefined,
};

const EXAMPLE_SETTINGS = {
  id: 'petfinder',
  name: 'Petfinder',
  isOn: true,
  username: 'XX123',
  hasPassword: true,
  host: 'members.petfinder.com',
  port: 21,
  security: 'none',
  everyHours: 4,
  options: { includeHeld: false, includeUnaltered: true },
} as const;

export const SITE_SETTINGS_EXAMPLE = EXAMPLE_SETTINGS;
export const SITE_EXAMPLE = {
  ...EXAMPLE_SETTINGS,
  sentCount: 10,
  leftOutCount: 2,
  unmappedWords: 1,
  lastRun: RUN_EXAMPLE,
  nextRunAt: '2026-11-26T12:00:03.120Z',
};

const members = {
  isOn: Type.Boolean({ description: 'Whether the animals are sent by themselves every few hours.' }),
  username: Type.String({
    minLength: 1,
    maxLength: MAX_LOGIN,
    format: 'site-login',
    pattern: LOGIN_PATTERN,
    description: 'The login at the site, which is the id of the shelter there.',
    examples: ['XX123'],
  }),
  host: Type.String({
    minLength: 1,
    maxLength: MAX_HOST,
    format: 'site-host',
    pattern: HOST_PATTERN,
    description: 'The server that takes the files.',
    examples: ['members.petfinder.com'],
  }),
  port: Type.Integer({ minimum: 1, maximum: 65_535, description: 'Its port.', examples: [21] }),
  security: Type.Unsafe<(typeof SECURITIES)[number]>({
    type: 'string',
    enum: [...SECURITIES],
    description:
      '`explicit_tls`: the connection is encrypted. `none`: it is not, and neither is the password.',
    examples: ['none'],
  }),
  everyHours: Type.Integer({
    minimum: 1,
    maximum: MAX_HOURS,
    description: 'How often the animals are sent, in hours.',
    examples: [4],
  }),
};

const options = {
  includeHeld: Type.Boolean({
    description: 'Whether animals on hold are sent as such. Only Petfinder shows them.',
  }),
  includeUnaltered: Type.Boolean({
    description: 'Whether animals are sent that are not spayed or neutered, or of which that is not known.',
  }),
};

const settingsMembers = {
  id: Type.Unsafe<SiteId>({ type: 'string', enum: [...SITE_IDS], description: 'Identifier of the site.' }),
  name: Type.String({ description: 'Its name.', examples: ['Petfinder'] }),
  ...members,
  username: Type.Unsafe<string | null>(
    nullable({ ...members.username, description: 'The login at the site; null until it is set.' }),
  ),
  hasPassword: Type.Boolean({ description: 'True if a password is set. It is never returned.' }),
  options: Type.Object(options, { description: 'Which animals are sent.' }),
};

function count(description: string) {
  return SafeInteger({ description });
}

const SettingsSchema = Type.Object(settingsMembers, {
  $id: 'PublishingSiteSettings',
  description: 'How the account sends its animals to a site where adopters look.',
  examples: [EXAMPLE_SETTINGS],
});

const SiteSchema = Type.Object(
  {
    ...settingsMembers,
    sentCount: count('How many animals are sent.'),
    leftOutCount: count('How many animals are available or on hold, and are not sent.'),
    unmappedWords: count('How many words of the shelter keep animals from being sent.'),
    lastRun: Type.Optional(Type.Unsafe<RunResource>({ $ref: 'PublishingRun#' })),
    nextRunAt: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When the next run is due, in UTC; null if the site is off, or while a run is open.',
    }),
    waitsFor: Type.Optional(
      Type.Unsafe<PublishingQuestion>({
        type: 'string',
        enum: [...PUBLISHING_QUESTIONS],
        description:
          'What a person has to confirm before anything is sent: `first_upload`, because it replaces everything at the site, or `sudden_drop`, because many animals are gone. Absent if there is nothing to confirm.',
      }),
    ),
  },
  {
    $id: 'PublishingSite',
    description: 'A site where adopters look, how the account sends its animals to it, and how many.',
    examples: [SITE_EXAMPLE],
  },
);

const SitesSchema = Type.Object(
  {
    sites: Type.Array(Type.Unsafe<typeof SITE_EXAMPLE>({ $ref: 'PublishingSite#' }), {
      description: 'The sites, always in the same order.',
    }),
  },
  {
    $id: 'PublishingSites',
    description: 'The sites where adopters look.',
    examples: [{ sites: [SITE_EXAMPLE] }],
  },
);

const CHANGE_EXAMPLE = { isOn: true, username: 'XX123', password: 'correct horse battery staple' };

const ChangeSchema = Type.Object(
  {
    isOn: Type.Optional(members.isOn),
    username: Type.Optional(settingsMembers.username),
    password: Type.Optional(
      Type.Unsafe<string | null>(
        nullable(
          Type.String({
            ...SECRET,
            minLength: 1,
            maxLength: MAX_LOGIN,
            format: 'site-password',
            description:
              'The password at the site; null removes it. It is stored encrypted and never returned. Needed with another host, port or username, and with less `security`.',
            examples: [CHANGE_EXAMPLE.password],
          }),
        ),
      ),
    ),
    host: Type.Optional(
      Type.Unsafe<string | null>(
        nullable({ ...members.host, description: 'The server; null for that of the site.' }),
      ),
    ),
    port: Type.Optional(
      Type.Unsafe<number | null>(
        nullable({ ...members.port, description: 'Its port; null for that of the site.' }),
      ),
    ),
    security: Type.Optional(Type.Unsafe<(typeof SECURITIES)[number] | null>(nullable(members.security))),
    everyHours: Type.Optional(members.everyHours),
    options: Type.Optional(
      Type.Object(
        {
          includeHeld: Type.Optional(options.includeHeld),
          includeUnaltered: Type.Optional(options.includeUnaltered),
        },
        { additionalProperties: false, minProperties: 1, description: 'Which animals are sent.' },
      ),
    ),
  },
  {
    $id: 'PublishingSiteChange',
    additionalProperties: false,
    minProperties: 1,
    description: 'The members to change; at least one.',
    examples: [CHANGE_EXAMPLE],
  },
);

export const SITE_SCHEMAS = [SettingsSchema, SiteSchema, SitesSchema, ChangeSchema];
