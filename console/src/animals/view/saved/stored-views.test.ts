import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ANIMAL_SORTS, type AnimalsRoute, hrefOf, PET_STATUSES, parseRoute, VIEWS } from '../../../route.ts';
import { initialViews, renamed, viewsIn, withoutView, withView } from './stored-views.ts';

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const words = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() === text);
const routes: fc.Arbitrary<AnimalsRoute> = fc.record(
  {
    page: fc.constant('animals' as const),
    status: maybe(fc.constantFrom(...PET_STATUSES)),
    categoryId: maybe(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n })),
    q: maybe(words),
    photos: maybe(fc.constantFrom('with' as const, 'without' as const)),
    tag: maybe(words),
    sort: maybe(fc.constantFrom(...ANIMAL_SORTS)),
    view: maybe(fc.constantFrom(...VIEWS)),
  },
  { noNullPrototype: true },
);
const names = fc.string({ minLength: 1, maxLength: 20 }).filter((name) => name.trim() === name);

test('the address of a list has its filters, its order and its view, and leads back to them', () => {
  fc.assert(fc.property(routes, (route) => assert.deepEqual(parseRoute(hrefOf(route)), route)));
});

test('a saved view is read as it was saved, and replaces one with the same name', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(names, routes), { maxLength: 20 }), (given) => {
      let views = viewsIn([]);
      for (const [name, route] of given) views = withView(views, name, route);
      assert.deepEqual(viewsIn(JSON.parse(JSON.stringify(views))), views);
      const last = new Map(given.map(([name, route]) => [name, hrefOf(route)]));
      assert.deepEqual(new Map(views.map(({ name, href }) => [name, href])), last);
      assert.equal(views.length, last.size);
    }),
  );
});

test('a view can be renamed and removed; a new name that another view has replaces that view', () => {
  const route = { page: 'animals' } as const;
  const views = withView(withView([], 'A', route), 'B', { ...route, sort: 'name' });
  assert.deepEqual(renamed(views, 'A', ' C '), [{ name: 'C', href: '#/animals' }, views[1]]);
  assert.deepEqual(renamed(views, 'A', 'B'), [{ name: 'B', href: '#/animals' }]);
  assert.deepEqual(withoutView(views, 'A'), [views[1]]);
});

test('a browser without views has the initial ones, and what is no view is left out', () => {
  assert.deepEqual(viewsIn(undefined), initialViews());
  assert.deepEqual(viewsIn({}), initialViews());
  const kept = { name: 'Dogs', href: '#/animals?category=1' };
  const others = [null, 1, { name: 'x' }, { name: ' ', href: '#/animals' }, { name: 'Bin', href: '#/bin' }];
  assert.deepEqual(viewsIn([...others, kept]), [kept]);
  assert.deepEqual(viewsIn([{ name: 'Any', href: 'javascript:alert(1)' }]), []);
});
