import { Type } from 'typebox';
import { linkAddress } from '../../platform/config/link-address.ts';
import type { SignInProviderConfig } from '../../platform/config/sign-in-provider.ts';
import { MINUTE } from '../../platform/core/clock.ts';
import { ApiError } from '../../platform/core/errors.ts';
import { stringifyJson } from '../../platform/core/json.ts';
import type { Queries } from '../../platform/database/database.ts';
import { ACCESS_LOCK } from '../../platform/database/locks.ts';
import { SECRET } from '../../platform/http/openapi/secret-member.ts';
import { type Answer, type Exchange, type Route, route } from '../../platform/http/route.ts';
import { recordAudit } from '../../record/audit/audit-queries.ts';
import { digestOf } from '../accounts/api-key.ts';
import { redeemInvitationDigest } from '../people/invitation-queries.ts';
import { findPerson } from '../people/person-queries.ts';
import { hasAllIdentities, insertIdentity, personOfIdentity } from '../people/provider-queries.ts';
import { endSession } from '../people/session-queries.ts';
import { publicOrigin, requireOwnOrigin } from './page-origin.ts';
import { receiveGuess, type SessionRouteDependencies } from './session-routes.ts';
import { NO_STORE, notSignedIn, sessionOf, signIn } from './sign-in.ts';
import {
  type Attempt,
  type AttemptRules,
  beginAttempt,
  signInExpired,
  takeAttempt,
  withoutAttempt,
} from './sign-in-attempts.ts';
import { type ProviderAccount, ProviderFault, RETURN_PATH, SignInProvider } from './sign-in-provider.ts';

export interface ProviderDependencies extends SessionRouteDependencies {
  /** Undefined if no provider is set up. */
  readonly signInProvider: SignInProviderConfig | undefined;
  /** Called with the reason, without secrets, if the provider does not work. */
  readonly onProviderFault: (why: string) => void;
}

/** A strict cookie would not be sent when the provider sends the browser back. */
const ATTEMPT: AttemptRules = {
  kind: 'provider',
  lifetime: 10 * MINUTE,
  cookie: { name: 'petstore-provider', path: '/', sameSite: 'Lax' },
};

interface AttemptContent {
  /** The provider that was set up when the attempt began. */
  readonly issuer: string;
  /** The digest of the secret of an invitation, which binds the account to its person. */
  readonly invitation?: string;
  /** The session of the browser, whose strict cookie is not sent with the return. */
  readonly session?: { readonly id: string; readonly personId: string };
}

const Beginning = Type.Object(
  { invitation: Type.Optional(Type.String({ ...SECRET, maxLength: 100 })) },
  { additionalProperties: false },
);

/** Why a return from the provider did not sign in. The console has a text for each. */
type Problem = ProviderFault['problem'] | 'sign_in_expired' | 'link_expired' | AccountProblem;
type AccountProblem = 'account_unknown' | 'account_not_allowed' | 'account_in_use' | 'limit_reached';

class Unusable extends Error {
  readonly problem: AccountProblem;

  constructor(problem: AccountProblem) {
    super(problem);
    this.problem = problem;
  }
}

/**
 * Serves signing in with a provider of OpenID Connect (docs/adr/0088). An account there is bound to a person by an invitation, and
 * never by an e-mail address.
 */
