import assert from 'node:assert/strict';
import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { at } from '../http/expect-response.ts';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;
/** -7: ECDSA on P-256 with SHA-256. */
const ES256 = -7;

interface Credential {
  readonly id: Buffer;
  readonly privateKey: KeyObject;
  readonly userHandle: string;
  counter: number;
}

/**
 * The authenticator and the browser of a person, as the service sees them: it makes a passkey and signs with it. What a real browser
 * refuses, it does as well, such as to answer for another site.
 */
export class VirtualAuthenticator {
  /** The origin of the page, as the browser states it. */
  origin: string;
  /** Whether the person entered a PIN or used a finger. */
  verifiesUser = true;
  /** The attestation of a new passkey. */
  attestation: ReadonlyMap<string, unknown> = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
  ]);
  readonly #credentials: Credential[] = [];

  constructor(origin: string) {
    this.origin = origin;
  }

  /** Makes a passkey. @param options of the service, in JSON. */
  create(options: unknown) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = publicKey.export({ format: 'jwk' });
    const id = randomBytes(16);
    const userHandle = String(at(options, 'user', 'id'));
    this.#credentials.push({ id, privateKey, userHandle, counter: 0 });
    const key = new Map<number, unknown>([
      [1, 2],
      [3, ES256],
      [-1, 1],
      [-2, Buffer.from(String(jwk.x), 'base64url')],
      [-3, Buffer.from(String(jwk.y), 'base64url')],
    ]);
    const length = Buffer.from([0, id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, cbor(key)]);
    const authData = Buffer.concat([this.#data(at(options, 'rp', 'id'), HAS_CREDENTIAL, 0), attested]);
    return {
      ...named(id),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options).toString('base64url'),
        attestationObject: cbor(new Map([...this.attestation, ['authData', authData]])).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** Signs with the passkey that was made last. @param options of the service, in JSON. */
  use(options: unknown) {
    const credential = this.#last();
    credential.counter += 1;
    const clientData = this.#clientData('webauthn.get', options);
    const authData = this.#data(at(options, 'rpId'), 0, credential.counter);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    return {
      ...named(credential.id),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, credential.privateKey).toString('base64url'),
        userHandle: credential.userHandle,
      },
    };
  }

  /** Returns another authenticator with the same passkeys, as if someone had copied them. */
  copy(): VirtualAuthenticator {
    const copy = new VirtualAuthenticator(this.origin);
    for (const { privateKey, ...rest } of this.#credentials) {
      const exported = privateKey.export({ format: 'jwk' });
      copy.#credentials.push({ ...rest, privateKey: createPrivateKey({ key: exported, format: 'jwk' }) });
    }
    return copy;
  }

  #last(): Credential {
    const credential = this.#credentials.at(-1);
    assert.ok(credential !== undefined, 'the authenticator has no passkey');
    return credential;
  }

  #clientData(type: string, options: unknown): Buffer {
    const challenge = at(options, 'challenge');
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  #data(host: unknown, flags: number, counter: number): Buffer {
    const all = flags | USER_PRESENT | (this.verifiesUser ? USER_VERIFIED : 0);
    const rest = Buffer.alloc(5);
    rest.writeUInt8(all, 0);
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([createHash('sha256').update(String(host)).digest(), rest]);
  }
}

function named(id: Buffer) {
  const text = id.toString('base64url');
  return { id: text, rawId: text, type: 'public-key', clientExtensionResults: {} };
}

/** Encodes what authenticators send: small integers, texts, bytes, lists and maps (RFC 8949). */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  assert.ok(value instanceof Map);
  return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)]);
}

function head(type: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(type << 5) | length]);
  if (length < 256) return Buffer.from([(type << 5) | 24, length]);
  return Buffer.from([(type << 5) | 25, length >> 8, length & 0xff]);
}
