import { stringifyJson } from '../../platform/core/json.ts';
import type { MaybePromise } from '../../platform/core/maybe-promise.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { passkeyOffer } from './relying-party.ts';
import { NO_STORE } from './sign-in.ts';

export interface WayDependencies {
  readonly publicUrl: string;
  /** The provider of OpenID Connect; undefined if none is set up. */
  readonly signInProvider: { readonly name: string } | undefined;
  /** Whether codes are sent by e-mail; false unless e-mail is set up. */
  readonly offersCodes?: () => MaybePromise<boolean>;
}

/** Serves the ways in that the service offers besides an invitation and a key, before anyone has signed in. */
export function signInMethodRoutes({
  publicUrl,
  signInProvider,
  offersCodes = () => false,
}: WayDependencies): Route[] {
  return [
    route({
      method: 'GET',
      path: '/session/ways',
      handle: async () => {
        const ways = {
          passkeys: passkeyOffer(publicUrl),
          codes: await offersCodes(),
          provider: signInProvider === undefined ? null : { name: signInProvider.name },
        };
        return { status: 200, headers: NO_STORE, body: stringifyJson(ways) };
      },
    }),
  ];
}
