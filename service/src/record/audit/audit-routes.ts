import { Type } from 'typebox';
import { Int64, int64FromDigits } from '../../platform/core/int64.ts';
import { stringifyJson } from '../../platform/core/json.ts';
import { addDays, startOfDay } from '../../platform/core/local-days.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Database } from '../../platform/database/database.ts';
import {
  buildSearchPage,
  PAGE_UNCHANGED,
  pageHeaders,
  pageParameters,
  pageRequest,
} from '../../platform/http/responses/pagination.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { AUDIT_EXAMPLE, type AuditEntry } from './audit-entry.ts';
import { listAudit } from './audit-queries.ts';

export const AUDIT_FORMATS = {
  'audit-position': (text: string) =>
    int64FromDigits(text) === undefined ? 'must be the id of an entry' : undefined,
};

export interface AuditRouteDependencies {
  database: Database;
  timeZone: () => MaybePromise<string>;
}

function idFilter(description: string) {
  return Type.Optional(Int64({ description, examples: [1n] }));
}

export function auditRoutes({ database, timeZone }: AuditRouteDependencies): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/audit',
      schema: {
        operationId: 'listAudit',
        tags: ['Administration'],
        summary: 'See who changed what',
        description:
          'Returns the changes of accounts, keys, bans, categories, imports, settings, animals and orders with their authors, newest first. Entries are kept as long as events. To follow them, send `sort=id` and the last id as `after`. A list by author or day is in the order of the times. Needs the role `admin`.',
        query: Type.Object({
          ...pageParameters,
          after: Type.Optional(
            Type.String({
              description: 'Only entries after the one with this id.',
              format: 'audit-position',
              pattern: '^[0-9]{1,19}$',
              examples: ['57'],
            }),
          ),
          petId: idFilter(
            'Only changes of this animal, its profile, its photos and its orders, and merges of others into it.',
          ),
          accountId: idFilter('Only changes by this account.'),
          keyId: idFilter('Only changes with this API key.'),
          day: Type.Optional(
            Type.String({
              format: 'date',
              description:
                'Only changes on this day in the time zone of the shelter. A full-date of RFC 3339.',
              examples: ['2026-11-22'],
            }),
          ),
        }),
        headers: pageHeaders,
        responses: {
          200: {
            ...Type.Unsafe<AuditEntry[]>({ $ref: 'Audit#' }),
            description: 'A page of the audit.',
            examples: [[AUDIT_EXAMPLE]],
          },
          304: PAGE_UNCHANGED,
        },
      },
      stability: 'experimental',
      role: 'admin',
      handle: (_exchange, { query }) => {
        const { petId, accountId, keyId, day } = query;
        const page = pageRequest('/v1/audit', query, { after: query.after, petId, accountId, keyId, day });
        const after = query.after === undefined ? undefined : BigInt(query.after);
        const { after: cursor, order, rowLimit: limit } = page;
        const filters = { petId, accountId, keyId };
        return andThen(timeZone(), (zone) =>
          andThen(
            listAudit(database, { after, cursor, order, limit, ...filters, ...timesOf(day, zone) }),
            (found) => buildSearchPage(page, found, stringifyJson, ({ id }) => id),
          ),
        );
      },
    }),
  ];
}

/** No day follows it that RFC 3339 can write. */
const LAST_DAY = '9999-12-31';

/** Returns the first and the last moment of a day. */
function timesOf(day: string | undefined, timeZone: string) {
  if (day === undefined) return {};
  const from = BigInt(startOfDay(day, timeZone));
  return day === LAST_DAY ? { from } : { from, to: BigInt(startOfDay(addDays(day, 1), timeZone) - 1) };
}
