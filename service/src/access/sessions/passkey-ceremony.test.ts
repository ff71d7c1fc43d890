import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VirtualAuthenticator } from '@petstore/testing/sign-in/virtual-authenticator.ts';
import { optionsToAdd, verifyNew } from './passkey-ceremony.ts';

const PARTY = { id: 'pets.test', origin: 'https://pets.test' };
const CHALLENGE = 'x'.repeat(43);
const OWNER = { id: 7n, name: 'Ana', passkeys: [], installation: 'a' };

test('an attestation with a certificate is refused before the library reads it', async () => {
  const authenticator = new VirtualAuthenticator(PARTY.origin);
  const options = await optionsToAdd(OWNER, PARTY, CHALLENGE);
  const { challenge } = options;
  await verifyNew(authenticator.create(options), PARTY, challenge);
  const statement = new Map<string, unknown>([
    ['alg', -7],
    ['sig', Buffer.from('x')],
    ['x5c', [Buffer.from('x')]],
  ]);
  for (const format of ['packed', 'fido-u2f', 'tpm', 'android-safetynet']) {
    authenticator.attestation = new Map<string, unknown>([
      ['fmt', format],
      ['attStmt', statement],
    ]);
    await assert.rejects(verifyNew(authenticator.create(options), PARTY, challenge), {
      code: 'passkey_refused',
      cause: new Error(`The attestation ${format} was not asked for`),
    });
  }
});

test('a passkey calls its owner the same in one store, and otherwise in another one on the same host', async () => {
  const [one, again, other] = await Promise.all(
    [OWNER, OWNER, { ...OWNER, installation: 'b' }].map(
      async (owner) => (await optionsToAdd(owner, PARTY, CHALLENGE)).user.id,
    ),
  );
  assert.equal(one, again);
  assert.notEqual(one, other);
});
