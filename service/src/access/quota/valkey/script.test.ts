import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ARGUMENTS, REPLY_FIELDS, SCRIPTS } from './script.ts';

const { lua } = SCRIPTS.petstoreConsume;

test('consume.lua reads the arguments in the order in which script.ts sends them', () => {
  const [, names = ''] = /^local ([\w, ]+) = unpack\(ARGV\)$/m.exec(lua) ?? [];
  assert.deepEqual(names.split(', '), ARGUMENTS.map(toSnakeCase));
  assert.equal(lua.match(/\bARGV\[/g), null, 'no argument is read by its number');
});

test('consume.lua replies with the fields in the order in which script.ts reads them', () => {
  const [, names = ''] = /^ {2}return \{ ([\w, ]+) \}$/m.exec(lua) ?? [];
  assert.deepEqual(names.split(', '), REPLY_FIELDS.map(toSnakeCase));
});

function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
