import assert from 'node:assert/strict';
import { at } from '@petstore/testing/http/expect-response.ts';
import type { TestService } from '@petstore/testing/service.ts';

const ANIMAL = { name: 'Bella', categoryId: 1, status: 'available' };

/** Answers to the questions as delivered. */
const ANSWERS = [
  { questionId: 'home', value: 'house' },
  { questionId: 'outside', value: ['garden'] },
  { questionId: 'allowed', value: true },
  { questionId: 'people', value: 'Two adults' },
  { questionId: 'hours_alone', value: 3 },
  { questionId: 'reason', value: 'We miss our old dog.' },
];

/** An application that is valid with the questions as delivered. */
export function applicationOf(petId: number) {
  return { petId, name: 'Kim Lee', email: 'kim@example.org', language: 'es', answers: ANSWERS };
}

/** A shelter with an animal, and functions that send requests as it. */
export async function shelterWithAnimal(service: Pick<TestService, 'account' | 'send'>) {
  const { key, id } = await service.account({ role: 'manager' });
  const added = await service.send('/v1/pets', { method: 'POST', key, body: ANIMAL });
  const petId = Number(at(added.json, 'id'));
  const apply = async (body: object = {}) => {
    const sent = { method: 'POST', key, body: { ...applicationOf(petId), ...body } };
    const response = await service.send('/v1/applications', sent);
    assert.equal(response.status, 201, response.text);
    return Number(at(response.json, 'id'));
  };
  const get = (path: string, as = key) => service.send(path, { key: as });
  const change = (path: string, body: object, method = 'PATCH') => service.send(path, { method, key, body });
  const petStatus = async () => at((await get(`/v1/pets/${petId}`)).json, 'status');
  const state = async (application: number) =>
    at((await get(`/v1/applications/${application}`)).json, 'state');
  return { key, id, petId, apply, get, change, petStatus, state };
}
