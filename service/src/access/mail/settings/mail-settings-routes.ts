import { Type } from 'typebox';
import type { Clock } from '../../../platform/core/clock.ts';
import { ApiError, afterEffect } from '../../../platform/core/errors.ts';
import { andThen } from '../../../platform/core/maybe-promise.ts';
import type { Database, Queries } from '../../../platform/database/database.ts';
import { SETTINGS_LOCK } from '../../../platform/database/locks.ts';
import {
  deleteSealedSetting,
  readSealedSetting,
  type SealedSetting,
  writeSealedSetting,
} from '../../../platform/database/sealed-settings.ts';
import type { Secrets } from '../../../platform/database/secrets.ts';
import {
  checkPreconditions,
  conditionalReadHeaders,
  conditionalWriteHeaders,
  entityTag,
  preconditionsOf,
} from '../../../platform/http/responses/etag.ts';
import { Representation } from '../../../platform/http/responses/representation.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { recordAudit } from '../../../record/audit/audit-queries.ts';
import type { Change } from '../../../record/events/event.ts';
import { actorOf, waiterOf } from '../../accounts/authenticate.ts';
import type { MailSender } from '../mail-sender.ts';
import { tryAllAgain } from '../outbox-queries.ts';
import type { CurrentMail } from './current-mail.ts';
import {
  type MailSettings,
  type MailSettingsRequest,
  type MailState,
  sealPassword,
  settingsIn,
  settingsOf,
  settingsToSet,
  settingToStore,
  stateOf,
} from './mail-settings.ts';
import { EMAIL_SETTINGS_EXAMPLE } from './mail-settings-schemas.ts';

export interface MailSettingsDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly current: CurrentMail;
  readonly mail: MailSender;
}

const SHARED = { stability: 'experimental', role: 'admin' } as const;
const path = '/v1/settings/email';
const tags = ['Administration'];
const EmailSettingsRef = Type.Unsafe<object>({ $ref: 'EmailSettings#' });
const FIXED =
  'E-mail is set up by SMTP_URL and SMTP_FROM in the environment of the service. Remove them there to change it here.';

export function mailSettingsRoutes(dependencies: MailSettingsDependencies): Route[] {
  const { database, clock, secrets, current, mail } = dependencies;
  const write = async (work: (db: Queries) => Promise<void>, waiter: ReturnType<typeof waiterOf>) => {
    await database.write(
      async (db) => {
        await work(db);
        // An e-mail may wait for hours because of what was wrong.
        await tryAllAgain(db, clock.now());
      },
      { ...waiter, locks: [SETTINGS_LOCK] },
    );
    current.forget();
    mail.restart();
  };
  return [
    route({
      method: 'GET',
      path,
      schema: {
        operationId: 'getEmailSettings',
        tags,
        summary: 'Read how e-mails are sent',
        description:
          'Returns the server and the sender of e-mails, never the password. Needs the role `admin`.',
        headers: conditionalReadHeaders,
        responses: {
          200: {
            ...EmailSettingsRef,
            description: 'How e-mails are sent.',
            examples: [EMAIL_SETTINGS_EXAMPLE],
          },
          304: Type.Null({ description: 'The settings are still those that `If-None-Match` names.' }),
        },
      },
      ...SHARED,
      errors: ['precondition_failed'],
      handle: () => andThen(current.refresh(), (state) => Representation.tagged(settingsJson(state))),
    }),

    route({
      method: 'PUT',
      path,
      schema: {
        operationId: 'changeEmailSettings',
        tags,
        summary: 'Set up e-mail',
        description:
          'Sets the server and the sender of e-mails, for every process within a second, and sends what waits. The password is stored encrypted. Needs the role `admin`.',
        headers: conditionalWriteHeaders,
        body: Type.Unsafe<MailSettingsRequest>({ $ref: 'EmailSettingsRequest#' }),
        responses: {
          200: {
            ...EmailSettingsRef,
            description: 'How e-mails are sent.',
            examples: [EMAIL_SETTINGS_EXAMPLE],
          },
        },
      },
      ...SHARED,
      errors: ['setting_fixed', 'secrets_key_missing', 'precondition_failed'],
      handle: async (exchange, { body }) => {
        requireNotFixed(current);
        const preconditions = preconditionsOf(exchange.request);
        const wanted = settingsToSet(body);
        const { password } = body;
        const sealed = password === undefined ? undefined : sealPassword(wanted, password, secrets);
        const change = { actor: actorOf(exchange), at: clock.now() };
        await write(async (db) => {
          const stored = await readSealedSetting(db, 'email');
          checkPreconditions(preconditions, settingsJson(stateOf(stored, secrets)));
          await writeSealedSetting(db, 'email', settingToStore(wanted, stored, sealed, secrets));
          await recordChange(db, change, stored, wanted, sealed !== undefined);
        }, waiterOf(exchange));
        const json = settingsJson(await afterEffect(() => current.refresh()));
        return { status: 200, headers: [], etag: entityTag(json), body: json };
      },
    }),

    route({
      method: 'DELETE',
      path,
      schema: {
        operationId: 'removeEmailSettings',
        tags,
        summary: 'Send no more e-mails',
        description:
          'Removes the server and the sender of e-mails, with the password. E-mails that wait are kept for a day. Needs the role `admin`.',
        headers: conditionalWriteHeaders,
        responses: { 204: Type.Null({ description: 'E-mail is not set up.' }) },
      },
      ...SHARED,
      errors: ['setting_fixed', 'precondition_failed'],
      handle: async (exchange) => {
        requireNotFixed(current);
        const preconditions = preconditionsOf(exchange.request);
        const change = { actor: actorOf(exchange), at: clock.now() };
        await write(async (db) => {
          const stored = await readSealedSetting(db, 'email');
          checkPreconditions(preconditions, settingsJson(stateOf(stored, secrets)));
          if (stored === undefined) return;
          await deleteSealedSetting(db, 'email');
          await recordChange(db, change, stored, undefined, false);
        }, waiterOf(exchange));
        return { status: 204, headers: [] };
      },
    }),
  ];
}

function requireNotFixed({ isFixed }: CurrentMail): void {
  if (isFixed) throw new ApiError('setting_fixed', FIXED);
}

function settingsJson({ config, stored, isLocked }: MailState): string {
  const settings = stored ?? (config && settingsOf(config));
  return JSON.stringify({
    isSetUp: config !== undefined,
    ...settings,
    ...(settings && { hasPassword: settings.user !== undefined }),
    ...(isLocked && { problem: 'password_unreadable' }),
    ...(config !== undefined && stored === undefined && { fixedBy: 'SMTP_URL' }),
  });
}

/** Records what has changed, and that the password has. */
async function recordChange(
  db: Queries,
  change: Change,
  stored: SealedSetting | undefined,
  wanted: MailSettings | undefined,
  isNewPassword: boolean,
): Promise<void> {
  const [before, after] = [membersOf(stored && settingsIn(stored)), membersOf(wanted)];
  const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
  if (changed.length === 0 && !isNewPassword) return;
  const only = (values: Record<string, unknown>) =>
    Object.fromEntries(changed.map((name) => [name, values[name]]));
  const details = { ...only(after), ...(isNewPassword && { emailPassword: 'changed' }) };
  await recordAudit(db, {
    action: 'settings.updated',
    ...change,
    subject: {},
    details,
    before: only(before),
  });
}

function membersOf(settings: MailSettings | undefined): Record<string, unknown> {
  const { host = null, port = null, security = null, user = null, from = null } = settings ?? {};
  return { emailHost: host, emailPort: port, emailSecurity: security, emailUser: user, emailFrom: from };
}
