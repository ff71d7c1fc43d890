import { type Static, Type } from 'typebox';
import { timeText } from '../../platform/core/clock.ts';
import { emailFault, MAX_EMAIL_LENGTH } from '../../platform/core/email-address.ts';
import { Int64, SafeInteger } from '../../platform/core/int64.ts';
import { stringifyJson } from '../../platform/core/json.ts';
import { isAtLeast, PERSON_ROLES, type PersonRole, type Role } from '../../platform/core/role.ts';
import { nullable } from '../../platform/http/openapi/nullable.ts';
import { ACCOUNT_NAME_RULE } from '../administration/formats.ts';
import { languageMember } from '../mail/texts/languages.ts';

/** Someone who works for an account and signs in to the console. Times are Unix milliseconds. */
export interface Person {
  readonly id: bigint;
  readonly accountId: bigint;
  readonly name: string;
  readonly role: PersonRole;
  /** In lower case. */
  readonly email: string | undefined;
  readonly createdAt: number;
}

/** A person with the ways in, as those see who manage persons. */
export interface PersonRecord extends Person {
  /** The browsers in which the person is signed in. */
  readonly devices: number;
  readonly passkeys: number;
  /** When one of the devices last asked for a token; undefined if there are none. */
  readonly lastUsedAt: number | undefined;
  /** When the last open invitation expires; undefined without one. */
  readonly invitedUntil: number | undefined;
}

/**
 * Returns true if a role manages the persons of an account: admins those of all accounts, others with the full role of their account
 * those of that one.
 */
export function managesPeople(
  role: Role,
  account: { readonly role: Role; readonly isOwn: boolean },
): boolean {
  return role === 'admin' || (account.isOwn && isAtLeast(role, 'member') && isAtLeast(role, account.role));
}

export const PERSON_EXAMPLE = {
  id: 7n,
  accountId: 1n,
  name: 'Ana',
  role: 'volunteer',
  email: 'ana@shelter.example',
  devices: 1,
  passkeys: 0,
  createdAt: '2026-11-22T09:12:40.000Z',
  lastUsedAt: '2026-11-22T10:02:00.000Z',
} as const;

export const INVITATION_EXAMPLE = {
  url: 'https://pets.shelter.example/#/join/…',
  expiresAt: '2026-11-29T09:12:40.000Z',
} as const;

export const DEVICE_EXAMPLE = {
  id: 12n,
  name: 'Firefox · Android',
  createdAt: '2026-11-22T09:14:03.120Z',
  lastUsedAt: '2026-11-22T10:02:00.000Z',
  current: true,
} as const;

export const PASSKEY_EXAMPLE = {
  id: 'mCd3dGVzdC1jcmVkZW50aWFs',
  name: 'Firefox · Android',
  createdAt: '2026-11-22T09:15:20.300Z',
  lastUsedAt: '2026-11-23T08:01:44.000Z',
} as const;

export const PEOPLE_FORMATS = { 'email-address': emailFault };

const name = Type.String({
  ...ACCOUNT_NAME_RULE,
  description: 'The name that others at the shelter see: 1 to 100 characters.',
  examples: ['Ana'],
});

const role = Type.Unsafe<PersonRole>({
  type: 'string',
  enum: [...PERSON_ROLES],
  description:
    '`volunteer` adds animals, and changes profiles and photos; `member` manages all animals of the account; `manager` acts on all animals and orders; `admin` also manages accounts, keys, categories and imports. The role of the account is the upper limit.',
});

const email = Type.String({
  format: 'email-address',
  maxLength: MAX_EMAIL_LENGTH,
  description:
    'The e-mail address, which no other person of the account has. Codes to sign in are sent to it if e-mail is set up.',
  examples: ['ana@shelter.example'],
});

function time(description: string) {
  return Type.String({ format: 'date-time', description });
}

const PersonSchema = Type.Object(
  {
    id: Int64({ description: 'Unique identifier.', examples: [7n] }),
    accountId: Int64({ description: 'The account that the person works for.', examples: [1n] }),
    name,
    role,
    email: Type.Optional(email),
    devices: SafeInteger({ description: 'In how many browsers the person is signed in.' }),
    passkeys: SafeInteger({ description: 'How many passkeys the person has.' }),
    createdAt: time('When the person was added, in UTC.'),
    lastUsedAt: Type.Optional(time('When one of these browsers was last used, in UTC.')),
    invitedUntil: Type.Optional(time('When the last open invitation expires, in UTC. Absent without one.')),
  },
  {
    $id: 'Person',
    description: 'Someone who works for an account and signs in.',
    examples: [PERSON_EXAMPLE],
  },
);

