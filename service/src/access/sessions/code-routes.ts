import type { IncomingMessage } from 'node:http';
import { Type } from 'typebox';
import { SECOND, timeText } from '../../platform/core/clock.ts';
import { MAX_EMAIL_LENGTH } from '../../platform/core/email-address.ts';
import { ApiError } from '../../platform/core/errors.ts';
import { ACCESS_LOCK } from '../../platform/database/locks.ts';
import { SECRET } from '../../platform/http/openapi/secret-member.ts';
import type { ReceiveBody } from '../../platform/http/route.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { digestOf } from '../accounts/api-key.ts';
import { shelterOf } from '../mail/mail-routes.ts';
import type { MailSender } from '../mail/mail-sender.ts';
import { writeMessage } from '../mail/message.ts';
import { addToOutbox } from '../mail/outbox-queries.ts';
import { DEFAULT_LANGUAGE, languageMember } from '../mail/texts/languages.ts';
import { CODE_LIFETIME, CODES_PER_HOUR, countCode, createCodes, tryCode } from '../people/code-queries.ts';
import { findPeopleByEmail } from '../people/person-queries.ts';
import { AddressQuotas } from '../quota/address-quota.ts';
import { secondsOfDayLeft } from '../quota/day-counts.ts';
import { addressQuotaError, limitExceeded } from '../quota/quota-errors.ts';
import { secondsUntil } from '../quota/quota-headers.ts';
import { SenderQuotas } from '../quota/sender-quotas.ts';
import { type SharedTables, tableOf } from '../quota/shared-tables.ts';
import type { CurrentSettings } from '../settings/current-settings.ts';
import { requireOwnOrigin } from './page-origin.ts';
import { type CookieRules, cookie, cookieOf } from './session-cookie.ts';
import { NO_STORE, type SessionDependencies, signIn } from './sign-in.ts';

export interface CodeRouteDependencies extends SessionDependencies {
  /** Codes are offered while e-mail is set up. */
  readonly mail: MailSender;
  readonly settings: CurrentSettings;
  /** The counters of all threads; undefined if this is the only one. */
  readonly tables: SharedTables | undefined;
  readonly addressOf: (request: IncomingMessage) => string | undefined;
}

/** For a client address: an office does not reach it. */
const CODES_OF_ADDRESS = { perMinute: 20, perDay: undefined };
/** In each process: it bounds the rows of codes for all addresses together. */
const CODES_PER_MINUTE = 600;
/** The browser in which the code was asked for. */
const ATTEMPT: CookieRules = { name: 'petstore-code', path: '/', sameSite: 'Strict' };

const CodeRequest = Type.Object(
  { email: Type.String({ format: 'email-address', maxLength: MAX_EMAIL_LENGTH }), language: languageMember },
  { additionalProperties: false },
);
const CodeAnswer = Type.Object(
  { code: Type.String({ ...SECRET, maxLength: 20 }) },
  { additionalProperties: false },
);

/**
 * Signs in with a code that is sent by e-mail, a code for each account where the address has a person. What the service answers, and what it does before, is the same for an address that
 * no person has: that message goes to no one. `receive` counts a request as a guess of its client's address.
 */
export function codeRoutes(
  { database, clock, publicUrl, mail, settings, tables, addressOf }: CodeRouteDependencies,
  receive: ReceiveBody,
): Route[] {
  const limit = { perMinute: CODES_PER_MINUTE, perDay: undefined };
  const quota = new SenderQuotas(limit, 1, tableOf(tables, 'codes'));
  const addresses = new AddressQuotas(CODES_OF_ADDRESS, tableOf(tables, 'codesOfAddresses'));
  return [
    route({
      method: 'POST',
      path: '/session/code',
      schema: { body: CodeRequest },
      body: { receive },
      handle: async (exchange, { body }) => {
        const origin = requireOwnOrigin(exchange, publicUrl);
        await mail.requireSetUp();
        const now = clock.now();
        const ofAddress = addresses.consume(addressOf(exchange.request), now);
        if (ofAddress.refusedBy !== undefined) throw addressQuotaError(ofAddress, 'codes', now);
        const decision = quota.consume('all', now);
        if (decision.refusedBy !== undefined) throw limitExceeded(decision.minute, 'codes per minute', now);
        const email = body.email.toLowerCase();
        const shelter = shelterOf(await settings.refresh());
        const made = await database.write(async (db) => {
          const fullUntil = await countCode(db, email, now);
          if (fullUntil !== undefined) return { fullUntil };
          const people = await findPeopleByEmail(db, email);
          const personIds = people.map(({ id }) => id);
          const made = await createCodes(db, { personIds, email }, now);
          const codes = made.codes.map((code, index) => ({ code, account: people[index]?.account ?? '' }));
          const message = writeMessage(body.language ?? DEFAULT_LANGUAGE, (texts) =>
            texts.code({ shelter, codes }),
          );
          // A person whose address changes again and again gets no more codes than others.
          const [person] = people;
          const about = person === undefined ? `address ${digestOf(email)}` : `person ${person.id}`;
          const origin = { accountId: undefined, about };
          const isToNoOne = person === undefined;
          const refusal = await addToOutbox(
            db,
            { kind: 'code', recipient: email, isToNoOne, origin, message, triedFor: CODE_LIFETIME },
            now,
          );
          // Only what is the same for every address may show.
          return refusal?.limit === 'mailbox'
            ? { fullUntil: now + secondsOfDayLeft(now) * SECOND }
            : { secret: made.secret };
        });
        if (made.secret === undefined) throw tooManyCodes(made.fullUntil, now);
        return {
          status: 204,
          headers: [...NO_STORE, ...cookie(ATTEMPT, made.secret, origin, CODE_LIFETIME)],
        };
      },
    }),

    route({
      method: 'POST',
      path: '/session/code/answer',
      schema: { body: CodeAnswer },
      body: { receive },
      handle: async (exchange, { body }) => {
        const origin = requireOwnOrigin(exchange, publicUrl);
        await mail.requireSetUp();
        const now = clock.now();
        const secret = cookieOf(exchange, ATTEMPT, origin);
        if (secret === undefined) throw wrongCode();
        const code = body.code.replaceAll(/\s/g, '');
        const answer = await database.write(
          async (db) => {
            const personId = await tryCode(db, { secret, code }, now);
            return personId === undefined
              ? undefined
              : signIn(db, exchange, origin, { personId, by: 'code', now });
          },
          { locks: [ACCESS_LOCK] },
        );
        if (answer === undefined) throw wrongCode();
        return { ...answer, headers: [...answer.headers, ...cookie(ATTEMPT, '', origin, 0)] };
      },
    }),
  ];
}

/** One message for everything: it shows neither whether the code exists nor whose it is. */
function wrongCode(): ApiError {
  return new ApiError(
    'wrong_code',
    'This code is wrong, was used already, is older than 10 minutes, or was asked for in another browser. After 5 wrong ones ask for another code.',
  );
}

function tooManyCodes(fullUntil: number, now: number): ApiError {
  const wait = secondsUntil({ resetAt: Math.ceil(fullUntil / 1000) }, now);
  return new ApiError(
    'rate_limit_exceeded',
    `As many codes were asked for with this e-mail address as it gets in an hour (${CODES_PER_HOUR}) or on a day. Ask for the next one after ${timeText(fullUntil)}, or use another way to sign in.`,
    { headers: { 'Retry-After': String(wait) } },
  );
}
