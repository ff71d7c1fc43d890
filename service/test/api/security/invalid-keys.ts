import type { TestService } from '@petstore/testing/service.ts';
import { generateApiKey } from '../../../src/accounts/api-key.ts';
import { revokeApiKey } from '../../../src/accounts/api-key-queries.ts';
import { banKey } from '../../../src/accounts/ban-queries.ts';

/** The keys that the requests of one target need. */
export interface Keys {
  valid: string;
  admin: string;
  reader: string;
  unknown: string;
  badChecksum: string;
  revoked: string;
  expired: string;
  otherEnvironment: string;
  exhausted: string;
  banned: string;
}

export async function createKeys(service: TestService): Promise<Keys> {
  const now = service.clock.now();
  const [valid, revoked, banned] = [
    await service.account(),
    await service.account(),
    await service.account(),
  ];
  const exhausted = await service.account({ perMinute: 5, perDay: 1 });
  await service.send('/v1/pets', { key: exhausted.key });
  await service.database.write((queries) => revokeApiKey(queries, revoked.keyId, now));
  await service.database.write((queries) => banKey(queries, banned.keyId, now));
  return {
    valid: valid.key,
    admin: (await service.account({ role: 'admin' })).key,
    reader: (await service.account({ role: 'reader' })).key,
    unknown: generateApiKey('live'),
    badChecksum: valid.key.slice(0, -1) + (valid.key.endsWith('A') ? 'B' : 'A'),
    revoked: revoked.key,
    expired: (await service.account({ expiresAt: now })).key,
    otherEnvironment: (await service.account({ kind: 'test' })).key,
    exhausted: exhausted.key,
    banned: banned.key,
  };
}

export interface KeyError {
  authorization: (keys: Keys) => string | undefined;
  status: number;
  code: string;
  /** Headers that the response must have besides the common ones. */
  headers: Record<string, string>;
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

/** Errors of the key, which are checked before everything else on every path. */
export const KEYS: Record<string, KeyError> = {
  'no key': { authorization: () => undefined, ...MISSING },
  'an empty Authorization': { authorization: () => '', ...MISSING },
  'a scheme without a key': { authorization: () => 'Bearer', ...MISSING },
  'another scheme': { authorization: ({ valid }) => `Basic ${valid}`, ...MISSING },
  'a key without a scheme': { authorization: ({ valid }) => valid, ...MISSING },
  'two keys': { authorization: ({ valid }) => `Bearer ${valid} ${valid}`, ...MISSING },
  'an unknown key': { authorization: ({ unknown }) => `Bearer ${unknown}`, ...INVALID },
  'a mistyped key': { authorization: ({ badChecksum }) => `Bearer ${badChecksum}`, ...INVALID },
  'nonsense for a key': { authorization: () => `Bearer ${'%00\'"'.repeat(500)}`, ...INVALID },
  'a revoked key': { authorization: ({ revoked }) => `Bearer ${revoked}`, ...INVALID },
  'an expired key': { authorization: ({ expired }) => `Bearer ${expired}`, ...INVALID },
  'a key of the other environment': {
    authorization: ({ otherEnvironment }) => `Bearer ${otherEnvironment}`,
    ...INVALID,
  },
  'a used up quota': {
    authorization: ({ exhausted }) => `Bearer ${exhausted}`,
    status: 429,
    code: 'rate_limit_exceeded',
    headers: { 'x-ratelimit-limit': '1', 'x-ratelimit-remaining': '0', 'retry-after': '' },
  },
  'a banned key': {
    authorization: ({ banned }) => `Bearer ${banned}`,
    status: 429,
    code: 'api_key_banned',
    headers: { 'x-ratelimit-remaining': '0', 'retry-after': '300' },
  },
};