const PeopleSchema = Type.Array(Type.Unsafe<Person>({ $ref: 'Person#' }), {
  $id: 'People',
  description: 'A page of persons.',
});

const PersonRequestSchema = Type.Object(
  {
    name,
    role,
    email: Type.Optional(email),
    accountId: Type.Optional(
      Int64({ description: 'The account that the person works for; by default that of the request.' }),
    ),
  },
  {
    $id: 'PersonRequest',
    additionalProperties: false,
    description: 'A person to add.',
    examples: [{ name: 'Ana', role: 'volunteer' }],
  },
);
export type PersonRequest = Static<typeof PersonRequestSchema>;

const PersonChangeSchema = Type.Object(
  {
    name: Type.Optional(name),
    role: Type.Optional(role),
    email: Type.Optional(
      Type.Unsafe<string | null>(nullable({ ...email, description: 'The e-mail address; null removes it.' })),
    ),
  },
  {
    $id: 'PersonChange',
    additionalProperties: false,
    minProperties: 1,
    description: 'The members to change; at least one.',
    examples: [{ role: 'member' }],
  },
);
export type PersonChangeBody = Static<typeof PersonChangeSchema>;

const InvitationRequestSchema = Type.Object(
  {
    send: Type.Optional(
      Type.Unsafe<'email'>({
        type: 'string',
        enum: ['email'],
        description: 'The link is sent to the e-mail address of the person as well.',
      }),
    ),
    language: languageMember,
  },
  {
    $id: 'InvitationRequest',
    additionalProperties: false,
    description: 'How an invitation is sent.',
    examples: [{ send: 'email' }],
  },
);
export type InvitationRequest = Static<typeof InvitationRequestSchema>;

const InvitationSchema = Type.Object(
  {
    url: Type.String({
      format: 'uri',
      description: 'The address that signs the person in on one device, once.',
    }),
    expiresAt: time('When it expires, in UTC.'),
    sent: Type.Optional(
      Type.Boolean({ description: 'With `send`: true if the link is sent to the address of the person.' }),
    ),
    reason: Type.Optional(
      Type.String({
        description:
          'Which limit of the day is met, so that the link is not sent; for people, in English. Pass the link on yourself.',
      }),
    ),
  },
  {
    $id: 'Invitation',
    description: 'A link that signs a person in. The first one to open it acts as that person.',
    examples: [INVITATION_EXAMPLE],
  },
);

const DeviceSchema = Type.Object(
  {
    id: Int64({ description: 'Unique identifier.', examples: [12n] }),
    name: Type.String({ description: 'The browser and the system, as the browser names them.' }),
    createdAt: time('When the person signed in, in UTC.'),
    lastUsedAt: time('When it was last used, in UTC.'),
    current: Type.Boolean({ description: 'True for the browser that sends the request.' }),
  },
  { $id: 'Device', description: 'A browser in which a person is signed in.', examples: [DEVICE_EXAMPLE] },
);

const DevicesSchema = Type.Array(Type.Unsafe<object>({ $ref: 'Device#' }), {
  $id: 'Devices',
  description: 'The browsers in which a person is signed in.',
});

const PasskeySchema = Type.Object(
  {
    id: Type.String({
      description: 'Identifier of the passkey, in base64url.',
      examples: [PASSKEY_EXAMPLE.id],
    }),
    name: Type.String({ description: 'The browser and the system that added it.' }),
    createdAt: time('When it was added, in UTC.'),
    lastUsedAt: Type.Optional(time('When it last signed in, in UTC. Absent before that.')),
  },
  {
    $id: 'Passkey',
    description: 'A key in a device or a password manager, with which a person signs in.',
    examples: [PASSKEY_EXAMPLE],
  },
);

const PasskeysSchema = Type.Array(Type.Unsafe<object>({ $ref: 'Passkey#' }), {
  $id: 'Passkeys',
  description: 'The passkeys of a person.',
});

export const PEOPLE_SCHEMAS = [
  PersonSchema,
  PeopleSchema,
  PersonRequestSchema,
  PersonChangeSchema,
  InvitationRequestSchema,
  InvitationSchema,
  DeviceSchema,
  DevicesSchema,
  PasskeySchema,
  PasskeysSchema,
];

export function personJson(person: PersonRecord): string {
  const { id, accountId, name: known, role: ownRole, email: address, devices, passkeys } = person;
  return stringifyJson({
    id,
    accountId,
    name: known,
    role: ownRole,
    email: address,
    devices,
    passkeys,
    createdAt: timeText(person.createdAt),
    lastUsedAt: optionalTime(person.lastUsedAt),
    invitedUntil: optionalTime(person.invitedUntil),
  });
}

function optionalTime(at: number | undefined): string | undefined {
  return at === undefined ? undefined : timeText(at);
}
