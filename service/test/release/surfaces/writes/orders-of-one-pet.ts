import { listOf } from '@petstore/testing/http/expect-response.ts';
import { insertPet } from '../../../../src/pets/pet-queries.ts';
import { sendWhenServed } from '../attack-tools.ts';
import type { SurfaceAttack } from '../surface-attack.ts';
import { sendInBursts } from './bursts.ts';

const ANIMAL = { name: 'Taken', categoryId: 1n, status: 'sold' } as const;

/** 40 connections order one animal that is taken. On PostgreSQL each order locks the account and the animal before it is rejected. */
export const attack: SurfaceAttack = {
  plan: 'business',
  role: 'member',
  dependsOnEngine: true,
  async seed(database, ownerId) {
    await database.write((db) => insertPet(db, ANIMAL, ownerId, Date.now()));
  },
  async run(target, isOver) {
    const [taken] = listOf(await sendWhenServed(target, '/v1/pets?status=sold&limit=1'));
    const body = JSON.stringify({ petId: taken?.id });
    const headers = { 'content-type': 'application/json' };
    return sendInBursts(target, isOver, () => ({ method: 'POST', path: '/v1/store/orders', headers, body }));
  },
};
