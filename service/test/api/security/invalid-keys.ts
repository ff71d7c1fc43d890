import { UNLIMITED } from '@petstore/testing/accounts.ts';
import type { TestService } from '@petstore/testing/service.ts';
import { generateApiKey } from '../../../src/access/accounts/api-key.ts';
import { revokeApiKey } from '../../../src/access/accounts/api-key-queries.ts';
import { banKey } from '../../../src/access/accounts/ban-queries.ts';

export interface Keys {
  valid: string;
  admin: string;
  reader: string;
  revoked: string;
  expired: string;
  otherEnvironment: string;
  /** Returns a new key with a used-up quota: one that sends many requests is banned. */
  exhausted(): Promise<string>;
  /** Returns a new key with a ban that begins now. */
  banned(): Promise<string>;
}

export async function createKeys(service: TestService): Promise<Keys> {
  const { clock, database } = service;
  const revoked = await service.account();
  await database.write((db) => revokeApiKey(db, revoked.keyId, clock.now()));
  return {
    valid: (await service.account(UNLIMITED)).key,
    admin: (await service.account({ ...UNLIMITED, role: 'admin' })).key,
    reader: (await service.account({ ...UNLIMITED, role: 'reader' })).key,
    revoked: revoked.key,
    expired: (await service.account({ expiresAt: clock.now() })).key,
    otherEnvironment: (await service.account({ kind: 'test' })).key,
    exhausted: async () => {
      const { key } = await service.account({ perMinute: 5, perDay: 1 });
      await service.send('/v1/pets', { key });
      return key;
    },
    banned: async () => {
      const { key, keyId } = await service.account();
      await database.write((db) => banKey(db, keyId, clock.now()));
      return key;
    },
  };
}

interface KeyError {
  authorization: (keys: Keys) => string | undefined | Promise<string>;
  status: number;
  code: string;
  /** Headers that the response must have besides the common ones. */
  headers: Record<string, string>;
  /** Whether each path is tried, not only some. */
  onEachPath?: true;
}

const MISSING = {
  status: 401,
  code: 'missing_api_key',
  headers: { 'www-authenticate': 'Bearer realm="petstore"' },
};
const INVALID = {
  status: 401,
  code: 'invalid_api_key',
  headers: {
    'www-authenticate': 'Bearer realm="petstore", error="invalid_token"',
    'x-ratelimit-limit': '300',
  },
};

function withoutLast(key: string): string {
  return key.slice(0, -1);
}

function mistyped(key: string): string {
  return withoutLast(key) + (key.endsWith('A') ? 'B' : 'A');
}

/** Errors of the key, which are checked before everything else on every path. */
export const KEYS: Record<string, KeyError> = {
  'no key': { authorization: () => undefined, ...MISSING, onEachPath: true },
  'an empty Authorization': { authorization: () => '', ...MISSING },
  'a scheme without a key': { authorization: () => 'Bearer', ...MISSING },
  'a scheme and a space': { authorization: () => 'Bearer ', ...MISSING },
  'another scheme': { authorization: ({ valid }) => `Basic ${valid}`, ...MISSING },
  'a scheme like the one of keys': { authorization: ({ valid }) => `Token ${valid}`, ...MISSING },
  'a byte outside of ASCII': { authorization: () => '\u00ff', ...MISSING },
  'a key without a scheme': { authorization: ({ valid }) => valid, ...MISSING },
  'a scheme without a space': { authorization: ({ valid }) => `Bearer${valid}`, ...MISSING },
  'two keys': { authorization: ({ valid }) => `Bearer ${valid} ${valid}`, ...MISSING },
  'a list of keys': { authorization: ({ valid }) => `Bearer ${valid}, Bearer ${valid}`, ...MISSING },
  'an unknown key': { authorization: () => `Bearer ${generateApiKey('live')}`, ...INVALID, onEachPath: true },
  'a mistyped key': { authorization: ({ valid }) => `Bearer ${mistyped(valid)}`, ...INVALID },
  'a key that is too short': { authorization: ({ valid }) => `Bearer ${withoutLast(valid)}`, ...INVALID },
  'a key that is too long': { authorization: ({ valid }) => `Bearer ${valid}A`, ...INVALID },
  'a key in capitals': { authorization: ({ valid }) => `Bearer ${valid.toUpperCase()}`, ...INVALID },
  'the prefix of a key': { authorization: () => 'Bearer petstore_live_', ...INVALID },
  'SQL for a key': { authorization: () => "Bearer 'or1=1--", ...INVALID },
  'nonsense for a key': { authorization: () => `Bearer ${'%00\'"'.repeat(500)}`, ...INVALID },
  'a revoked key': { authorization: ({ revoked }) => `Bearer ${revoked}`, ...INVALID, onEachPath: true },
  'an expired key': { authorization: ({ expired }) => `Bearer ${expired}`, ...INVALID },
  'a key of the other environment': {
    authorization: ({ otherEnvironment }) => `Bearer ${otherEnvironment}`,
    ...INVALID,
  },
  'a used up quota': {
    authorization: async ({ exhausted }) => `Bearer ${await exhausted()}`,
    status: 429,
    code: 'rate_limit_exceeded',
    headers: { 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0', 'retry-after': '' },
    onEachPath: true,
  },
  'a banned key': {
    authorization: async ({ banned }) => `Bearer ${await banned()}`,
    status: 429,
    code: 'api_key_banned',
    headers: { 'x-ratelimit-remaining': '0', 'retry-after': '300' },
    onEachPath: true,
  },
};
