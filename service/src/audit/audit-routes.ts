import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { ApiError, quote } from '../core/errors.ts';
import { int64FromDigits } from '../core/int64.ts';
import { stringifyJson } from '../core/json.ts';
import { andThen } from '../core/maybe-promise.ts';
import type { Database } from '../database/database.ts';
import { addRead } from '../http/operation.ts';
import { buildSearchPage, pageHeaders, pageParameters, pageRequest } from '../http/responses/pagination.ts';
import { AUDIT_EXAMPLE, AUDIT_SCHEMAS, type AuditEntry } from './audit-entry.ts';
import { listAudit } from './audit-store.ts';

export function auditRoutes({ database }: { database: Database }): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const schema of AUDIT_SCHEMAS) app.addSchema(schema);

    addRead(
      app,
      '/audit',
      {
        schema: {
          operationId: 'listAudit',
          tags: ['Administration'],
          summary: 'See who changed what',
          description:
            'Returns the changes of accounts, keys, bans, categories, imports, settings, animals and orders with their authors, newest first. Entries are kept as long as events. To follow them, send `sort=id` and the last id as `after`. Needs the role `admin`.',
          querystring: Type.Object({
            ...pageParameters,
            after: Type.Optional(
              Type.String({
                description: 'Only entries after the one with this id.',
                pattern: '^[0-9]{1,19}$',
                examples: ['57'],
              }),
            ),
          }),
          headers: pageHeaders,
          response: {
            200: {
              ...Type.Unsafe<AuditEntry[]>({ $ref: 'Audit#' }),
              description: 'A page of the audit.',
              examples: [[AUDIT_EXAMPLE]],
            },
            304: Type.Null({ description: 'The page is still the one that `If-None-Match` names.' }),
          },
        },
        config: { stability: 'experimental', role: 'admin' },
      },
      (_exchange, { query }) => {
        const page = pageRequest('/v1/audit', query, { after: query.after });
        const after = query.after === undefined ? undefined : idOf(query.after);
        const { after: cursor, order, rowLimit: limit } = page;
        return andThen(listAudit(database, { after, cursor, order, limit }), (found) =>
          buildSearchPage(page, found, stringifyJson, ({ id }) => id),
        );
      },
    );
  };
}

function idOf(after: string): bigint {
  const id = int64FromDigits(after);
  if (id !== undefined) return id;
  throw new ApiError('invalid_parameter', `after must be the id of an entry; got ${quote(after)}.`);
}
