import { sendToSession } from '../session/session-requests.ts';

/** Signs in with a passkey that the browser has for this service. */
export async function signInWithPasskey(): Promise<void> {
  const options = await sendToSession<RequestOptions>('POST', '/session/passkey/options');
  const credential = await navigator.credentials.get({ publicKey: toRequest(options) });
  await sendToSession('POST', '/session/passkey', toJson(credential));
}

/** Makes a passkey of the person who is signed in. */
export async function addPasskey(): Promise<void> {
  const options = await sendToSession<CreationOptions>('POST', '/session/passkeys/options');
  const credential = await navigator.credentials.create({ publicKey: toCreation(options) });
  await sendToSession('POST', '/session/passkeys', toJson(credential));
}

// The JSON of WebAuthn Level 3, whose conversions older browsers lack. Binary values are Base64 for addresses.

interface Descriptor extends Omit<PublicKeyCredentialDescriptor, 'id'> {
  readonly id: string;
}

interface RequestOptions extends Omit<PublicKeyCredentialRequestOptions, 'challenge' | 'allowCredentials'> {
  readonly challenge: string;
  readonly allowCredentials?: readonly Descriptor[];
}

interface CreationOptions
  extends Omit<PublicKeyCredentialCreationOptions, 'challenge' | 'excludeCredentials' | 'user'> {
  readonly challenge: string;
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly excludeCredentials?: readonly Descriptor[];
}

function toRequest({ allowCredentials = [], ...options }: RequestOptions): PublicKeyCredentialRequestOptions {
  return {
    ...options,
    challenge: bytesOf(options.challenge),
    allowCredentials: allowCredentials.map(toDescriptor),
  };
}

function toCreation({
  excludeCredentials = [],
  ...options
}: CreationOptions): PublicKeyCredentialCreationOptions {
  return {
    ...options,
    challenge: bytesOf(options.challenge),
    user: { ...options.user, id: bytesOf(options.user.id) },
    excludeCredentials: excludeCredentials.map(toDescriptor),
  };
}

function toDescriptor(descriptor: Descriptor): PublicKeyCredentialDescriptor {
  return { ...descriptor, id: bytesOf(descriptor.id) };
}

function toJson(credential: Credential | null): object {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('No passkey.', 'NotAllowedError');
  const { id, type, rawId, response, authenticatorAttachment } = credential;
  return {
    id,
    type,
    rawId: textOf(rawId),
    authenticatorAttachment,
    clientExtensionResults: {},
    response: response instanceof AuthenticatorAttestationResponse ? newKey(response) : proof(response),
  };
}

function newKey(response: AuthenticatorAttestationResponse) {
  return {
    clientDataJSON: textOf(response.clientDataJSON),
    attestationObject: textOf(response.attestationObject),
    // Firefox 115 has no such method. It is only a hint for later.
    transports: 'getTransports' in response ? response.getTransports() : [],
  };
}

function proof(response: AuthenticatorResponse) {
  const { clientDataJSON, authenticatorData, signature, userHandle } =
    response as AuthenticatorAssertionResponse; // the only other kind
  return {
    clientDataJSON: textOf(clientDataJSON),
    authenticatorData: textOf(authenticatorData),
    signature: textOf(signature),
    userHandle: userHandle === null ? undefined : textOf(userHandle),
  };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function textOf(buffer: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
