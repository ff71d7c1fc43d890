import { Type } from 'typebox';
import { type Clock, DAY, timeText } from '../../platform/core/clock.ts';
import { SafeInteger } from '../../platform/core/int64.ts';
import { andThen } from '../../platform/core/maybe-promise.ts';
import { ROLES } from '../../platform/core/role.ts';
import type { Database } from '../../platform/database/database.ts';
import { Representation } from '../../platform/http/responses/representation.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { PLAN_NAMES } from '../accounts/account.ts';
import { accountOf } from '../accounts/authenticate.ts';
import { bannedKeys } from '../accounts/ban-queries.ts';
import { dayOf, type WindowState } from './fixed-window.ts';
import { MAX_QUOTA, quotaOf } from './plan.ts';
import type { QuotaEngine } from './quota-engine.ts';
import { DAYS_REPORTED, UsageDays } from './usage-days.ts';

const WindowSchema = Type.Object(
  {
    limit: SafeInteger({ description: 'Requests allowed in the window.', maximum: MAX_QUOTA }),
    used: SafeInteger({
      description: 'Requests counted in the window, this one included unless the quota is used up.',
    }),
    remaining: SafeInteger({ description: 'Requests left; never below 0.', maximum: MAX_QUOTA }),
    reset: SafeInteger({ description: 'Unix timestamp, in seconds, at which the window resets.' }),
  },
  { $id: 'Window', description: 'One window of the quota.' },
);
type WindowBody = { limit: number; used: number; remaining: number; reset: number };

const UsageSchema = Type.Object(
  {
    plan: Type.Unsafe<string>({
      type: 'string',
      enum: [...PLAN_NAMES],
      description: 'The plan of the account.',
    }),
    role: Type.Unsafe<string>({ type: 'string', enum: [...ROLES], description: 'The role of the account.' }),
    minute: Type.Unsafe<WindowBody>({ $ref: 'Window#' }),
    day: Type.Unsafe<WindowBody>({ $ref: 'Window#' }),
    bans: Type.Array(
      Type.Object({
        key: Type.String({ description: 'The first and the last characters of the banned key.' }),
        until: Type.String({ format: 'date-time', description: 'When the ban ends, in UTC.' }),
      }),
      { description: "The account's keys that are banned now." },
    ),
    days: Type.Array(
      Type.Object({
        day: Type.String({ format: 'date', description: 'A UTC day.' }),
        requests: SafeInteger({ description: 'Requests counted on that day.' }),
      }),
      { description: 'The last 30 days, today last. Days without requests are included.' },
    ),
  },
  { $id: 'Usage', description: 'The usage of an account: its quotas, bans and requests.' },
);

export const USAGE_SCHEMAS = [WindowSchema, UsageSchema];

/** An account on the plan Free that sent its first request yesterday. */
const USAGE_EXAMPLE = {
  plan: 'free',
  role: 'member',
  minute: { limit: 60, used: 1, remaining: 59, reset: 1795262460 },
  day: { limit: 1000, used: 118, remaining: 882, reset: 1795305600 },
  bans: [],
  days: Array.from({ length: DAYS_REPORTED }, (_, index) => ({
    day: new Date(Date.UTC(2026, 10, 21) - (DAYS_REPORTED - 1 - index) * DAY).toISOString().slice(0, 10),
    requests: { [DAYS_REPORTED - 2]: 240, [DAYS_REPORTED - 1]: 118 }[index] ?? 0,
  })),
};

export interface UsageRouteDependencies {
  database: Database;
  quotas: QuotaEngine;
  clock: Clock;
}

export function usageRoutes({ database, quotas, clock }: UsageRouteDependencies): Route[] {
  const days = new UsageDays(database.read);
  return [
    route({
      method: 'GET',
      path: '/v1/usage',
      schema: {
        operationId: 'getUsage',
        tags: ['Usage'],
        summary: 'Get the usage of the account',
        description:
          'Returns the plan, both windows of the keys, the bans, and the requests of each of the last 30 days. It also answers when the quota is used up: such a request is not counted in it, and an address has 300 of them a minute. A banned key gets 429.',
        responses: {
          200: { $ref: 'Usage#', description: 'The usage of the account.', examples: [USAGE_EXAMPLE] },
        },
      },
      stability: 'beta',
      answersBeyondQuota: true,
      handle: (exchange) => {
        const account = accountOf(exchange);
        const now = clock.now();
        return andThen(quotas.peek(account.id, quotaOf(account), now), ({ minute, day = minute, at }) =>
          andThen(bannedKeys(database.read, account.id, now), (banned) =>
            andThen(days.json(account.id, dayOf(at), day.used), (daysJson) => {
              const bans = banned.map(({ hint, endsAt }) => ({ key: hint, until: timeText(endsAt) }));
              const windows = { minute: toWindowBody(minute), day: toWindowBody(day) };
              const usage = JSON.stringify({ plan: account.plan, role: account.role, ...windows, bans });
              return Representation.transient(`${usage.slice(0, -1)},"days":${daysJson}}`);
            }),
          ),
        );
      },
    }),
  ];
}

function toWindowBody({ limit, used, remaining, resetAt }: WindowState): WindowBody {
  return { limit, used, remaining, reset: resetAt };
}
