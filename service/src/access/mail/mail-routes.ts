import { type Static, Type } from 'typebox';
import type { Clock } from '../../platform/core/clock.ts';
import { MAX_EMAIL_LENGTH } from '../../platform/core/email-address.ts';
import { fieldError } from '../../platform/core/field-faults.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Exchange, type Route, route } from '../../platform/http/route.ts';
import { accountOf, actorOf } from '../accounts/authenticate.ts';
import { limitExceeded } from '../quota/quota-errors.ts';
import { SenderQuotas } from '../quota/sender-quotas.ts';
import { type SharedTables, tableOf } from '../quota/shared-tables.ts';
import type { CurrentSettings } from '../settings/current-settings.ts';
import { countLetters, senderOf } from './letter-budget.ts';
import type { MailSender } from './mail-sender.ts';
import { writeMessage } from './message.ts';
import { MailRefused } from './smtp.ts';
import { DEFAULT_LANGUAGE, languageMember } from './texts/languages.ts';

export interface MailRouteDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly mail: MailSender;
  readonly settings: CurrentSettings;
  /** Returns the e-mail address of the person who sends a request; undefined for a key. */
  readonly ownAddress: (exchange: Exchange) => Promise<string | undefined>;
  /** The counters of all threads; undefined if this is the only one. */
  readonly tables: SharedTables | undefined;
}

/** Each opens a connection. */
const TESTS_PER_MINUTE = 5;
const MAX_ACCOUNTS = 1_000;
const NEEDED = 'is needed: the sender of the request has no e-mail address';
const EXAMPLE = {
  sent: false,
  to: 'ana@shelter.example',
  reason: 'mail.shelter.example:587 refused the user or the password: 535 5.7.8',
};

const TestEmailRequestSchema = Type.Object(
  {
    to: Type.Optional(
      Type.String({
        format: 'email-address',
        maxLength: MAX_EMAIL_LENGTH,
        description: 'Where it is sent; by default to the person who sends the request.',
        examples: ['ana@shelter.example'],
      }),
    ),
    language: languageMember,
  },
  {
    $id: 'TestEmailRequest',
    additionalProperties: false,
    description: 'Where a test is sent.',
    examples: [{ to: 'ana@shelter.example' }],
  },
);

const TestEmailSchema = Type.Object(
  {
    sent: Type.Boolean({ description: 'True if the mail server has accepted it.' }),
    to: Type.String({ description: 'Where it was sent.' }),
    reason: Type.Optional(
      Type.String({
        description:
          'What the mail server refused, or which limit of the day is met, for people; in English. Absent if it was sent.',
      }),
    ),
  },
  { $id: 'TestEmail', description: 'What the mail server answered to a test.', examples: [EXAMPLE] },
);

export const MAIL_SCHEMAS = [TestEmailRequestSchema, TestEmailSchema];

export function mailRoutes({
  database,
  clock,
  mail,
  settings,
  ownAddress,
  tables,
}: MailRouteDependencies): Route[] {
  const limit = { perMinute: TESTS_PER_MINUTE, perDay: undefined };
  const tests = new SenderQuotas(limit, MAX_ACCOUNTS, tableOf(tables, 'testEmails'));
  return [
    route({
      method: 'POST',
      path: '/v1/settings/test-email',
      schema: {
        operationId: 'sendTestEmail',
        tags: ['Administration'],
        summary: 'Send a test e-mail',
        description:
          'Sends an e-mail now, and returns what the mail server answered. `PUT /v1/settings/email`, or `SMTP_URL` and `SMTP_FROM` in the environment of the service, set up e-mail. Each request sends another one. Needs the role `admin`.',
        body: Type.Unsafe<Static<typeof TestEmailRequestSchema>>({ $ref: 'TestEmailRequest#' }),
        responses: {
          200: {
            ...Type.Unsafe<object>({ $ref: 'TestEmail#' }),
            description: 'What the mail server answered.',
            examples: [EXAMPLE],
          },
        },
      },
      body: { isOptional: true },
      errorMessages: { invalid_body: `to ${NEEDED}.` },
      stability: 'experimental',
      role: 'admin',
      errors: ['email_not_set_up'],
      handle: async (exchange, { body }) => {
        const to = body.to ?? (await ownAddress(exchange));
        if (to === undefined) throw fieldError('invalid_body', 'to', NEEDED);
        await mail.requireSetUp();
        const now = clock.now();
        const { id: accountId } = accountOf(exchange);
        const decision = tests.consume(String(accountId), now);
        if (decision.refusedBy !== undefined)
          throw limitExceeded(decision.minute, 'test e-mails per minute', now);
        const shelter = shelterOf(await settings.refresh());
        const message = writeMessage(body.language ?? DEFAULT_LANGUAGE, (texts) => texts.test({ shelter }));
        const test = { kind: 'test', mailbox: to, accountId, about: `account ${accountId}` } as const;
        const [refusal] = await database.write(async (db) =>
          countLetters(db, [{ ...test, sender: await senderOf(db, actorOf(exchange)) }], now),
        );
        const reason = refusal?.reason ?? (await refusalOf(mail.sendNow(to, message)));
        return { status: 200, headers: [], body: JSON.stringify({ sent: reason === undefined, to, reason }) };
      },
    }),
  ];
}

async function refusalOf(sending: Promise<void>): Promise<string | undefined> {
  try {
    await sending;
    return undefined;
  } catch (error) {
    if (error instanceof MailRefused) return error.message;
    throw error;
  }
}

/** Returns the name of the shelter in e-mails. */
export function shelterOf({ shelterName }: { readonly shelterName?: string | undefined }): string {
  return shelterName ?? 'Petstore';
}
