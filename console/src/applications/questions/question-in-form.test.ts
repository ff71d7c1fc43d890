// cspell:ignore êtes vous etes Haus Wohnung Eigenes
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { questionIn } from './question-in-form.ts';

function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

test('a new question gets an id from its text that no other question has, and only what was filled in', () => {
  const fields = { kind: 'long_text', required: 'on', 'text.fr': ' Où êtes-vous né ? ', 'help.en': '' };
  const taken = questionIn(form(fields), undefined, []);
  const asked = questionIn(form({ ...fields, category: '2' }), undefined, [taken]);
  assert.deepEqual(taken, {
    id: 'ou_etes_vous_ne',
    kind: 'long_text',
    required: true,
    text: { fr: 'Où êtes-vous né ?' },
  });
  assert.deepEqual([asked.id, asked.categoryId], ['ou_etes_vous_ne_2', 2n]);
  assert.throws(() => questionIn(form({ kind: 'number' }), undefined, []), /Write the question/);
});

test('choices keep their ids when they are reworded or moved, so that earlier answers stay readable', () => {
  const lines = (en: string, de: string) =>
    form({ kind: 'choice', 'text.en': 'Home?', 'options.en': en, 'options.de': de });
  const before = questionIn(lines('House\nFlat', 'Haus\nWohnung'), undefined, []);
  assert.deepEqual(before.options, [
    { id: 'house', text: { en: 'House', de: 'Haus' } },
    { id: 'flat', text: { en: 'Flat', de: 'Wohnung' } },
  ]);
  const idsOf = (en: string, de: string) =>
    questionIn(lines(en, de), before, [before]).options?.map(({ id }) => id);
  assert.deepEqual(idsOf('Apartment\nHouse', 'Wohnung\nHaus'), ['flat', 'house']);
  assert.deepEqual(idsOf('Own house\nFlat', 'Eigenes Haus\nWohnung'), ['house', 'flat']);
  assert.deepEqual(idsOf('Boat\nHouse\nFlat', ''), ['boat', 'house', 'flat']);
  assert.throws(() => idsOf('House\nFlat', 'Haus'), /German/);
  assert.throws(() => idsOf('House', ''), /two/);
});
