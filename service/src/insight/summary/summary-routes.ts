import { Type } from 'typebox';
import { accountOf } from '../../access/accounts/authenticate.ts';
import type { Clock } from '../../platform/core/clock.ts';
import { andThen, type MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { Database } from '../../platform/database/database.ts';
import { conditionalReadHeaders } from '../../platform/http/responses/etag.ts';
import { Representation } from '../../platform/http/responses/representation.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { UrlOf } from '../../record/events/listing-state.ts';
import { readSummary, type Summary } from './summary.ts';
import { SUMMARY_EXAMPLE, summaryJson } from './summary-schema.ts';

export interface SummaryRouteDependencies {
  database: Database;
  clock: Clock;
  publicUrl: string;
  /** Returns the zone whose days count. */
  timeZone: () => MaybePromise<string>;
  /** Returns undefined if public pages are off now. */
  urlOf: () => MaybePromise<UrlOf | undefined>;
}

export function summaryRoutes({
  database,
  clock,
  publicUrl,
  timeZone,
  urlOf,
}: SummaryRouteDependencies): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/summary',
      schema: {
        operationId: 'getSummary',
        tags: ['Usage'],
        summary: 'See what needs attention',
        description:
          'Returns what the start page of the console shows: orders and animals that need attention, and counts; each role sees what its other operations show it. Its cost does not depend on the size of the catalogue. Needs the role `volunteer`.',
        headers: conditionalReadHeaders,
        responses: {
          200: {
            ...Type.Unsafe<Summary>({ $ref: 'Summary#' }),
            description: 'The summary.',
            examples: [SUMMARY_EXAMPLE],
          },
          304: Type.Null({ description: 'The summary is still the one that `If-None-Match` names.' }),
        },
      },
      stability: 'experimental',
      role: 'volunteer',
      errors: ['precondition_failed'],
      handle: (exchange) =>
        andThen(urlOf(), (url) =>
          andThen(timeZone(), (zone) =>
            andThen(
              readSummary(database.read, accountOf(exchange), { now: clock.now(), timeZone: zone }),
              (summary) => Representation.tagged(summaryJson(summary, publicUrl, url)),
            ),
          ),
        ),
    }),
  ];
}
