import { Type } from 'typebox';
import { int64FromDigits } from '../core/int64.ts';
import { stringifyJson } from '../core/json.ts';
import { andThen } from '../core/maybe-promise.ts';
import type { Database } from '../database/database.ts';
import {
  buildSearchPage,
  PAGE_UNCHANGED,
  pageHeaders,
  pageParameters,
  pageRequest,
} from '../http/responses/pagination.ts';
import { type Route, route } from '../http/route.ts';
import { AUDIT_EXAMPLE, type AuditEntry } from './audit-entry.ts';
import { listAudit } from './audit-queries.ts';

export const AUDIT_FORMATS = {
  'audit-position': (text: string) =>
    int64FromDigits(text) === undefined ? 'must be the id of an entry' : undefined,
};

export function auditRoutes({ database }: { database: Database }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/audit',
      schema: {
        operationId: 'listAudit',
        tags: ['Administration'],
        summary: 'See who changed what',
        description:
          'Returns the changes of accounts, keys, bans, categories, imports, settings, animals and orders with their authors, newest first. Entries are kept as long as events. To follow them, send `sort=id` and the last id as `after`. Needs the role `admin`.',
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
        const page = pageRequest('/v1/audit', query, { after: query.after });
        const after = query.after === undefined ? undefined : BigInt(query.after);
        const { after: cursor, order, rowLimit: limit } = page;
        return andThen(listAudit(database, { after, cursor, order, limit }), (found) =>
          buildSearchPage(page, found, stringifyJson, ({ id }) => id),
        );
      },
    }),
  ];
}
