// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { at, listOf } from '@petstore/testing/http/expect-response.ts';
import { addPerson } from '@petstore/testing/people.ts';
import { noBrowser } from '@petstore/testing/servers/browser.ts';
import type { Page } from 'playwright-core';
import { pictureFile, settled, signedIn, startApp } from './console-page.ts';
import { examine } from './inspect.ts';

/** One form. The other person sets the same field and, if there is one, another field. */
interface Form {
  readonly at: string;
  /** What opens the form; without it the form is on the page. */
  readonly open?: (page: Page) => Promise<void>;
  /** The name of the field. */
  readonly field: string;
  readonly mine: string;
  /** The change of the other person, by the API. */
  readonly theirs: readonly ['PATCH' | 'PUT', string, object];
  /** Returns the members that the two changed. */
  readonly read: () => Promise<unknown[]>;
  /** What the service has after the change of the other person, and after both. */
  readonly results: readonly [unknown[], unknown[]];
}

test('no form takes back what another person saved, and a field that both changed is shown with both values', {
  skip: noBrowser,
}, async (t) => {
  const app = await startApp(t);
  const { service } = app;
  const { key } = await service.account({ role: 'admin' });
  const send = async (method: string, path: string, body?: object) => {
    const response = await service.send(path, { method, key, ...(body && { body }) });
    assert.ok(response.status < 300, response.text);
    return response;
  };
  const json = async (path: string) => (await send('GET', path)).json;
  const one = async (path: string, id: unknown) =>
    listOf(await send('GET', path)).find((item) => String(at(item, 'id')) === String(id));
  for (const [index, name] of ['Dog', 'Cat'].entries())
    await send('PUT', `/v1/categories/${index + 1}`, { name });
  const pet = await addPet(service, key, { name: 'Olive' });
  const resting = await addPet(service, key, { name: 'Bruno' });
  await send('PATCH', `/v1/pets/${pet}/profile`, { breed: 'Mix', color: 'Grey' });
  const movement = at(
    (await send('POST', `/v1/pets/${pet}/movements`, { type: 'intake', reason: 'stray', date: '2020-01-01' }))
      .json,
    'id',
  );
  const account = at((await send('POST', '/v1/accounts', { name: 'Site', plan: 'free' })).json, 'id');
  const { id: person } = await addPerson(service, key, { name: 'Ana', role: 'member' });
  await send('PUT', '/v1/settings/email', { host: 'mail.example', from: 'hello@shelter.example' });
  const questions = itemsOf(await json('/v1/application-questions'), 'questions');
  const question = questions[0] ?? assert.fail();
  const changedQuestions = questions.map((other) =>
    other === question ? { ...question, text: { en: 'Theirs?', de: 'Neu?' } } : other,
  );
  const page = await signedIn(t, { ...app, key }, { at: `/animals/${pet}` });
  await page.getByLabel('Add photos').setInputFiles(await pictureFile('one.jpg'));
  await page.getByRole('button', { name: 'What to do with photo 1' }).waitFor();
  const photo = async () => itemsOf(await json(`/v1/listings/${pet}`), 'photos')[0];
  const photoId = at(await photo(), 'id');
  const button = (name: string | RegExp) => (where: Page) => where.getByRole('button', { name }).click();
  const profile = async (id: number, ...names: string[]) => {
    const listing = await json(`/v1/listings/${id}`);
    return names.map((name) => at(listing, 'profile', name));
  };
  const members = async (path: string, ...names: string[]) => {
    const found = await json(path);
    return names.map((name) => at(found, name));
  };
  const FORMS: Readonly<Record<string, Form>> = {
    animal: {
      at: `/animals/${pet}`,
      open: button('Edit'),
      field: 'name',
      mine: 'Mine',
      theirs: ['PATCH', `/v1/pets/${pet}`, { name: 'Theirs', categoryId: 2 }],
      read: () => members(`/v1/pets/${pet}`, 'name', 'categoryId'),
      results: [
        ['Theirs', 2],
        ['Mine', 2],
      ],
    },
    profile: {
      at: `/animals/${pet}`,
      open: button('Change the profile'),
      field: 'tags',
      mine: 'mine',
      theirs: ['PATCH', `/v1/pets/${pet}/profile`, { tags: ['theirs'], breed: 'Beagle' }],
      read: () => profile(pet, 'tags', 'breed', 'color'),
      results: [
        [['theirs'], 'Beagle', 'Grey'],
        [['mine'], 'Beagle', 'Grey'],
      ],
    },
    'reason why an animal is not for adoption': {
      at: `/animals/${resting}`,
      open: async (where) => {
        await where.getByLabel('Status of Bruno').selectOption('Not for adoption…');
      },
      field: 'notForAdoptionReason',
      mine: 'Mine',
      theirs: ['PATCH', `/v1/pets/${resting}/profile`, { notForAdoptionReason: 'Theirs' }],
      read: () => profile(resting, 'notForAdoptionReason'),
      results: [['Theirs'], ['Mine']],
    },
    movement: {
      at: `/animals/${pet}`,
      open: button(/^Correct:/),
      field: 'note',
      mine: 'Mine',
      theirs: ['PATCH', `/v1/pets/${pet}/movements/${movement}`, { note: 'Theirs', date: '2020-01-02' }],
      read: async () => {
        const found = await one(`/v1/pets/${pet}/movements`, movement);
        return [at(found, 'note'), at(found, 'date')];
      },
      results: [
        ['Theirs', '2020-01-02'],
        ['Mine', '2020-01-02'],
      ],
    },
    photo: {
      at: `/animals/${pet}`,
      open: async (where) => {
        await where.getByRole('button', { name: 'What to do with photo 1' }).click();
        await where.getByRole('button', { name: 'Describe photo 1' }).click();
      },
      field: 'alt',
      mine: 'Mine',
      theirs: ['PATCH', `/v1/pets/${pet}/photos/${photoId}`, { alt: 'Theirs', focalPoint: { x: 10, y: 20 } }],
      read: async () => [at(await photo(), 'alt'), at(await photo(), 'focalPoint')],
      results: [
        ['Theirs', { x: 10, y: 20 }],
        ['Mine', { x: 10, y: 20 }],
      ],
    },
    category: {
      at: '/categories',
      field: 'name',
      mine: 'Mine',
      theirs: ['PUT', '/v1/categories/1', { name: 'Theirs' }],
      read: async () => [at(await one('/v1/categories', 1), 'name')],
      results: [['Theirs'], ['Mine']],
    },
    settings: {
      at: '/settings',
      field: 'hours',
      mine: 'Mine',
      theirs: ['PUT', '/v1/settings', { hours: 'Theirs', telephone: '+1 555 0100', publicPages: false }],
      read: () => members('/v1/settings', 'hours', 'telephone'),
      results: [
        ['Theirs', '+1 555 0100'],
        ['Mine', '+1 555 0100'],
      ],
    },
    'e-mail settings': {
      at: '/settings',
      field: 'host',
      mine: 'mine.example',
      theirs: ['PUT', '/v1/settings/email', { host: 'theirs.example', from: 'theirs@shelter.example' }],
      read: () => members('/v1/settings/email', 'host', 'from'),
      results: [
        ['theirs.example', 'theirs@shelter.example'],
        ['mine.example', 'theirs@shelter.example'],
      ],
    },
    letter: {
      at: '/settings',
      field: 'texts.0.subject',
      mine: 'Mine',
      theirs: [
        'PUT',
        '/v1/settings/email-texts',
        { texts: [{ kind: 'received', language: 'en', subject: 'Theirs', body: '{shelter}: {link}' }] },
      ],
      read: async () => {
        const texts = itemsOf(await json('/v1/settings/email-texts'), 'texts');
        const received = texts.find((one) => at(one, 'kind') === 'received' && at(one, 'language') === 'en');
        return [at(received, 'subject'), at(received, 'body')];
      },
      results: [
        ['Theirs', '{shelter}: {link}'],
        ['Mine', '{shelter}: {link}'],
      ],
    },
    'settings of applications': {
      at: '/questions',
      field: 'promiseDays',
      mine: '9',
      theirs: [
        'PUT',
        '/v1/application-settings',
        { isOpen: true, takesGeneral: true, promiseDays: 5, showAnswerTime: true },
      ],
      read: () => members('/v1/application-settings', 'promiseDays', 'showAnswerTime'),
      results: [
        [5, true],
        [9, true],
      ],
    },
    question: {
      at: '/questions',
      open: (where) =>
        where
          .getByRole('button', { name: /^Change / })
          .first()
          .click(),
      field: 'text.en',
      mine: 'Mine?',
      theirs: ['PUT', '/v1/application-questions', { questions: changedQuestions }],
      read: async () => {
        const [first] = itemsOf(await json('/v1/application-questions'), 'questions');
        return [at(first, 'text', 'en'), at(first, 'text', 'de')];
      },
      results: [
        ['Theirs?', 'Neu?'],
        ['Mine?', 'Neu?'],
      ],
    },
    account: {
      at: '/programs',
      open: button('Change Site'),
      field: 'name',
      mine: 'Mine',
      theirs: ['PATCH', `/v1/accounts/${account}`, { name: 'Theirs', role: 'reader' }],
      read: () => members(`/v1/accounts/${account}`, 'name', 'role', 'plan'),
      results: [
        ['Theirs', 'reader', 'free'],
        ['Mine', 'reader', 'free'],
      ],
    },
    person: {
      at: '/people',
      open: button('Change of Ana'),
      field: 'name',
      mine: 'Mine',
      theirs: ['PATCH', `/v1/people/${person}`, { name: 'Theirs', email: 'ana@example.org' }],
      read: () => members(`/v1/people/${person}`, 'name', 'email', 'role'),
      results: [
        ['Theirs', 'ana@example.org', 'member'],
        ['Mine', 'ana@example.org', 'member'],
      ],
    },
    site: {
      at: '/publishing/petfinder',
      field: 'everyHours',
      mine: '12',
      theirs: ['PATCH', '/v1/publishing/petfinder', { everyHours: 6, options: { includeUnaltered: true } }],
      read: () => members('/v1/publishing/petfinder', 'everyHours', 'options'),
      results: [
        [6, { includeHeld: false, includeUnaltered: true }],
        [12, { includeHeld: false, includeUnaltered: true }],
      ],
    },
    'words of a site': {
      at: '/publishing/petfinder/words',
      field: 'color 2 Grey',
      mine: 'Mine',
      theirs: [
        'PUT',
        '/v1/publishing/petfinder/words',
        {
          words: [
            { kind: 'color', categoryId: 2, word: 'Grey', siteWord: 'Theirs' },
            { kind: 'breed', categoryId: 2, word: 'Beagle', siteWord: 'Hound' },
          ],
        },
      ],
      read: async () => {
        const words = itemsOf(await json('/v1/publishing/petfinder/words'), 'words');
        const siteWord = (word: string) =>
          at(
            words.find((row) => at(row, 'word') === word),
            'siteWord',
          );
        return [siteWord('Grey'), siteWord('Beagle')];
      },
      results: [
        ['Theirs', 'Hound'],
        ['Mine', 'Hound'],
      ],
    },
  };
  for (const [name, form] of Object.entries(FORMS)) {
    await t.test(name, async () => {
      await page.goto('about:blank');
      await page.goto(`${service.url}/#${form.at}`);
      await form.open?.(page);
      const field = page.locator(`form [name="${form.field}"]`).first();
      const whole = page.locator('form', { has: page.locator(`[name="${form.field}"]`) }).first();
      await field.waitFor();
      await settled(page);
      const theirs = await form.read();
      assert.notDeepEqual(theirs, form.results[0]);
      const [method, path, body] = form.theirs;
      await send(method, path, body);
      await settled(page);
      await field.fill(form.mine);
      const save = whole.getByRole('button', { name: /^Save/ });
      await save.click();
      await page.locator('section:focus', { hasText: 'Someone else has changed this meanwhile' }).waitFor();
      const note = whole.locator('.conflict-note');
      const shown = await note.innerText();
      assert.match(shown, new RegExp(`Yours: .*${form.mine.replace('?', '\\?')}.*\n+.*Theirs: `));
      assert.equal(await page.evaluate(IS_IN_WINDOW), true);
      assert.equal(await field.inputValue(), form.mine);
      assert.deepEqual(await form.read(), form.results[0]);
      if (name === 'profile') await examine(page, 'conflict');
      await note.getByRole('button', { name: /^Take theirs/ }).click();
      assert.notEqual(await field.inputValue(), form.mine);
      await note.getByRole('button', { name: /^Take theirs/ }).click();
      await save.click();
      await note.waitFor({ state: 'detached' });
      await settled(page);
      assert.deepEqual(await form.read(), form.results[1]);
    });
  }
  await t.test('a webhook that is switched off keeps what another person changed', async () => {
    const hook = { url: 'https://example.org/hook', description: 'Site' };
    const id = at((await send('POST', '/v1/webhooks', hook)).json, 'id');
    await page.goto(`${service.url}/#/programs`);
    await page.getByRole('button', { name: 'Switch off Site' }).waitFor();
    await send('PATCH', `/v1/webhooks/${id}`, { description: 'Theirs' });
    await page.getByRole('button', { name: 'Switch off Site' }).click();
    await page.getByRole('button', { name: 'Switch on Theirs' }).waitFor();
    assert.deepEqual(await members(`/v1/webhooks/${id}`, 'state', 'description'), ['off', 'Theirs']);
  });
});

/** The items are read with `at`. */
function itemsOf(document: unknown, member: string): object[] {
  const items = at(document, member);
  assert.ok(Array.isArray(items));
  return items;
}

const IS_IN_WINDOW = `(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.activeElement.getBoundingClientRect())`;
