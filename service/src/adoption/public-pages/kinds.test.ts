// cspell:ignore perro perras chatons junge hündinnen vögel chiens hunde
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindOf, plainKindOf } from './kinds.ts';

test('a category is recognised by the words of its name, in each language', () => {
  const names = {
    Dog: 'dog',
    'Large dogs': 'dog',
    Gatitos: 'cat',
    Pájaros: 'bird',
    Chatons: 'cat',
    'Junge Hündinnen': 'dog',
    Vögel: 'bird',
    'Rabbits & co': 'rabbit',
    Livestock: 'other',
    Category: 'other',
  };
  for (const [name, kind] of Object.entries(names)) assert.equal(kindOf(name), kind, name);
  assert.equal(kindOf(undefined), 'other');
});

test('a category with a plain name of a kind, in any language, is that kind; any other name stays the shelter’s', () => {
  for (const name of ['Dog', 'DOGS', 'perro', 'Perras', 'Chiens', 'Hunde'])
    assert.equal(plainKindOf(name), 'dog', name);
  for (const name of ['Pájaros', 'Bird', 'Aves']) assert.equal(plainKindOf(name), 'bird', name);
  for (const name of ['Puppies', 'Small dogs', 'Dogs & cats', 'Guinea pigs', '', undefined])
    assert.equal(plainKindOf(name), undefined, name);
});
