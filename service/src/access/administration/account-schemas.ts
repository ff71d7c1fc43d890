import { type Static, Type } from 'typebox';
import { timeText } from '../../platform/core/clock.ts';
import { Int64, SafeInteger } from '../../platform/core/int64.ts';
import { stringifyJson } from '../../platform/core/json.ts';
import { ACCOUNT_ROLES, type AccountRole } from '../../platform/core/role.ts';
import { type AccountRecord, PLAN_NAMES, type PlanName } from '../accounts/account.ts';
import { MAX_QUOTA, quotaOf } from '../quota/plan.ts';
import { ACCOUNT_NAME_RULE } from './formats.ts';

export const ACCOUNT_EXAMPLE = {
  id: 4n,
  name: 'Web site',
  plan: 'business',
  role: 'reader',
  quota: { perMinute: 1000, perDay: 100000 },
  requestsToday: 1204,
  disabled: false,
  createdAt: '2026-11-22T09:12:40.000Z',
} as const;

const name = Type.String({
  ...ACCOUNT_NAME_RULE,
  description: 'Its name: 1 to 100 characters, not used by another account.',
  examples: ['Web site'],
});

const plan = Type.Unsafe<PlanName>({
  type: 'string',
  enum: [...PLAN_NAMES],
  description: 'Its plan, which sets the quota.',
});

const role = Type.Unsafe<AccountRole>({
  type: 'string',
  enum: [...ACCOUNT_ROLES],
  description:
    '`reader` reads; `member` also adds animals and manages its own; `manager` acts on all animals and orders; `admin` also manages accounts, keys, categories and imports.',
});

const quota = Type.Object(
  {
    perMinute: Type.Integer({ minimum: 1, maximum: MAX_QUOTA, description: 'Requests a UTC minute.' }),
    perDay: Type.Integer({ minimum: 1, maximum: MAX_QUOTA, description: 'Requests a UTC day.' }),
  },
  { description: 'The requests that it may make.' },
);

const ENTERPRISE_QUOTA = {
  ...quota,
  additionalProperties: false,
  description: 'The requests that it may make. Only for the plan `enterprise`, which needs it.',
};

const ENTERPRISE = { required: ['plan'], properties: { plan: { const: 'enterprise' } } };
const WITH_OTHER_PLAN = { required: ['plan'], properties: { plan: { not: { const: 'enterprise' } } } };
const WITH_QUOTA = { required: ['quota'] };
const WITHOUT_QUOTA = { not: WITH_QUOTA };

/** Documents in openapi.json which bodies `account-changes.ts` accepts. */
function either(condition: object, consequence: object, alternative: object = {}) {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: condition, then: consequence, else: alternative };
}

const AccountSchema = Type.Object(
  {
    id: Int64({ description: 'Unique identifier.', examples: [4n] }),
    name,
    plan,
    role,
    quota,
    requestsToday: SafeInteger({
      description: 'The requests that were counted on this UTC day, up to a few seconds ago.',
    }),
    disabled: Type.Boolean({ description: 'True if none of its keys is accepted.' }),
    createdAt: Type.String({ format: 'date-time', description: 'When it was created, in UTC.' }),
  },
  { $id: 'Account', description: 'A user of the service, with API keys.', examples: [ACCOUNT_EXAMPLE] },
);

const AccountsSchema = Type.Array(Type.Unsafe<AccountRecord>({ $ref: 'Account#' }), {
  $id: 'Accounts',
  description: 'A page of accounts.',
});

const AccountRequestSchema = Type.Object(
  { name, plan, role: Type.Optional({ ...role, default: 'member' }), quota: Type.Optional(ENTERPRISE_QUOTA) },
  {
    $id: 'AccountRequest',
    additionalProperties: false,
    ...either(ENTERPRISE, WITH_QUOTA, WITHOUT_QUOTA),
    description: 'An account to create.',
    examples: [{ name: 'Web site', plan: 'business', role: 'reader' }],
  },
);
export type AccountRequest = Static<typeof AccountRequestSchema>;

const AccountChangeSchema = Type.Object(
  {
    name: Type.Optional(name),
    plan: Type.Optional(plan),
    role: Type.Optional(role),
    quota: Type.Optional(ENTERPRISE_QUOTA),
    disabled: Type.Optional(Type.Boolean({ description: 'True to reject all of its keys.' })),
  },
  {
    $id: 'AccountChange',
    additionalProperties: false,
    minProperties: 1,
    ...either(WITH_OTHER_PLAN, WITHOUT_QUOTA),
    description: 'The members to change; at least one.',
    examples: [{ plan: 'pro' }],
  },
);
export type AccountChangeBody = Static<typeof AccountChangeSchema>;

/** @param requests the requests of accounts today. */
export function accountJson(account: AccountRecord, requests: ReadonlyMap<bigint, number>): string {
  const { id, name, plan, role, createdAt, disabledAt } = account;
  return stringifyJson({
    id,
    name,
    plan,
    role,
    quota: quotaOf(account),
    requestsToday: requests.get(id) ?? 0,
    disabled: disabledAt !== undefined,
    createdAt: timeText(createdAt),
  });
}

export const ACCOUNT_SCHEMAS = [AccountSchema, AccountsSchema, AccountRequestSchema, AccountChangeSchema];
