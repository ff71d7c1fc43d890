import { Type } from 'typebox';
import { accountOf, actorOf } from '../../../access/accounts/authenticate.ts';
import { type IdempotentWrites, idempotencyHeaders } from '../../../access/idempotency/idempotent-writes.ts';
import type { Clock } from '../../../platform/core/clock.ts';
import { ApiError } from '../../../platform/core/errors.ts';
import { andThen } from '../../../platform/core/maybe-promise.ts';
import type { Database } from '../../../platform/database/database.ts';
import {
  buildPage,
  PAGE_UNCHANGED,
  pageHeaders,
  pageParameters,
  pageRequest,
} from '../../../platform/http/responses/pagination.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { readSite } from '../settings/site-queries.ts';
import { requireSite, siteNotFound, siteParams } from '../site-ids.ts';
import { recordStart } from './run-audit.ts';
import { listRuns } from './run-list.ts';
import { addRun, continueRun, lastRun } from './run-queries.ts';
import { RUN_EXAMPLE, type RunResource, runJson, WAITING_RUN_EXAMPLE } from './run-schemas.ts';

export interface RunRouteDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly writes: IdempotentWrites;
  /** Called after a commit that has added a run, or lets one go on. */
  readonly onRunAdded: () => void;
}

const SHARED = { stability: 'experimental', role: 'manager' } as const;
const tags = ['Publishing'];
const path = '/v1/publishing/:siteId/runs';
const RunRef = Type.Unsafe<RunResource>({ $ref: 'PublishingRun#' });

/** What was sent to the sites, and what is sent now. */
export function runRoutes({ database, clock, writes, onRunAdded }: RunRouteDependencies): Route[] {
  return [
    route({
      method: 'GET',
      path,
      schema: {
        operationId: 'listPublishingRuns',
        tags,
        summary: 'See what was sent to a site',
        description:
          'Returns the last 100 runs of the account to a site, newest first. Needs the role `manager`; each account has its own.',
        params: siteParams,
        query: Type.Object(pageParameters),
        headers: pageHeaders,
        responses: {
          200: {
            ...Type.Unsafe<RunResource[]>({ $ref: 'PublishingRuns#' }),
            description: 'A page of runs.',
            examples: [[RUN_EXAMPLE]],
          },
          304: PAGE_UNCHANGED,
        },
      },
      ...SHARED,
      notFound: siteNotFound,
      errors: ['site_not_found'],
      handle: (exchange, { params: { siteId }, query }) => {
        const { id: site } = requireSite(siteId);
        const page = pageRequest(`/v1/publishing/${site}/runs`, query, {});
        const { order, after, rowLimit: limit } = page;
        const accountId = accountOf(exchange).id;
        return andThen(listRuns(database.read, { accountId, site }, { order, after, limit }), (runs) =>
          buildPage(page, runs, runJson),
        );
      },
    }),

    route({
      method: 'POST',
      path,
      schema: {
        operationId: 'startPublishingRun',
        tags,
        summary: 'Send the animals to a site now',
        description:
          'Starts a run, or returns the one that is open. One that asks goes on: with `confirm` it sends, otherwise it first looks again whether it has to ask. The run goes on after the response; the list of runs, to which `Location` leads, has its result. Needs the role `manager`.',
        params: siteParams,
        headers: idempotencyHeaders,
        body: Type.Unsafe<{ confirm?: boolean }>({ $ref: 'PublishingRunRequest#' }),
        responses: {
          202: {
            ...RunRef,
            description: 'The run.',
            examples: [WAITING_RUN_EXAMPLE],
          },
        },
      },
      body: { isOptional: true },
      ...SHARED,
      notFound: siteNotFound,
      errors: ['site_not_found', 'publishing_off', 'idempotency_key_in_use', 'idempotency_key_reused'],
      handle: (exchange, input) => {
        const site = requireSite(input.params.siteId);
        const own = { accountId: accountOf(exchange).id, site: site.id };
        const isYes = input.body.confirm === true;
        const change = { actor: actorOf(exchange), at: clock.now() };
        return writes.respond(exchange, input, {
          apply: async (db) => {
            const { settings } = await readSite(db, own.accountId, site);
            if (!settings.isOn) throw publishingOff(site.name);
            const last = await lastRun(db, own);
            const started =
              last?.state === 'asks'
                ? await continueRun(db, last.id, isYes)
                : await addRun(db, own, { last, isByRequest: true, now: change.at });
            if (started !== undefined) await recordStart(db, started, change, isYes);
            // Another request or the schedule was faster.
            const run = started ?? (await lastRun(db, own));
            if (run === undefined) throw new Error('The run that was in the way is gone');
            return {
              status: 202,
              location: `/v1/publishing/${site.id}/runs`,
              body: runJson(run),
              onCommit: onRunAdded,
            };
          },
        });
      },
    }),
  ];
}

function publishingOff(name: string): ApiError {
  return new ApiError('publishing_off', `Nothing is sent to ${name}, because it is off. Turn it on first.`);
}
