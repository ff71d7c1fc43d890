import { type Static, Type } from 'typebox';
import { DAY, SECOND, timeText } from '../../platform/core/clock.ts';
import { Int64 } from '../../platform/core/int64.ts';
import { stringifyJson } from '../../platform/core/json.ts';
import { ACCOUNT_ROLES, type AccountRole, KEY_SCOPES, type KeyScope } from '../../platform/core/role.ts';
import type { ApiKeySecret } from '../accounts/api-key.ts';
import type { ApiKey } from '../accounts/api-key-queries.ts';
import { activeBan } from '../accounts/ban.ts';
import { ACCOUNT_NAME_RULE, ORIGIN_PATTERN } from './formats.ts';

const MAX_ORIGINS = 10;
const MAX_OVERLAP_SECONDS = (30 * DAY) / SECOND;
export const DEFAULT_OVERLAP_SECONDS = DAY / SECOND;

export const KEY_EXAMPLE = {
  id: 8n,
  accountId: 4n,
  hint: 'petstore_live_3fGh…x9Qa', // cspell:disable-line
  label: 'Web site',
  role: 'reader',
  allowedOrigins: ['https://shelter.example'],
  createdAt: '2026-11-22T09:14:03.120Z',
  lastUsedAt: '2026-11-22T10:02:00.000Z',
  current: false,
} as const;

export const NEW_KEY_EXAMPLE = {
  ...KEY_EXAMPLE,
  secret: 'petstore_live_…', // cspell:disable-line
};

const label = Type.String({
  ...ACCOUNT_NAME_RULE,
  description: `What the key is for: 1 to ${ACCOUNT_NAME_RULE.maxLength} characters.`,
  examples: ['Web site'],
});

const role = Type.Unsafe<AccountRole>({
  type: 'string',
  enum: [...ACCOUNT_ROLES],
  description: 'The role of requests with the key, not above that of the account. Absent for the same.',
});

const allowedOrigins = Type.Array(
  Type.String({
    format: 'web-origin',
    pattern: ORIGIN_PATTERN,
    description: 'An origin such as `https://shelter.example`.',
  }),
  {
    minItems: 1,
    maxItems: MAX_ORIGINS,
    description:
      'The origins of the web pages that may use the key, which needs the role `reader` and reads only animals, listings, categories and their events. Absent for any client. Only browsers state the origin truthfully, so this keeps a key off other sites, but is no secret.',
  },
);

const scopes = Type.Array(
  Type.Unsafe<KeyScope>({
    type: 'string',
    enum: [...KEY_SCOPES],
    description: '`applications:create`: sends applications of visitors, and reads none.',
  }),
  {
    minItems: 1,
    maxItems: KEY_SCOPES.length,
    uniqueItems: true,
    description:
      'What the key may do, and nothing else; it needs the role `reader`. Absent for all that the role may do. With `allowedOrigins` it is for the web pages of these origins.',
  },
);

function time(description: string) {
  return Type.Optional(Type.String({ format: 'date-time', description }));
}

const keyFields = {
  id: Int64({ description: 'Unique identifier.', examples: [8n] }),
  accountId: Int64({ description: 'Identifier of its account.', examples: [4n] }),
  hint: Type.String({ description: 'The beginning and the end of the key.' }),
  label: Type.Optional(label),
  role: Type.Optional(role),
  allowedOrigins: Type.Optional(allowedOrigins),
  scopes: Type.Optional(scopes),
  rotatedFrom: Type.Optional(Int64({ description: 'The key that it replaced. Absent if none.' })),
  createdAt: Type.String({ format: 'date-time', description: 'When it was created, in UTC.' }),
  expiresAt: time('From then on it is not accepted. Absent if it does not expire.'),
  revokedAt: time('Since then it is not accepted. Absent if it was not revoked.'),
  lastUsedAt: time('When it was last used, to the minute. Absent if it never was.'),
  bannedUntil: time('The end of its ban. Absent without a ban.'),
  current: Type.Boolean({ description: 'True for the key of the request.' }),
};

const KeySchema = Type.Object(keyFields, {
  $id: 'Key',
  description: 'An API key without its secret.',
  examples: [KEY_EXAMPLE],
});

const KeysSchema = Type.Array(Type.Unsafe<ApiKey>({ $ref: 'Key#' }), {
  $id: 'Keys',
  description: 'A page of API keys.',
});

const IssuedKeySchema = Type.Object(
  {
    ...keyFields,
    secret: Type.String({ description: 'The key itself. It is sent only once, and cannot be read again.' }),
  },
  { $id: 'IssuedKey', description: 'A new API key with its secret.', examples: [NEW_KEY_EXAMPLE] },
);

const expiresAt = Type.String({
  format: 'date-time',
  description: 'When it expires, as `2027-01-31T00:00:00Z`. By default it does not.',
  examples: ['2027-01-31T00:00:00Z'],
});

const KeyRequestSchema = Type.Object(
  {
    label: Type.Optional(label),
    role: Type.Optional(role),
    allowedOrigins: Type.Optional(allowedOrigins),
    scopes: Type.Optional(scopes),
    expiresAt: Type.Optional(expiresAt),
  },
  {
    $id: 'KeyRequest',
    additionalProperties: false,
    description: 'A key to create.',
    examples: [{ label: 'Web site', role: 'reader', allowedOrigins: ['https://shelter.example'] }],
  },
);
export type KeyRequest = Static<typeof KeyRequestSchema>;

const KeyChangeSchema = Type.Object(
  {
    label: Type.Unsafe<string | null>({
      ...label,
      type: ['string', 'null'],
      description: 'What the key is for; null removes it.',
    }),
  },
  {
    $id: 'KeyChange',
    additionalProperties: false,
    description: 'The members to change.',
    examples: [{ label: 'Web site' }],
  },
);
export type KeyChangeBody = Static<typeof KeyChangeSchema>;

const RotationSchema = Type.Object(
  {
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_OVERLAP_SECONDS,
        default: DEFAULT_OVERLAP_SECONDS,
        description: 'How long the old key stays valid.',
      }),
    ),
    expiresAt: Type.Optional({
      ...expiresAt,
      description:
        'When the new key expires. By default as the old one would have; a key that rotates itself cannot be extended.',
    }),
  },
  {
    $id: 'Rotation',
    additionalProperties: false,
    description: 'How a key is replaced.',
    examples: [{ overlapSeconds: 3600 }],
  },
);
export type RotationBody = Static<typeof RotationSchema>;

/** @param current the id of the key of the request. */
export function keyJson(
  key: ApiKey,
  current: bigint | undefined,
  now: number,
  secret?: ApiKeySecret,
): string {
  const { id, accountId, hint, label, role, allowedOrigins, scopes, rotatedFrom } = key;
  return stringifyJson({
    id,
    accountId,
    hint,
    label,
    role,
    allowedOrigins,
    scopes,
    rotatedFrom,
    createdAt: timeText(key.createdAt),
    expiresAt: optionalTime(key.expiresAt),
    revokedAt: optionalTime(key.revokedAt),
    lastUsedAt: optionalTime(key.lastUsedAt),
    bannedUntil: optionalTime(activeBan(key, now)?.endsAt),
    current: id === current,
    secret,
  });
}

function optionalTime(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : timeText(ms);
}

export const KEY_SCHEMAS = [
  KeySchema,
  KeysSchema,
  KeyChangeSchema,
  IssuedKeySchema,
  KeyRequestSchema,
  RotationSchema,
];
