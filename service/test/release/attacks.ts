import { randomInt, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { PlanName } from '../../src/accounts/account.ts';
import { generateApiKey } from '../../src/accounts/api-key.ts';

/** Attacks with valid requests, each by one client that ignores quotas and bans. */

export interface AttackRequest {
  method?: string;
  path: string;
  /** The attacker's own key unless given. */
  key?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Catalogue {
  pets: number;
  /** A pet with a long history of orders. */
  orderedPetId: number;
  /** A cursor of the list of pets without filters. */
  cursor: string;
}

interface Attack {
  plan: PlanName;
  connections: number;
  next(catalogue: Catalogue): AttackRequest;
}

const KIB = 1024;
const JSON_TYPE = { 'content-type': 'application/json' };
const PET = '"name":"Frank","categoryId":1';
const LARGE_BODY = `{${PET},"note":"${'x'.repeat(63 * KIB)}"}`;
const UNKNOWN_MEMBERS = `{${PET}${Array.from({ length: 5_000 }, (_, n) => `,"m${n}":1e1`).join('')}}`;
/** Six bytes of JSON for each of the 1,000 characters that a name may have. */
const LONG_NAME = JSON.stringify({ name: `x${'\u0001'.repeat(999)}`, categoryId: 1 });

export const ATTACKS = {
  'flood of one Free key': {
    plan: 'free',
    connections: 64,
    next: () => ({ path: '/v1/pets?limit=1' }),
  },
  'random cursors of a Business key': {
    plan: 'business',
    connections: 64,
    next: ({ pets, cursor }) => ({
      path: `/v1/pets?limit=100&cursor=${cursorAt(cursor, Math.floor(Math.random() * pets))}`,
    }),
  },
  'bodies of 63 KiB of a Business key': {
    plan: 'business',
    connections: 64,
    next: () => ({ method: 'POST', path: '/v1/pets', headers: JSON_TYPE, body: LARGE_BODY }),
  },
  'bodies of 5,000 unknown numbers of a Business key': {
    plan: 'business',
    connections: 64,
    next: () => ({ method: 'POST', path: '/v1/pets', headers: JSON_TYPE, body: UNKNOWN_MEMBERS }),
  },
  'wrong keys with a valid checksum from one address': {
    plan: 'free',
    connections: 64,
    next: () => ({ path: '/v1/pets?limit=1', key: generateApiKey('live') }),
  },
  'orders of one pet by a Business key': {
    plan: 'business',
    connections: 64,
    next: ({ orderedPetId }) => ({ path: `/v1/store/orders?petId=${orderedPetId}&limit=100` }),
  },
  'pages of categories of a Business key': {
    plan: 'business',
    connections: 64,
    // No two requests share a cached page.
    next: () => ({
      path: `/v1/categories?limit=100&ids=${Array.from({ length: 100 }, () => randomInt(1_000_000)).join()}`,
    }),
  },
  'a new Idempotency-Key for each write of a Business key': {
    plan: 'business',
    connections: 64,
    next: () => ({
      method: 'POST',
      path: '/v1/pets',
      headers: { ...JSON_TYPE, 'idempotency-key': randomUUID() },
      body: LONG_NAME,
    }),
  },
} as const satisfies Record<string, Attack>;

export type AttackName = keyof typeof ATTACKS;

/** The same cursor at another id: an attacker can make it, because cursors are not signed (`core/cursor.ts`). */
function cursorAt(cursor: string, id: number): string {
  const bytes = Buffer.from(cursor, 'base64url');
  bytes.writeBigInt64BE(BigInt(id), 5);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, 13)), 13);
  return bytes.toString('base64url');
}
