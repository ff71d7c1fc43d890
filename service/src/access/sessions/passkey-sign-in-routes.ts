import { MINUTE } from '../../platform/core/clock.ts';
import { stringifyJson } from '../../platform/core/json.ts';
import { ACCESS_LOCK } from '../../platform/database/locks.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { recordAudit } from '../../record/audit/audit-queries.ts';
import { lockAccount } from '../accounts/account-queries.ts';
import {
  findPasskey,
  insertPasskey,
  passkeysOf,
  recordPasskeyUse,
  requireRoomForPasskey,
} from '../people/passkey-queries.ts';
import { findPerson } from '../people/person-queries.ts';
import { deviceName } from './device-name.ts';
import { requireOwnOrigin } from './page-origin.ts';
import {
  NewCredential,
  optionsToAdd,
  optionsToSignIn,
  passkeyRefused,
  UsedCredential,
  verifyNew,
  verifyUsed,
} from './passkey-ceremony.ts';
import { relyingPartyOf } from './relying-party.ts';
import { receiveGuess, type SessionRouteDependencies } from './session-routes.ts';
import { NO_STORE, notSignedIn, sessionOf, signIn } from './sign-in.ts';
import {
  type AttemptRules,
  beginAttempt,
  derivedValue,
  takeAttempt,
  withoutAttempt,
} from './sign-in-attempts.ts';

const ATTEMPT: AttemptRules = {
  kind: 'passkey',
  lifetime: 5 * MINUTE,
  cookie: { name: 'petstore-passkey', path: '/', sameSite: 'Strict' },
};

/** What an attempt is for, which no answer for the other one fits. */
const TO_ADD = 'challenge to add a passkey';
const TO_SIGN_IN = 'challenge to sign in';

/** The person who adds a passkey; no one yet if a passkey signs in. */
interface AttemptContent {
  readonly personId?: string;
}

/** Serves the passkeys of persons: a signed-in person adds one, and one signs in without a name (docs/adr/0088). */
export function passkeySignInRoutes(dependencies: SessionRouteDependencies): Route[] {
  const { database, clock, publicUrl } = dependencies;
  return [
    route({
      method: 'POST',
      path: '/session/passkeys/options',
      body: { receive: receiveGuess(dependencies) },
      handle: async (exchange) => {
        const origin = requireOwnOrigin(exchange, publicUrl);
        const party = relyingPartyOf(origin, publicUrl);
        const now = clock.now();
        const { secret, headers, owner } = await database.write(async (db) => {
          const session = await sessionOf(db, exchange, origin, now);
          const person = session && (await findPerson(db, session.personId, now));
          if (person === undefined) throw notSignedIn();
          const { id, name } = person;
          await requireRoomForPasskey(db, id);
          const content: AttemptContent = { personId: String(id) };
          const begun = await beginAttempt(db, ATTEMPT, content, origin, now);
          const passkeys = await passkeysOf(db, id);
          return { ...begun, owner: { id, name, passkeys, installation: database.installation } };
        });
        const options = await optionsToAdd(owner, party, derivedValue(secret, TO_ADD));
        return { status: 200, headers: [...NO_STORE, ...headers], body: stringifyJson(options) };
      },
    }),

    route({
      method: 'POST',
      path: '/session/passkeys',
      schema: { body: NewCredential },
      handle: async (exchange, { body }) => {
        const origin = requireOwnOrigin(exchange, publicUrl);
        const party = relyingPartyOf(origin, publicUrl);
        const now = clock.now();
        const attempt = await takeAttempt<AttemptContent>(database, ATTEMPT, exchange, origin, now);
        const verified = await verifyNew(body, party, derivedValue(attempt.secret, TO_ADD));
        return database.write(
          async (db) => {
            const session = await sessionOf(db, exchange, origin, now);
            const person = session && (await findPerson(db, session.personId, now));
            if (person === undefined || String(person.id) !== attempt.content.personId) throw notSignedIn();
            if ((await findPasskey(db, verified.id)) !== undefined) throw passkeyRefused();
            const { id, accountId, name } = person;
            // Two requests at once cannot both take the last place.
            await lockAccount(db, accountId);
            await requireRoomForPasskey(db, id);
            const device = deviceName(exchange.request.headers['user-agent']);
            await insertPasskey(db, { ...verified, personId: id, name: device, createdAt: now });
            await recordAudit(db, {
              actor: { accountId, personId: id },
              at: now,
              action: 'person.passkey_added',
              subject: { id, name },
              details: { passkey: device },
            });
            return {
              status: 201,
              headers: [...NO_STORE, ...withoutAttempt(ATTEMPT, origin)],
              body: stringifyJson({ id: verified.id, name: device }),
            };
          },
          { locks: [ACCESS_LOCK] },
        );
      },
    }),

    route({
      method: 'POST',
      path: '/session/passkey/options',
      body: { receive: receiveGuess(dependencies) },
      handle: async (exchange) => {
        const origin = requireOwnOrigin(exchange, publicUrl);
        const party = relyingPartyOf(origin, publicUrl);
        const content: AttemptContent = {};
        const { secret, headers } = await database.write((db) =>
          beginAttempt(db, ATTEMPT, content, origin, clock.now()),
        );
        const options = await optionsToSignIn(party, derivedValue(secret, TO_SIGN_IN));
        return { status: 200, headers: [...NO_STORE, ...headers], body: stringifyJson(options) };
      },
    }),

    route({
      method: 'POST',
      path: '/session/passkey',
      schema: { body: UsedCredential },
      handle: async (exchange, { body }) => {
        const origin = requireOwnOrigin(exchange, publicUrl);
        const party = relyingPartyOf(origin, publicUrl);
        const now = clock.now();
        const { secret } = await takeAttempt<AttemptContent>(database, ATTEMPT, exchange, origin, now);
        const passkey = await findPasskey(database.read, body.id);
        if (passkey === undefined) throw passkeyRefused();
        // Each id belongs to one person, so that the name of the owner in the passkey decides nothing.
        const counter = await verifyUsed(body, passkey, party, derivedValue(secret, TO_SIGN_IN));
        return database.write(
          async (db) => {
            const personId = await recordPasskeyUse(db, passkey, counter, now);
            if (personId === undefined) throw passkeyRefused();
            const answer = await signIn(db, exchange, origin, { personId, by: 'passkey', now });
            return { ...answer, headers: [...answer.headers, ...withoutAttempt(ATTEMPT, origin)] };
          },
          { locks: [ACCESS_LOCK] },
        );
      },
    }),
  ];
}
