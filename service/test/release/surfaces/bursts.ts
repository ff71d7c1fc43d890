import { setTimeout as wait } from 'node:timers/promises';
import { listOf } from '@petstore/testing/http/expect-response.ts';
import { insertPet } from '../../../src/catalogue/pets/pet-queries.ts';
import { MINUTE } from '../../../src/platform/core/clock.ts';
import { AttackClient, type AttackRequest, addAnimal, sendWhenServed } from './attack-tools.ts';
import type { SurfaceAttack, Target } from './surface-attack.ts';

/** Writes of 40 connections at once that need the same rows. On PostgreSQL each one locks them until its commit. */

const CONNECTIONS = 40;
/** A Business key has 1,000 requests a minute, some of which an attack needs to prepare. More would be rejected without work. */
const BURSTS_A_MINUTE = 24;
const PAUSE_MS = 100;

/**
 * Sends requests on 40 connections at once, again and again as far as the quota of a Business key allows, until `isOver`. Returns the
 * number of responses of each status.
 */
async function sendInBursts(
  target: Target,
  isOver: () => boolean,
  next: (burst: number, connection: number) => AttackRequest,
): Promise<Record<string, number>> {
  const client = new AttackClient(target);
  let [minute, sent, bursts] = [0, 0, 0];
  while (!isOver()) {
    const now = Math.floor(Date.now() / MINUTE);
    if (now !== minute) [minute, sent] = [now, 0];
    if (sent === BURSTS_A_MINUTE) {
      await wait(PAUSE_MS);
      continue;
    }
    sent += 1;
    bursts += 1;
    await Promise.all(
      Array.from({ length: CONNECTIONS }, (_, connection) => {
        const { path, ...options } = next(bursts, connection);
        return client.send(path, options);
      }),
    );
  }
  client.close();
  return client.counts;
}

const BY_A_BUSINESS_KEY = { plan: 'business', role: 'member', dependsOnEngine: true } as const;
const JSON_TYPE = { 'content-type': 'application/json' };
const TAKEN = { name: 'Taken', categoryId: 1n, status: 'sold' } as const;

/** Changes of the name of one animal. */
export const onePetChanges: SurfaceAttack = {
  ...BY_A_BUSINESS_KEY,
  async run(target, isOver) {
    const path = `/v1/pets/${await addAnimal(target)}`;
    return sendInBursts(target, isOver, (burst, connection) => {
      const body = JSON.stringify({ name: `change ${burst} ${connection}` });
      return { method: 'PATCH', path, headers: JSON_TYPE, body };
    });
  },
};

/** Batches that name the first 100 animals, all of them of the victim: each item is rejected. */
export const foreignBatches: SurfaceAttack = {
  ...BY_A_BUSINESS_KEY,
  run: (target, isOver) => {
    const items = Array.from({ length: 100 }, (_, index) => ({
      operation: 'changePet',
      petId: index + 1,
      pet: { name: 'not mine' },
    }));
    const batch = {
      method: 'POST',
      path: '/v1/batches',
      headers: JSON_TYPE,
      body: JSON.stringify({ items }),
    };
    return sendInBursts(target, isOver, () => batch);
  },
};

/** Orders of one animal that is taken: each one locks the account and the animal before it is rejected. */
export const ordersOfOnePet: SurfaceAttack = {
  ...BY_A_BUSINESS_KEY,
  async seed(database, ownerId) {
    await database.write((db) => insertPet(db, TAKEN, ownerId, Date.now()));
  },
  async run(target, isOver) {
    const [taken] = listOf(await sendWhenServed(target, '/v1/pets?status=sold&limit=1'));
    const order = { method: 'POST', path: '/v1/store/orders', headers: JSON_TYPE };
    return sendInBursts(target, isOver, () => ({ ...order, body: JSON.stringify({ petId: taken?.id }) }));
  },
};

/** Each burst has 40 orders with one new Idempotency-Key, which all fail: none of them can replay the response of another one. */
export const oneIdempotencyKey: SurfaceAttack = {
  ...BY_A_BUSINESS_KEY,
  async run(target, isOver) {
    const body = JSON.stringify({ petId: await addAnimal(target, { status: 'sold' }) });
    return sendInBursts(target, isOver, (burst) => {
      const headers = { ...JSON_TYPE, 'idempotency-key': `burst ${burst}` };
      return { method: 'POST', path: '/v1/store/orders', headers, body };
    });
  },
};