export function providerRoutes(dependencies: ProviderDependencies): Route[] {
  const { database, clock, publicUrl, signInProvider: config, onProviderFault } = dependencies;
  if (config === undefined) return [];
  const home = publicOrigin(linkAddress(publicUrl));
  const provider = new SignInProvider(config, publicUrl);

  /** Signs in the person of an account, after it was bound to the person of an invitation if there is one. */
  const signInWith = async (
    db: Queries,
    exchange: Exchange,
    account: ProviderAccount,
    { invitation, session }: AttemptContent,
    now: number,
  ): Promise<Answer> => {
    const known = await personOfIdentity(db, account);
    let personId = known;
    if (invitation !== undefined) {
      personId = await redeemInvitationDigest(db, invitation, now);
      if (known !== undefined && known !== personId) throw new Unusable('account_in_use');
      if (known === undefined) await bind(db, account, personId, now);
    }
    if (personId === undefined) throw new Unusable('account_unknown');
    if (session !== undefined) await endSession(db, BigInt(session.id), BigInt(session.personId));
    return signIn(db, exchange, home, { personId, by: 'provider', now });
  };

  const orUnavailable = <T>(ask: () => Promise<T>): Promise<T> =>
    ask().catch((error: unknown) => {
      throw error instanceof ProviderFault ? unavailableProvider(config.name, error) : error;
    });

  const bind = async (db: Queries, account: ProviderAccount, personId: bigint, now: number) => {
    const isAllowed =
      config.domains.length === 0 || account.domains.some((domain) => config.domains.includes(domain));
    if (!isAllowed) throw new Unusable('account_not_allowed');
    const person = await findPerson(db, personId, now);
    if (person === undefined) throw notSignedIn();
    if (await hasAllIdentities(db, personId)) throw new Unusable('limit_reached');
    await insertIdentity(db, account, personId, now);
    await recordAudit(db, {
      actor: { accountId: person.accountId, personId },
      at: now,
      action: 'person.provider_bound',
      subject: { id: personId, name: person.name },
      details: { provider: account.issuer },
    });
  };

  const finish = async (exchange: Exchange, { secret, content }: Attempt<AttemptContent>, now: number) => {
    const query = new URLSearchParams(exchange.target.split('?').slice(1).join('?'));
    if (content.issuer !== provider.issuer || !provider.isReturnOf(query, secret)) throw signInExpired();
    const account = await provider.accountOf(query, secret);
    return database.write((db) => signInWith(db, exchange, account, content, now), { locks: [ACCESS_LOCK] });
  };

  return [
    route({
      method: 'POST',
      path: '/session/provider',
      schema: { body: Beginning },
      body: { receive: receiveGuess(dependencies) },
      handle: async (exchange, { body: { invitation } }) => {
        const origin = requireOwnOrigin(exchange, publicUrl);
        if (origin.origin !== home.origin) throw notAtHome(config.name, home.origin);
        const client = await orUnavailable(() => provider.open());
        const now = clock.now();
        const { secret, headers } = await database.write(async (db) => {
          const session = await sessionOf(db, exchange, origin, now);
          const content: AttemptContent = {
            issuer: provider.issuer,
            ...(invitation !== undefined && { invitation: digestOf(invitation) }),
            ...(session && { session: { id: String(session.id), personId: String(session.personId) } }),
          };
          return beginAttempt(db, ATTEMPT, content, origin, now);
        });
        const url = await orUnavailable(() => provider.addressFor(client, secret));
        return { status: 200, headers: [...NO_STORE, ...headers], body: stringifyJson({ url }) };
      },
    }),

    route({
      method: 'GET',
      path: RETURN_PATH,
      handle: async (exchange) => {
        const now = clock.now();
        try {
          const attempt = await takeAttempt<AttemptContent>(database, ATTEMPT, exchange, home, now);
          const { headers } = await finish(exchange, attempt, now);
          return goTo('/', [...headers, ...withoutAttempt(ATTEMPT, home)]);
        } catch (error) {
          if (error instanceof ProviderFault && error.problem !== 'sign_in_cancelled')
            onProviderFault(error.message);
          const headers = [...NO_STORE, ...withoutAttempt(ATTEMPT, home)];
          return goTo(`/#/sign-in?problem=${problemOf(error)}`, headers);
        }
      },
    }),
  ];
}

/** The page there loads without the cookie of the session, and then asks for a token from its own origin, with the cookie. */
function goTo(location: string, headers: readonly string[]): Answer {
  return { status: 303, headers: [...headers, 'location', location, 'referrer-policy', 'no-referrer'] };
}

/** @throws what is no problem of the attempt, such as a store that is away. */
function problemOf(error: unknown): Problem {
  if (error instanceof ProviderFault || error instanceof Unusable) return error.problem;
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'sign_in_expired' || error.code === 'link_expired') return error.code;
  // The person was removed meanwhile.
  if (error.code === 'not_signed_in') return 'account_unknown';
  throw error;
}

function notAtHome(name: string, home: string): ApiError {
  return new ApiError(
    'origin_not_allowed',
    `${name} signs people in only at ${home}, to which it sends the browser back. Open it there.`,
  );
}

function unavailableProvider(name: string, cause: ProviderFault): ApiError {
  return new ApiError(
    'provider_unavailable',
    `${name} cannot sign anyone in at the moment. Try again in a moment, or sign in another way.`,
    { cause, headers: { 'Retry-After': '10' } },
  );
}
