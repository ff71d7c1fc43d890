import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteOldDrafts, saveDraft, takeDraft } from './stored-drafts.ts';

const DAY_MS = 86_400_000;

/** Like that of a browser, it has the names of its texts as its own. */
class Texts {
  [name: string]: unknown;
  getItem(name: string) {
    return this[name] ?? null;
  }
  setItem(name: string, text: string) {
    this[name] = text;
  }
  removeItem(name: string) {
    delete this[name];
  }
}

test('a draft is deleted after 30 days, and one without a time at once', (t) => {
  const storage = new Texts();
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: storage });
  t.after(() => Reflect.deleteProperty(globalThis, 'localStorage'));
  t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 10, 25) });
  saveDraft('account 1', { name: 'Ana' }, {});
  t.mock.timers.tick(29 * DAY_MS);
  saveDraft('account 12', { name: 'Maria' }, {});
  storage.setItem('petstore.draft account 2', '{"name":"Rex"}');
  storage.setItem('petstore.language', 'es');
  deleteOldDrafts();
  assert.equal(Object.keys(storage).length, 3);
  t.mock.timers.tick(2 * DAY_MS);
  deleteOldDrafts();
  assert.equal(takeDraft('account 1'), undefined);
  assert.deepEqual(takeDraft('account 12')?.values, { name: 'Maria' });
  assert.deepEqual(Object.keys(storage), ['petstore.language']);
});
