import { linkAddress } from '../../platform/config/link-address.ts';
import { ApiError } from '../../platform/core/errors.ts';
import { type PageOrigin, publicOrigin } from './page-origin.ts';

/** The site to which passkeys belong. Browsers offer a passkey only to pages of its host. */
export interface RelyingParty {
  /** The host of PUBLIC_URL. */
  readonly id: string;
  /** The origin of the page that asks for the passkey. */
  readonly origin: string;
}

/** Whether browsers offer passkeys at PUBLIC_URL, and if not, why. */
export type PasskeyOffer =
  | { readonly offered: true; readonly host: string }
  | { readonly offered: false; readonly reason: keyof typeof REASONS };

const REASONS = {
  address:
    'Browsers offer passkeys only at a name such as https://pets.shelter.example, not at a number. The operator can set PUBLIC_URL to one.',
  plain_http:
    'Browsers offer passkeys only over TLS. The operator can set it up, and set PUBLIC_URL to the address that begins with https://.',
} as const;

export function passkeyOffer(publicUrl: string): PasskeyOffer {
  const { origin, isLocal, isAddress, isSecure } = homeOf(publicUrl);
  if (!isLocal && isAddress) return { offered: false, reason: 'address' };
  if (!isLocal && !isSecure) return { offered: false, reason: 'plain_http' };
  return { offered: true, host: new URL(origin).hostname };
}

/**
 * Returns the relying party for a page of the console. It is that of PUBLIC_URL, never of the Host that a request names. On
 * `localhost` the port may be another one, such as that of a container.
 *
 * @throws {ApiError} `passkeys_not_offered`, also for a page at another address of the service.
 */
export function relyingPartyOf(page: PageOrigin, publicUrl: string): RelyingParty {
  const offer = passkeyOffer(publicUrl);
  if (!offer.offered) throw new ApiError('passkeys_not_offered', REASONS[offer.reason]);
  const home = homeOf(publicUrl);
  const isHome =
    page.origin === home.origin || (home.isLocal && new URL(page.origin).hostname === offer.host);
  if (isHome) return { id: offer.host, origin: page.origin };
  throw new ApiError(
    'passkeys_not_offered',
    `Passkeys of this service work only at ${home.origin}. Open it there.`,
  );
}

function homeOf(publicUrl: string): PageOrigin {
  return publicOrigin(linkAddress(publicUrl));
}
