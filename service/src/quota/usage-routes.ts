import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { PLAN_NAMES, ROLES } from '../accounts/account.ts';
import { banOf, listApiKeys } from '../accounts/api-key-store.ts';
import { accountOf } from '../accounts/authenticate.ts';
import { type Clock, DAY } from '../core/clock.ts';
import type { Database, Queries } from '../database/database.ts';
import { loadCounters } from './counter-store.ts';
import { dayOf, type WindowState } from './decide.ts';
import { quotaOf } from './plan.ts';
import type { AccountQuotas } from './quota.ts';

/** How many days back an account can see its requests, today included. */
export const DAYS_SHOWN = 30;

const WindowSchema = Type.Object(
  {
    limit: Type.Integer({ description: 'Requests allowed in the window.' }),
    used: Type.Integer({ description: 'Requests made in the window, this one included.' }),
    remaining: Type.Integer({ description: 'Requests left; never below 0.' }),
    reset: Type.Integer({ description: 'Unix timestamp, in seconds, of the moment the window resets.' }),
  },
  { $id: 'Window', description: 'One window of the quota.' },
);
type ShownWindow = { limit: number; used: number; remaining: number; reset: number };

const UsageSchema = Type.Object(
  {
    plan: Type.Unsafe<string>({
      type: 'string',
      enum: [...PLAN_NAMES],
      description: 'The plan of the account.',
    }),
    role: Type.Unsafe<string>({ type: 'string', enum: [...ROLES], description: 'The role of the account.' }),
    minute: Type.Unsafe<ShownWindow>({ $ref: 'Window#' }),
    day: Type.Unsafe<ShownWindow>({ $ref: 'Window#' }),
    bans: Type.Array(
      Type.Object({
        key: Type.String({ description: 'The beginning and the end of the banned key.' }),
        until: Type.String({ format: 'date-time', description: 'When the ban ends, in UTC.' }),
      }),
      { description: "The account's keys that are banned now." },
    ),
    days: Type.Array(
      Type.Object({
        day: Type.String({ format: 'date', description: 'A UTC day.' }),
        requests: Type.Integer({ description: 'Requests counted on it.' }),
      }),
      { description: 'The last 30 days, today last; every day is listed.' },
    ),
  },
  { $id: 'Usage', description: 'What an account has used of its quotas.' },
);

export interface UsageRouteParts {
  database: Database;
  quotas: AccountQuotas;
  clock: Clock;
}

export function usageRoutes({ database, quotas, clock }: UsageRouteParts): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const schema of [WindowSchema, UsageSchema]) app.addSchema(schema);

    app.get(
      '/usage',
      {
        schema: {
          operationId: 'getUsage',
          tags: ['Store'],
          summary: 'See what was used',
          description:
            'Returns the plan, both windows, the bans and the requests of the last 30 days of the account.',
          response: { 200: { $ref: 'Usage#', description: 'The usage of the account.' } },
        },
        config: { stability: 'beta', ignoresUnknownParameters: true },
      },
      async (request, reply) => {
        const account = accountOf(request);
        const now = clock.now();
        const { minute, day = minute, at } = await quotas.peek(account.id, quotaOf(account), now);
        reply.header('Cache-Control', 'no-store');
        return {
          plan: account.plan,
          role: account.role,
          minute: showWindow(minute),
          day: showWindow(day),
          bans: await activeBans(database.read, account.id, now),
          days: await lastDays(database.read, account.id, at, day.used),
        };
      },
    );
  };
}

function showWindow({ limit, used, remaining, resetAt }: WindowState): ShownWindow {
  return { limit, used, remaining, reset: resetAt };
}

async function activeBans(db: Queries, accountId: bigint, now: number) {
  const keys = await listApiKeys(db, accountId);
  return keys.flatMap((key) => {
    const ban = banOf(key, now);
    return ban === undefined ? [] : [{ key: key.hint, until: new Date(ban.endsAt).toISOString() }];
  });
}

/** @param today the requests of today, which the store may learn of a second later. */
async function lastDays(db: Queries, accountId: bigint, now: number, today: number) {
  const range = { from: dayOf(now) - DAYS_SHOWN + 1, to: dayOf(now) };
  const kept = new Map(
    (await loadCounters(db, 'day', range, accountId)).map(({ number, used }) => [number, used]),
  );
  kept.set(range.to, Math.max(today, kept.get(range.to) ?? 0));
  return Array.from({ length: DAYS_SHOWN }, (_, index) => {
    const number = range.from + index;
    return { day: new Date(number * DAY).toISOString().slice(0, 10), requests: kept.get(number) ?? 0 };
  });
}
