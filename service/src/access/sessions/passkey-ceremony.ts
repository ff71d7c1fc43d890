import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { ApiError } from '../../platform/core/errors.ts';
import { SECRET } from '../../platform/http/openapi/secret-member.ts';
import type { Passkey, StoredPasskey } from '../people/passkey-queries.ts';
import type { RelyingParty } from './relying-party.ts';

// The library is imported only when someone uses a passkey, because it slows down the start.

const text = Type.String({ ...SECRET, maxLength: 20_000 });
const optionalText = Type.Optional(text);

/** What browsers return (`PublicKeyCredential.toJSON`). Later members are left to the library. */
const credential = {
  id: text,
  rawId: text,
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(Type.Union([Type.Null(), text], SECRET)),
  clientExtensionResults: Type.Optional(Type.Object({})),
};

/** A new passkey, as the browser returns it. */
export const NewCredential = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: text,
    attestationObject: text,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 20 })),
  }),
});

/** The answer of a passkey, as the browser returns it. */
export const UsedCredential = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: Type.Optional(Type.Union([Type.Null(), optionalText], SECRET)),
  }),
});

/** EdDSA, ECDSA with P-256, and RSA for Windows Hello. The default list of the library makes Node warn of experimental ones. */
const ALGORITHMS = [-8, -7, -257];

/** Who adds a passkey. */
interface Owner {
  readonly id: bigint;
  readonly name: string;
  readonly passkeys: readonly Passkey[];
  /** The id of the store. */
  readonly installation: string;
}

/** Returns what the browser needs to make a passkey. */
export async function optionsToAdd(owner: Owner, party: RelyingParty, challenge: string) {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  return generateRegistrationOptions({
    rpName: party.id,
    rpID: party.id,
    userName: owner.name,
    userDisplayName: owner.name,
    userID: userHandle(owner),
    challenge: Buffer.from(challenge, 'base64url'),
    // A discoverable passkey needs no user name, and only one that asks for a PIN or a finger is enough by itself.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: owner.passkeys.map(({ id, transports }) => ({ id, transports: [...transports] })),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** Returns what the browser needs to offer the passkeys that it has for the service. */
export async function optionsToSignIn(party: RelyingParty, challenge: string) {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: Buffer.from(challenge, 'base64url'),
    userVerification: 'required',
  });
}

/**
 * Verifies a new passkey.
 *
 * @throws {ApiError} `passkey_refused`.
 */
export async function verifyNew(
  response: object,
  party: RelyingParty,
  challenge: string,
): Promise<Pick<StoredPasskey, 'id' | 'publicKey' | 'counter' | 'transports'>> {
  return orRefuse(async () => {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    const sent = response as Parameters<typeof verifyRegistrationResponse>[0]['response']; // as the route has validated
    await refuseCertificates(sent.response.attestationObject);
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...sent, clientExtensionResults: sent.clientExtensionResults ?? {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo === undefined) throw new Error('The passkey is not verified');
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
  });
}

/**
 * Verifies that the browser has a passkey, and that its counter has not gone back: then there is a copy of it.
 *
 * @returns the new counter.
 * @throws {ApiError} `passkey_refused`.
 */
export async function verifyUsed(
  response: object,
  passkey: StoredPasskey,
  party: RelyingParty,
  challenge: string,
): Promise<number> {
  return orRefuse(async () => {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const sent = response as Parameters<typeof verifyAuthenticationResponse>[0]['response']; // as the route has validated
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...sent, clientExtensionResults: sent.clientExtensionResults ?? {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: passkey.id,
        publicKey: Buffer.from(passkey.publicKey, 'base64url'),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    });
    if (!verified) throw new Error('The signature is wrong');
    return authenticationInfo.newCounter;
  });
}

/** No certificate was asked for. For one in a new passkey, the library would ask the address in it for revoked ones. */
async function refuseCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(Buffer.from(attestationObject, 'base64url'));
  const format = attestation.get('fmt');
  const isSigned = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !isSigned) throw new Error(`The attestation ${format} was not asked for`);
}

/** A message of the library is for developers. */
async function orRefuse<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (cause) {
    throw passkeyRefused(cause);
  }
}

export function passkeyRefused(cause?: unknown): ApiError {
  return new ApiError(
    'passkey_refused',
    'This passkey cannot be used here. It may have been removed, or belong to another service. Sign in another way, and add it again.',
    { cause },
  );
}

/** What the passkey calls its owner: the same for all passkeys of a person, and another one in another store on the same host. */
function userHandle({ id, installation }: Owner): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash('sha256').update(`${installation} ${id}`).digest());
}
