import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { at, listOf } from '@petstore/testing/http/expect-response.ts';
import { startService, startSharedService } from '@petstore/testing/service.ts';
import { SENT_BY_ADDRESS } from '../../../src/adoption/applications/pages/send-limits.ts';
import { DAY, SECOND } from '../../../src/platform/core/clock.ts';
import { PUBLIC } from '../public-pages/public-fixture.ts';
import { applicationOf, shelterWithAnimal } from './application-fixture.ts';
import { privatePathIn, TYPED, tokenIn, visitorFrom } from './visitor.ts';

/** The private pages on which applicants read the answer. */

const service = await startSharedService({ env: { ...PUBLIC, TRUST_PROXY: '127.0.0.1' } });
const { url, clock } = service;
let addresses = 0;

/** A shelter, and an applicant for its animal with a private page. */
async function applied() {
  const shelter = await shelterWithAnimal(service);
  addresses += 1;
  const visitor = visitorFrom(url, `198.51.100.${addresses}`, 'en');
  const form = await visitor.open(`/adopt/${shelter.petId}/apply`);
  clock.advance(5 * SECOND);
  const fields = { ...TYPED, token: tokenIn(form), message: 'When can we meet her?' };
  const path = privatePathIn(await visitor.send(`/adopt/${shelter.petId}/apply`, fields));
  const list = await shelter.get(`/v1/applications?petId=${shelter.petId}`);
  const id = Number(at(listOf(list)[0], 'id'));
  const page = async () => (await visitor.open(path)).text;
  const act = (action: string, more: Record<string, string> = {}) => visitor.send(path, { action, ...more });
  const answer = (body: object) => shelter.change(`/v1/applications/${id}`, body);
  const read = async () => (await shelter.get(`/v1/applications/${id}`)).json;
  return { shelter, visitor, path, page, act, answer, read };
}

test('an applicant writes, corrects the address and withdraws; a second click adds nothing, and faults keep what was typed', async () => {
  const { visitor, path, page, act, read } = await applied();
  assert.match(await page(), /Riverside Shelter answers by .*When can we meet her\?/s);
  for (const _ of ['click', 'second click']) {
    const written = await act('message', { text: 'We have a cat.' });
    assert.equal(written.headers.get('location'), `${path}?done=message#done`);
  }
  assert.match((await visitor.open(`${path}?done=message`)).text, /Your message was sent\./);
  const messages = at(await read(), 'messages') as { text: string }[];
  assert.deepEqual(
    messages.map(({ text }) => text),
    ['When can we meet her?', 'We have a cat.'],
  );
  const wrong = await act('contact', { name: 'Ana Gómez', email: 'ana@mail' });
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /<details open>.*value="Ana Gómez".*value="ana@mail"/s);
  assert.equal((await act('contact', { name: 'Ana Gómez', telephone: '+1 555 010 0199' })).status, 303);
  assert.deepEqual(at(await read(), 'applicant'), { name: 'Ana Gómez', telephone: '+1 555 010 0199' });
  assert.equal((await act('message', { text: '' })).status, 400);
  assert.equal((await act('unknown')).status, 303);
  assert.equal((await act('withdraw')).headers.get('location'), `${path}?done=withdraw#done`);
  assert.match(await page(), /You have withdrawn your application/);
  assert.doesNotMatch(await page(), /Withdraw now/);
  for (let sent = 0; sent < SENT_BY_ADDRESS.perMinute; sent += 1) await act('message', { text: `${sent}` });
  const flood = await act('message', { text: 'One more' });
  assert.equal(flood.status, 429);
  assert.match(flood.text, /press the button again in .*One more<\/textarea>/s);
});

test('an applicant reads that the answer is late, that someone is ahead, and why it was declined, with other animals', async () => {
  const { shelter, visitor, page, answer } = await applied();
  clock.advance(8 * DAY);
  assert.match(await page(), /The answer takes longer than promised/);
  const other = await shelter.apply({ name: 'Kim' });
  assert.equal((await shelter.change(`/v1/applications/${other}`, { state: 'accepted' })).status, 200);
  assert.match(await page(), /Someone is ahead of you: Bella is reserved for another applicant/);
  const form = await visitor.open(`/adopt/${shelter.petId}/apply`);
  assert.match(form.text, /Someone is ahead of you: your application counts if that does not work out/);
  const similar = await addPet(service, shelter.key, { name: 'Rex', categoryId: 1 });
  assert.equal((await answer({ state: 'declined', reason: 'She needs\n<b>a garden</b>.' })).status, 200);
  assert.match(
    await page(),
    /was not accepted.*<blockquote dir="auto">She needs\n&lt;b&gt;a garden&lt;\/b&gt;\.</s,
  );
  assert.match(await page(), new RegExp(`They are still waiting.*href="/adopt/${similar}/rex"`, 's'));
});

test('an accepted applicant reads it, and what was erased has no page; a wrong link has none either', async () => {
  const { visitor, path, page, act, answer, shelter } = await applied();
  assert.equal((await answer({ state: 'accepted' })).status, 200);
  assert.match(await page(), /Your application was accepted.*Bella is reserved for you/s);
  const erased = await act('erase');
  assert.match(erased.text, /Your data was erased/);
  assert.equal(await shelter.petStatus(), 'available');
  for (const gone of [path, `/application/${'x'.repeat(43)}`, '/application/%00']) {
    const { status, headers, text } = await visitor.open(gone);
    assert.deepEqual([status, headers.get('cache-control')], [404, 'no-store'], gone);
    assert.match(text, /This link leads to no application/);
  }
  assert.equal((await act('message', { text: 'Hello?' })).status, 404);
});

test('an applicant who was accepted withdraws, which frees the animal', async () => {
  const { act, answer, shelter, read } = await applied();
  assert.equal((await answer({ state: 'accepted' })).status, 200);
  assert.equal(await shelter.petStatus(), 'pending');
  assert.equal((await act('withdraw')).status, 303);
  const states = at(await read(), 'states') as { state: string; author: string }[];
  assert.deepEqual(
    states.map(({ state, author }) => `${state} ${author}`),
    ['received applicant', 'accepted shelter', 'withdrawn applicant'],
  );
  assert.equal(await shelter.petStatus(), 'available');
});

test('without public pages a private link still shows the answer, and leads to no other page', async (t) => {
  const hidden = await startService(t);
  const { key, petId } = await shelterWithAnimal(hidden);
  const body = applicationOf(petId);
  const sent = await hidden.send('/v1/applications', { method: 'POST', key, body });
  const visitor = visitorFrom(hidden.url, '198.51.100.1', 'en');
  const path = new URL(String(at(sent.json, 'url'))).pathname;
  const shown = await visitor.open(path);
  assert.equal(shown.status, 200, shown.text);
  const style = /rel="stylesheet" href="([^"]+)"/.exec(shown.text)?.[1] ?? '';
  assert.equal((await visitor.open(style)).status, 200);
  assert.doesNotMatch(shown.text, /<a [^>]*href="\/adopt/);
  assert.equal((await visitor.send(path, { action: 'withdraw' })).status, 303);
  assert.match((await visitor.open(path)).text, /You have withdrawn your application/);
  assert.equal((await visitor.open(`/adopt/${petId}/apply`)).status, 404);
});
