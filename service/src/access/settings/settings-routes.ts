import { Type } from 'typebox';
import type { PublicPagesConfig } from '../../platform/config/public-pages.ts';
import type { Clock } from '../../platform/core/clock.ts';
import { andThen } from '../../platform/core/maybe-promise.ts';
import type { Database } from '../../platform/database/database.ts';
import { SETTINGS_LOCK } from '../../platform/database/locks.ts';
import { taggedAnswer } from '../../platform/http/responses/answer.ts';
import {
  checkPreconditions,
  conditionalReadHeaders,
  conditionalWriteHeaders,
  preconditionsOf,
} from '../../platform/http/responses/etag.ts';
import { Representation } from '../../platform/http/responses/representation.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { actorOf, waiterOf } from '../accounts/authenticate.ts';
import type { CurrentSettings } from './current-settings.ts';
import { readStoredSettings, type StoredSettings, writeSettings } from './setting-queries.ts';
import {
  effectiveSettings,
  SETTINGS_EXAMPLE,
  type Settings,
  type SettingsRequest,
  settingsToStore,
} from './settings.ts';

const tags = ['Administration'];
const stability = 'experimental';
const SettingsRef = Type.Unsafe<Settings>({ $ref: 'Settings#' });

export interface SettingsRouteDependencies {
  database: Database;
  clock: Clock;
  config: PublicPagesConfig;
  current: CurrentSettings;
}

export function settingsRoutes({ database, clock, config, current }: SettingsRouteDependencies): Route[] {
  const json = (stored: StoredSettings) => JSON.stringify(effectiveSettings(config, stored));
  return [
    route({
      method: 'GET',
      path: '/v1/settings',
      schema: {
        operationId: 'getSettings',
        tags,
        summary: 'Read the settings of the shelter',
        description:
          'Returns the settings that apply. Those in `fixedBy` come from the environment of the service.',
        headers: conditionalReadHeaders,
        responses: {
          200: { ...SettingsRef, description: 'The settings.', examples: [SETTINGS_EXAMPLE] },
          304: Type.Null({ description: 'The settings are still those that `If-None-Match` names.' }),
        },
      },
      stability,
      errors: ['precondition_failed'],
      handle: () =>
        andThen(readStoredSettings(database.read), (stored) => Representation.tagged(json(stored))),
    }),

    route({
      method: 'PUT',
      path: '/v1/settings',
      schema: {
        operationId: 'changeSettings',
        tags,
        summary: 'Change the settings of the shelter',
        description:
          'Replaces all settings that the environment does not fix, for every process within a second. Needs the role `admin`.',
        headers: conditionalWriteHeaders,
        body: Type.Unsafe<SettingsRequest>({ $ref: 'SettingsRequest#' }),
        responses: {
          200: { ...SettingsRef, description: 'The settings that apply.', examples: [SETTINGS_EXAMPLE] },
        },
      },
      stability,
      role: 'admin',
      errors: ['setting_fixed', 'precondition_failed'],
      handle: async (exchange, input) => {
        const preconditions = preconditionsOf(exchange.request);
        const wanted = settingsToStore(config, input.body);
        const change = { actor: actorOf(exchange), at: clock.now() };
        const stored = await database.write(
          async (db) => {
            checkPreconditions(preconditions, json(await readStoredSettings(db)));
            await writeSettings(db, wanted, change);
            return readStoredSettings(db);
          },
          { ...waiterOf(exchange), locks: [SETTINGS_LOCK] },
        );
        current.forget();
        return taggedAnswer(200, json(stored));
      },
    }),
  ];
}
