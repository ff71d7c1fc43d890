import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at } from '@petstore/testing/http/expect-response.ts';
import { startSharedServiceAtNoon } from '@petstore/testing/service.ts';
import {
  addMessage,
  correctAddress,
  eraseByLink,
  readByLink,
  withdraw,
} from '../../../src/applications/private-link.ts';
import { formKey } from '../../../src/applications/questions/form-queries.ts';
import { submitApplication } from '../../../src/applications/submit.ts';
import { applicationOf, shelterWithAnimal } from './application-fixture.ts';

const shared = await startSharedServiceAtNoon();

test('with the private link an applicant writes, corrects the address, withdraws an acceptance and erases', async () => {
  const service = shared();
  const { database } = service;
  const shelter = await shelterWithAnimal(service);
  const now = service.clock.now();
  const application = {
    petId: BigInt(shelter.petId),
    categoryId: undefined,
    applicant: { name: ' Kim ', email: 'kim@example.org', telephone: undefined },
    answers: applicationOf(shelter.petId).answers,
    language: 'es',
    message: 'Hello',
    tokenId: 'form 1',
  } as const;
  const submit = () => database.write((db) => submitApplication(db, application, { actor: null, at: now }));
  const { application: sent, isNew } = await submit();
  const again = await submit();
  assert.deepEqual([isNew, again.isNew, again.application.id], [true, false, sent.id]);
  const { secret, id } = sent;
  await database.write((db) => addMessage(db, secret, 'One more thing', now));
  const corrected = { name: 'Kim Lee', email: undefined, telephone: '+1 555 010 0199' };
  await database.write((db) => correctAddress(db, secret, corrected, now));
  const view = await readByLink(database.read, secret);
  assert.deepEqual(view?.application.applicant, corrected);
  assert.deepEqual(
    view?.messages.map(({ text }) => text),
    ['Hello', 'One more thing'],
  );
  const path = `/v1/applications/${id}`;
  assert.equal((await shelter.change(path, { state: 'accepted' })).status, 200);
  assert.equal(await shelter.petStatus(), 'pending');
  assert.equal((await database.write((db) => withdraw(db, secret, now))).state, 'withdrawn');
  assert.equal(await shelter.petStatus(), 'available');
  const states = at((await shelter.get(path)).json, 'states') as { state: string; author: string }[];
  assert.deepEqual(
    states.map(({ state, author }) => [state, author]),
    [
      ['received', 'applicant'],
      ['accepted', 'shelter'],
      ['withdrawn', 'applicant'],
    ],
  );
  await database.write((db) => eraseByLink(db, secret, now));
  assert.equal(await readByLink(database.read, secret), undefined);
});

test('the key of forms is in the store, so that all processes have the same', async () => {
  const { database } = shared();
  const key = await formKey(database);
  assert.match(key, /^[\w-]{43}$/);
  assert.equal(await formKey(database), key);
});
