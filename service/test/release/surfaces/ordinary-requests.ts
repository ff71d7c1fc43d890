import { randomInt, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { sql } from 'kysely';
import type { PlanName } from '../../../src/access/accounts/account.ts';
import { generateApiKey } from '../../../src/access/accounts/api-key.ts';
import { insertPet } from '../../../src/catalogue/pets/pet-queries.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { removeTimeLimit } from '../../../src/platform/database/long-transactions.ts';
import { AttackClient, type AttackRequest, sendWhenServed } from './attack-tools.ts';
import type { SurfaceAttack, Target } from './surface-attack.ts';

/** Floods of valid requests, each by one client that ignores quotas and bans. */

const CONNECTIONS = 64;
const PETS = 20_000;
const ORDERS_OF_ONE_PET = 20_000;
const KIB = 1024;
const JSON_TYPE = { 'content-type': 'application/json' };
const PET = '"name":"Frank","categoryId":1';
const LARGE_BODY = `{${PET},"note":"${'x'.repeat(63 * KIB)}"}`;
const UNKNOWN_MEMBERS = `{${PET}${Array.from({ length: 5_000 }, (_, n) => `,"m${n}":1e1`).join('')}}`;
/** Digits that are no telephone number, and a list of different items: once they took 18 s and 1 s to refuse. */
const REFUSED_FIELDS = [
  { contactUrl: `tel:${'1'.repeat(60_000)}x` },
  { bondedWith: Array.from({ length: 6_000 }, (_, n) => ({ n })) },
].map((profile) => JSON.stringify(profile));
/** Six bytes of JSON for each of the 1,000 characters that a name may have. */
const LONG_NAME = JSON.stringify({ name: `x${'\u0001'.repeat(999)}`, categoryId: 1 });

/** @param prepare returns the function that makes each request. */
function flood(
  plan: PlanName,
  prepare: (target: Target) => Promise<() => AttackRequest>,
  more: Partial<SurfaceAttack> = {},
): SurfaceAttack {
  return {
    plan,
    role: 'member',
    dependsOnEngine: true,
    run: async (target, isOver) =>
      new AttackClient(target).repeat(CONNECTIONS, isOver, await prepare(target)),
    ...more,
  };
}

const add = (body: string, headers: Record<string, string> = {}): AttackRequest => ({
  method: 'POST',
  path: '/v1/pets',
  headers: { ...JSON_TYPE, ...headers },
  body,
});

export const ORDINARY_REQUESTS: Readonly<Record<string, SurfaceAttack>> = {
  'flood of one Free key': flood('free', async () => () => ({ path: '/v1/pets?limit=1' })),
  'random cursors of a Business key': flood('business', async (target) => {
    const next = nextOf(await sendWhenServed(target, '/v1/pets?limit=1'));
    const cursor = new URL(next ?? '', target.url).searchParams.get('cursor') ?? '';
    return () => ({ path: `/v1/pets?limit=100&cursor=${cursorAt(cursor, randomInt(PETS))}` });
  }),
  'bodies of 63 KiB of a Business key': flood('business', async () => () => add(LARGE_BODY)),
  'bodies of 5,000 unknown numbers of a Business key': flood(
    'business',
    async () => () => add(UNKNOWN_MEMBERS),
  ),
  'bodies that take longest to refuse of a Business key': flood('business', async () => {
    let sent = 0;
    return () => ({
      method: 'PATCH',
      path: '/v1/pets/1/profile',
      headers: JSON_TYPE,
      body: REFUSED_FIELDS[sent++ % REFUSED_FIELDS.length],
    });
  }),
  'wrong keys with a valid checksum from one address': flood('free', async () => () => ({
    path: '/v1/pets?limit=1',
    key: generateApiKey('live'),
  })),
  'orders of one pet by a Business key': flood(
    'business',
    async (target) => {
      const [order] = listOf(await sendWhenServed(target, '/v1/store/orders?limit=1'));
      return () => ({ path: `/v1/store/orders?petId=${order?.petId}&limit=100` });
    },
    { seed: addOrders },
  ),
  'pages of categories of a Business key': flood('business', async () => () => ({
    // No two requests share a cached page.
    path: `/v1/categories?limit=100&ids=${Array.from({ length: 100 }, () => randomInt(1_000_000)).join()}`,
  })),
  'a new Idempotency-Key for each write of a Business key': flood(
    'business',
    async () => () => add(LONG_NAME, { 'idempotency-key': randomUUID() }),
  ),
};

async function addOrders(database: Database, ownerId: bigint): Promise<void> {
  const now = Date.now();
  await database.write(async (queries) => {
    await removeTimeLimit(queries);
    const pet = { name: 'Ordered', categoryId: 1n, status: 'available' } as const;
    const { id } = await insertPet(queries, pet, ownerId, now);
    await sql`insert into orders (pet_id, account_id, owner_id, status, placed_at, updated_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(ORDERS_OF_ONE_PET)})
      select ${id}, ${ownerId}, ${ownerId}, 'cancelled', ${now}, ${now} from n`.execute(queries);
  });
}

/** The same cursor at another id: an attacker can make it, because cursors are not signed (`platform/core/cursor.ts`). */
function cursorAt(cursor: string, id: number): string {
  const bytes = Buffer.from(cursor, 'base64url');
  bytes.writeBigInt64BE(BigInt(id), 5);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, 13)), 13);
  return bytes.toString('base64url');
}
