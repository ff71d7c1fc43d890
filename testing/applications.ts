import assert from 'node:assert/strict';
import { at } from './http/expect-response.ts';
import type { TestService } from './service.ts';

/** Answers to the questions as delivered. */
const ANSWERS = { home: 'house', allowed: true, people: 'Ana, 34', hours_alone: 3, reason: 'Luna' };

interface Applicant {
  readonly name: string;
  readonly email?: string;
  readonly answers?: Readonly<Record<string, unknown>>;
}

/** Sends the application of a visitor for an animal, with answers to the questions as delivered. Returns its id. */
export async function applyFor(
  service: Pick<TestService, 'send'>,
  key: string,
  petId: number,
  { answers, ...applicant }: Applicant,
): Promise<number> {
  const given = Object.entries({ ...ANSWERS, ...answers });
  const body = {
    petId,
    language: 'es',
    ...applicant,
    answers: given.map(([questionId, value]) => ({ questionId, value })),
  };
  const sent = await service.send('/v1/applications', { method: 'POST', key, body });
  assert.equal(sent.status, 201, sent.text);
  return Number(at(sent.json, 'id'));
}
