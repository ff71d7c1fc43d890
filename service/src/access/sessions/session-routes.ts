import { Type } from 'typebox';
import { SECOND, timeText } from '../../platform/core/clock.ts';
import { stringifyJson } from '../../platform/core/json.ts';
import { ACCESS_LOCK, SETTINGS_LOCK } from '../../platform/database/locks.ts';
import { SECRET } from '../../platform/http/openapi/secret-member.ts';
import { receiveJson } from '../../platform/http/requests/body.ts';
import {
  type Answer,
  type Exchange,
  type ReceiveBody,
  type Route,
  route,
} from '../../platform/http/route.ts';
import { recordAudit } from '../../record/audit/audit-queries.ts';
import { digestOf } from '../accounts/api-key.ts';
import { redeemFirstLink } from '../administration/first-link.ts';
import { ACCOUNT_NAME_RULE } from '../administration/formats.ts';
import { redeemInvitation } from '../people/invitation-queries.ts';
import { addFirstPerson } from '../people/person-changes.ts';
import { findPerson } from '../people/person-queries.ts';
import { endSession, findSession, issueToken } from '../people/session-queries.ts';
import type { AddressQuotas } from '../quota/address-quota.ts';
import { addressQuotaError } from '../quota/quota-errors.ts';
import { setFirstTimeZone } from '../settings/setting-queries.ts';
import { type CodeRouteDependencies, codeRoutes } from './code-routes.ts';
import { type PageOrigin, requireOwnOrigin } from './page-origin.ts';
import { sessionLifetime, sessionSecretOf, withoutSessionCookie } from './session-cookie.ts';
import { NO_STORE, notSignedIn, sessionOf, signIn } from './sign-in.ts';

export interface SessionRouteDependencies extends CodeRouteDependencies {
  /** The quotas of guesses by client address. */
  readonly addresses: AddressQuotas;
}

const MAX_SECRET_LENGTH = 100;
const secret = Type.String({ ...SECRET, maxLength: MAX_SECRET_LENGTH });
const Invitation = Type.Object({ secret }, { additionalProperties: false });
const FirstLink = Type.Object(
  {
    secret,
    name: Type.String({ ...ACCOUNT_NAME_RULE }),
    /** That of the browser, as a guess for that of the shelter. */
    timeZone: Type.Optional(Type.String({ maxLength: 100 })),
  },
  { additionalProperties: false },
);

/** Returns a body reader that counts a request as a guess of the client's address. */
export function receiveGuess({
  addresses,
  addressOf,
  clock,
  publicUrl,
}: SessionRouteDependencies): ReceiveBody {
  return (exchange) => {
    // First: a page of another site uses up no attempts of the address of its visitor.
    requireOwnOrigin(exchange, publicUrl);
    const now = clock.now();
    const decision = addresses.consume(addressOf(exchange.request), now);
    if (decision.refusedBy !== undefined) throw addressQuotaError(decision, 'attempts', now);
    return receiveJson(exchange);
  };
}

/**
 * Serves the sessions of persons for the console. These are no operations of the API: only `/session` reads the cookie, and only from a
 * page of its own origin (docs/adr/0087).
 */
export function sessionRoutes(dependencies: SessionRouteDependencies): Route[] {
  const { database, clock, publicUrl } = dependencies;
  const receive = receiveGuess(dependencies);
  /** By the digests of the cookies: the tokens of the second after each was made. */
  const recentTokens = new Map<string, ReturnType<typeof issueToken>>();

  const tokenOf = (exchange: Exchange, origin: PageOrigin, secret: string, now: number) => {
    const digest = digestOf(secret);
    const recent = recentTokens.get(digest);
    if (recent !== undefined) return recent;
    const made = database.write(async (db) => {
      const session = await sessionOf(db, exchange, origin, now);
      if (session === undefined) throw notSignedIn();
      return issueToken(db, session.id, sessionLifetime(origin), now);
    });
    recentTokens.set(digest, made);
    const forget = () => recentTokens.delete(digest);
    clock.after(SECOND, forget);
    made.catch(forget);
    return made;
  };

  return [
    ...codeRoutes(dependencies, receive),
    route({
      method: 'POST',
      path: '/session/invitation',
      schema: { body: Invitation },
      body: { receive },
      handle: (exchange, { body }) => {
        const origin = requireOwnOrigin(exchange, publicUrl);
        const now = clock.now();
        return database.write(
          async (db) => {
            const personId = await redeemInvitation(db, body.secret, now);
            return signIn(db, exchange, origin, { personId, by: 'invitation', now });
          },
          { locks: [ACCESS_LOCK] },
        );
      },
    }),

    route({
      method: 'POST',
      path: '/session/first',
      schema: { body: FirstLink },
      body: { receive },
      handle: (exchange, { body: { secret: token, name, timeZone } }) => {
        const origin = requireOwnOrigin(exchange, publicUrl);
        const now = clock.now();
        return database.write(
          async (db) => {
            const accountId = await redeemFirstLink(db, token, now);
            const personId = await addFirstPerson(db, { accountId, name }, now);
            if (timeZone !== undefined) await setFirstTimeZone(db, timeZone, now);
            return signIn(db, exchange, origin, { personId, by: 'first link', now });
          },
          { locks: [ACCESS_LOCK, SETTINGS_LOCK] },
        );
      },
    }),

    route({
      method: 'POST',
      path: '/session/token',
      handle: async (exchange) => {
        const origin = requireOwnOrigin(exchange, publicUrl);
        const now = clock.now();
        const secret = sessionSecretOf(exchange, origin);
        const session = secret === undefined ? undefined : await findSession(database.read, secret, now);
        const person = session && (await findPerson(database.read, session.personId, now));
        if (secret === undefined || person === undefined) throw notSignedIn();
        const { token, expiresAt } = await tokenOf(exchange, origin, secret, now);
        const { id, name } = person;
        const body = stringifyJson({ token, expiresAt: timeText(expiresAt), person: { id, name } });
        return { status: 200, headers: NO_STORE, body };
      },
    }),

    route({
      method: 'DELETE',
      path: '/session',
      handle: async (exchange) => {
        const origin = requireOwnOrigin(exchange, publicUrl);
        const now = clock.now();
        const ended: Answer = { status: 204, headers: [...NO_STORE, ...withoutSessionCookie(origin)] };
        if ((await sessionOf(database.read, exchange, origin, now)) === undefined) return ended;
        return database.write(
          async (db) => {
            const session = await sessionOf(db, exchange, origin, now);
            const person = session && (await findPerson(db, session.personId, now));
            if (session !== undefined && person !== undefined) {
              await endSession(db, session.id, session.personId);
              const { id, name, accountId } = person;
              const actor = { accountId, personId: id };
              await recordAudit(db, { actor, at: now, action: 'person.signed_out', subject: { id, name } });
            }
            return ended;
          },
          { locks: [ACCESS_LOCK] },
        );
      },
    }),
  ];
}
