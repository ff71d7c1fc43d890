import { Type } from 'typebox';
import { accountOf, actorOf, waiterOf } from '../../access/accounts/authenticate.ts';
import type { Clock } from '../../platform/core/clock.ts';
import { stringifyJson } from '../../platform/core/json.ts';
import type { Database, Queries } from '../../platform/database/database.ts';
import { lockAccount } from '../../platform/database/locks.ts';
import type { Secrets } from '../../platform/database/secrets.ts';
import { taggedAnswer } from '../../platform/http/responses/answer.ts';
import {
  checkPreconditions,
  conditionalReadHeaders,
  conditionalWriteHeaders,
  preconditionsOf,
} from '../../platform/http/responses/etag.ts';
import { Representation } from '../../platform/http/responses/representation.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { recordAudit } from '../../record/audit/audit-queries.ts';
import type { Change } from '../../record/events/event.ts';
import { countAnimals } from './files/site-counts.ts';
import { readMapping } from './mapping/word-queries.ts';
import type { ReadingPlaces } from './reading-places.ts';
import { readSite, writeSite } from './settings/site-queries.ts';
import { changedSite, type SiteChange, type StoredSite } from './settings/site-settings.ts';
import { requireSite, siteNotFound, siteParams } from './site-ids.ts';
import { SITE_EXAMPLE, SITE_SETTINGS_EXAMPLE } from './site-schemas.ts';
import type { Site } from './sites/site.ts';
import { SITES } from './sites/sites.ts';
import { siteStatus } from './upload/site-status.ts';

interface SiteRouteDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly places: ReadingPlaces;
}

export const SHARED = { stability: 'experimental', role: 'manager' } as const;
export const tags = ['Publishing'];
const WHO = 'Needs the role `manager`; each account has its own.';
const SettingsRef = Type.Unsafe<object>({ $ref: 'PublishingSiteSettings#' });

/** The sites, and how an account sends its animals to them. */
export function siteRoutes({ database, clock, secrets, places }: SiteRouteDependencies): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/publishing',
      schema: {
        operationId: 'getPublishing',
        tags,
        summary: 'See where adopters look',
        description: `Returns the sites, how the account sends its animals to each, and how many of the animals that it has added and that are available or on hold are sent. ${WHO}`,
        responses: {
          200: {
            ...Type.Unsafe<object>({ $ref: 'PublishingSites#' }),
            description: 'The sites.',
            examples: [{ sites: [SITE_EXAMPLE] }],
          },
        },
      },
      ...SHARED,
      handle: async (exchange) => {
        const sites = await places.read(exchange, (accountId) =>
          readSites(database.read, accountId, clock.now()),
        );
        return Representation.transient(stringifyJson({ sites }));
      },
    }),

    route({
      method: 'GET',
      path: '/v1/publishing/:siteId',
      schema: {
        operationId: 'getPublishingSite',
        tags,
        summary: 'Read how animals are sent to a site',
        description: `Returns the settings of the account for one site, never the password. ${WHO}`,
        params: siteParams,
        headers: conditionalReadHeaders,
        responses: {
          200: { ...SettingsRef, description: 'The settings.', examples: [SITE_SETTINGS_EXAMPLE] },
          304: Type.Null({ description: 'The settings are still those that `If-None-Match` names.' }),
        },
      },
      ...SHARED,
      notFound: siteNotFound,
      errors: ['site_not_found', 'precondition_failed'],
      handle: async (exchange, { params: { siteId } }) => {
        const site = requireSite(siteId);
        const stored = await readSite(database.read, accountOf(exchange).id, site);
        return Representation.tagged(settingsJson(site, stored));
      },
    }),

    route({
      method: 'PATCH',
      path: '/v1/publishing/:siteId',
      schema: {
        operationId: 'changePublishingSite',
        tags,
        summary: 'Change how animals are sent to a site',
        description: `Changes the given settings. The password is stored encrypted. ${WHO}`,
        params: siteParams,
        headers: conditionalWriteHeaders,
        body: Type.Unsafe<SiteChange>({ $ref: 'PublishingSiteChange#' }),
        responses: {
          200: {
            ...SettingsRef,
            description: 'The settings after the change.',
            examples: [SITE_SETTINGS_EXAMPLE],
          },
        },
      },
      ...SHARED,
      notFound: siteNotFound,
      errors: ['site_not_found', 'precondition_failed', 'secrets_key_missing'],
      handle: async (exchange, { params: { siteId }, body }) => {
        const site = requireSite(siteId);
        const accountId = accountOf(exchange).id;
        const preconditions = preconditionsOf(exchange.request);
        const change = { actor: actorOf(exchange), at: clock.now() };
        const json = await database.write(
          async (db) => {
            await lockAccount(db, accountId);
            const stored = await readSite(db, accountId, site);
            checkPreconditions(preconditions, settingsJson(site, stored));
            const wanted = changedSite(accountId, site, stored, body, secrets);
            await writeSite(db, accountId, site, wanted);
            await recordChange(db, change, site, stored, wanted);
            return settingsJson(site, wanted);
          },
          { ...waiterOf(exchange), locks: [publishingLock(accountId, site)] },
        );
        return taggedAnswer(200, json);
      },
    }),
  ];
}

/** Every change of a site of an account locks one row. */
export function publishingLock(accountId: bigint, { id }: Site): string {
  return `publishing ${accountId} ${id}`;
}

async function readSites(db: Queries, accountId: bigint, now: number): Promise<object[]> {
  const stored: StoredSite[] = [];
  const statuses: object[] = [];
  const counted = [];
  for (const site of SITES) {
    const own = await readSite(db, accountId, site);
    stored.push(own);
    statuses.push(await siteStatus(db, { accountId, site: site.id }, own.settings, now));
    counted.push({ mapping: await readMapping(db, accountId, site), options: own.settings.options });
  }
  const counts = await countAnimals(db, accountId, counted);
  return SITES.flatMap((site, n) => {
    const own = stored[n];
    return own === undefined ? [] : { ...settingsOf(site, own), ...counts[n], ...statuses[n] };
  });
}

function settingsOf({ id, name }: Site, { settings, sealedPassword }: StoredSite): object {
  const { isOn, username, host, port, security, everyHours, options } = settings;
  const hasPassword = sealedPassword !== null;
  return { id, name, isOn, username, hasPassword, host, port, security, everyHours, options };
}

function settingsJson(site: Site, stored: StoredSite): string {
  return JSON.stringify(settingsOf(site, stored));
}

/** Records what has changed, and that the password has, without it. */
async function recordChange(
  db: Queries,
  change: Change,
  site: Site,
  before: StoredSite,
  after: StoredSite,
): Promise<void> {
  const [from, to] = [membersOf(before), membersOf(after)];
  const changed = Object.keys(to).filter((name) => to[name] !== from[name]);
  const isNewPassword = after.sealedPassword !== before.sealedPassword;
  if (changed.length === 0 && !isNewPassword) return;
  const only = (values: Record<string, unknown>) =>
    Object.fromEntries(changed.map((name) => [name, values[name]]));
  const password = after.sealedPassword === null ? 'removed' : 'changed';
  await recordAudit(db, {
    action: 'publishing.updated',
    ...change,
    subject: { name: site.name },
    details: { site: site.id, ...only(to), ...(isNewPassword && { password }) },
    before: only(from),
  });
}

function membersOf({ settings: { options, ...settings } }: StoredSite): Record<string, unknown> {
  return { ...settings, ...options };
}
