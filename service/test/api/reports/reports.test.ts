// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { assertError, at, membersOf } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { parse } from 'csv-parse/sync';

/** The figures of stays and the matrix of Shelter Animals Count. Today is 2026-11-21 in UTC, at noon. */

type Movement = readonly [type: string, reason: string | undefined, date: string, more?: object];

async function setUp(t: TestContext, clock = new FakeClock()) {
  const service = await startService(t, { clock });
  const admin = (await service.account({ role: 'admin' })).key;
  const member = (await service.account()).key;
  const name = async (id: number, text: string) =>
    service.send(`/v1/categories/${id}`, { method: 'PUT', key: admin, body: { name: text } });
  await name(1, 'Dogs');
  await name(2, 'Cats');
  await name(3, 'Fish');
  const animal = async (
    categoryId: number,
    birthDate: string | undefined,
    movements: readonly Movement[],
    key = member,
  ) => {
    const pet = await addPet(service, key, { categoryId });
    const ids: number[] = [];
    if (birthDate !== undefined) {
      const sent = { method: 'PATCH', key, body: { birthDate } };
      assert.equal((await service.send(`/v1/pets/${pet}/profile`, sent)).status, 200);
    }
    for (const [type, reason, date, more] of movements) {
      const body = { type, reason, date, ...more };
      const added = await service.send(`/v1/pets/${pet}/movements`, { method: 'POST', key, body });
      assert.equal(added.status, 201, added.text);
      ids.push(Number(at(added.json, 'id')));
    }
    return { pet, ids };
  };
  const read = async (path: string, key = admin) => {
    const response = await service.send(`/v1/reports/${path}`, { key });
    assert.equal(response.status, 200, response.text);
    return response.json;
  };
  return { service, admin, member, animal, read };
}

function itemsAt(document: unknown, ...path: readonly string[]): Record<string, unknown>[] {
  const items = at(document, ...path);
  assert.ok(Array.isArray(items), path.join('.'));
  return items.map(membersOf);
}

/** Returns some members of a report. */
function figures(of: unknown, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, at(of, name)]));
}

const BALANCE = ['begin', 'intakes', 'outcomes', 'end', 'inFoster'];

/** A puppy that grows up in care, a cat in foster care, a dog of unknown age that came back, a fish, and an outcome without an intake. */
async function addAnimals({ animal }: Awaited<ReturnType<typeof setUp>>) {
  const puppy = await animal(1, '2025-01-10', [
    ['intake', 'stray', '2025-03-30'],
    ['outcome', 'transfer_out', '2025-07-02', { region: 'other' }],
  ]);
  await animal(2, '2020-05-05', [
    ['intake', 'surrender', '2025-03-01'],
    ['foster', undefined, '2025-03-05'],
  ]);
  const returned = await animal(1, undefined, [
    ['intake', 'transfer_in', '2025-04-02', { region: 'international' }],
    ['outcome', 'adoption', '2025-04-12'],
    ['intake', 'return', '2025-04-20'],
    ['outcome', 'euthanasia', '2025-04-20'],
  ]);
  await animal(3, undefined, [
    ['intake', 'owner_intended_euthanasia', '2025-04-03'],
    ['outcome', 'owner_intended_euthanasia', '2025-04-03'],
  ]);
  const unknown = await animal(1, '2015-01-01', [['outcome', 'return_to_owner', '2025-04-30']]);
  return { puppy, returned, unknown };
}

test('the report has what came in, what left, how long it stayed and what is not known, by month, category and age', async (t) => {
  const context = await setUp(t);
  const { read, service, admin, member } = context;
  const { puppy, unknown, returned } = await addAnimals(context);
  const report = await read('stays?from=2025-03&to=2025-07');
  const months = itemsAt(report, 'months');
  assert.deepEqual(
    months.map((month) => figures(month, BALANCE)),
    [
      { begin: 0, intakes: 2, outcomes: 0, end: 2, inFoster: 1 },
      { begin: 2, intakes: 3, outcomes: 4, end: 2, inFoster: 1 },
      { begin: 2, intakes: 0, outcomes: 0, end: 2, inFoster: 1 },
      { begin: 2, intakes: 0, outcomes: 0, end: 2, inFoster: 1 },
      { begin: 2, intakes: 0, outcomes: 1, end: 1, inFoster: 1 },
    ],
  );
  const april = months[1];
  assert.deepEqual(at(april, 'outcomesByReason'), {
    adoption: 1,
    return_to_owner: 1,
    euthanasia: 1,
    owner_intended_euthanasia: 1,
  });
  // 2 of 3: the euthanasia that the owner asked for does not count.
  const ofStays = ['stays', 'medianDays', 'p90Days', 'liveReleaseRate', 'withoutIntake'];
  assert.deepEqual(figures(april, ofStays), {
    stays: 3,
    medianDays: 0,
    p90Days: 10,
    liveReleaseRate: 0.6667,
    withoutIntake: 1,
  });
  assert.deepEqual(at(report, 'gaps'), {
    count: 1,
    animals: [{ petId: unknown.pet, name: 'Frank', date: '2025-04-30', problem: 'no_intake' }],
  });
  assert.equal(at(report, 'isBalanced'), false);
  const young = months.map((month) => itemsAt(month, 'byAge').find(({ age }) => age === 'young'));
  assert.deepEqual(
    young.map((row) => at(row ?? { end: 0 }, 'end')),
    [1, 1, 1, 0, 0],
    'the puppy grew up on 10 June',
  );
  assert.equal(itemsAt(april, 'byCategory').length, 3);

  // A correction of a month changes this month and what follows from it.
  const correct = async (path: string, body: object) => {
    const sent = { method: 'PATCH', key: member, body };
    assert.equal((await service.send(`/v1/pets/${path}`, sent)).status, 200);
  };
  await correct(`${puppy.pet}/movements/${puppy.ids[1]}`, {
    date: '2025-05-01',
    reason: 'died',
    region: null,
  });
  const corrected = itemsAt(await read('stays?from=2025-05&to=2025-07'), 'months');
  assert.deepEqual(figures(corrected[0], BALANCE), {
    begin: 2,
    intakes: 0,
    outcomes: 1,
    end: 1,
    inFoster: 1,
  });
  assert.deepEqual(at(corrected[2], 'outcomesByReason'), {});
  // Without the first three, the last outcome has no intake either.
  for (const id of returned.ids.slice(0, 3).reverse()) {
    const deleted = await service.send(`/v1/pets/${returned.pet}/movements/${id}`, {
      method: 'DELETE',
      key: member,
    });
    assert.equal(deleted.status, 204, deleted.text);
  }
  assert.equal(at(await read('stays?from=2025-04&to=2025-04'), 'gaps', 'count'), 2);

  // A member has the figures of its own animals, a reader none.
  const stranger = (await service.account()).key;
  assert.equal(at(await read('stays?from=2025-03', stranger), 'total', 'intakes'), 0);
  assert.equal(at(await read('stays?from=2025-03', member), 'total', 'intakes'), 3);
  const reader = (await service.account({ role: 'reader' })).key;
  for (const path of ['stays', 'stays.csv', 'animals-count', 'animals-count.csv'])
    assertError(await service.send(`/v1/reports/${path}`, { key: reader }), 403, 'insufficient_role');
  for (const [query, message] of [
    ['stays?from=2026-13', /from must be a month, such as 2026-10/],
    ['animals-count.csv?month=%00', /month must be a month/],
    ['stays?from=2025-05&to=2025-04', /from must not be after to, 2025-04; got/],
    ['stays?to=2026-12', /to must not be after the current month, 2026-11; got/],
    ['stays?from=1990-01', /must be at most 240 months before to/],
    ['animals-count?month=2026-12', /month must not be after the current month/],
  ] as const) {
    const refused = await service.send(`/v1/reports/${query}`, { key: admin });
    assertError(refused, 400, 'invalid_parameter');
    assert.match(refused.text, message);
  }
});

/** Returns the rows of a matrix that have animals, without the columns that have none. */
function nonZero(matrix: unknown) {
  return itemsAt(matrix, 'rows').flatMap(({ species, age, ...counts }) => {
    const found = Object.entries(counts).filter(([, count]) => count !== 0);
    return found.length === 0 ? [] : [[species, age, Object.fromEntries(found)]];
  });
}

test('the matrix has a row for each species group and age, with the columns of Shelter Animals Count', async (t) => {
  const context = await setUp(t);
  const { read, service, admin, animal } = context;
  await addAnimals(context);
  await service.send('/v1/categories/4', { method: 'PUT', key: admin, body: { name: 'Rabbits' } });
  await animal(4, undefined, [
    ['intake', 'seized', '2025-04-30'],
    ['outcome', 'returned_to_field', '2025-05-31'],
  ]);
  await animal(4, '2025-05-01', [
    ['intake', 'born_in_care', '2025-05-01'],
    ['foster', undefined, '2025-05-31'],
  ]);
  // It came in on the day before it was five months old, and left on that day.
  await animal(2, '2024-12-20', [
    ['intake', 'transfer_in', '2025-05-19', { region: 'same' }],
    ['outcome', 'adoption', '2025-05-20'],
  ]);
  const matrix = await read('animals-count?month=2025-04');
  assert.deepEqual(nonZero(matrix), [
    ['canine', 'up_to_5_months', { beginningInShelter: 1, endingInShelter: 1 }],
    ['canine', 'adult', { returnedToOwner: 1 }],
    [
      'canine',
      'unknown',
      { relinquishedByOwner: 1, transferredInInternational: 1, adoption: 1, shelterEuthanasia: 1 },
    ],
    ['feline', 'adult', { beginningInFoster: 1, endingInFoster: 1 }],
    ['rabbit', 'unknown', { seizedOrImpounded: 1, endingInShelter: 1 }],
  ]);
  assert.deepEqual(nonZero(await read('animals-count?month=2025-05')), [
    ['canine', 'up_to_5_months', { beginningInShelter: 1, endingInShelter: 1 }],
    ['feline', 'up_to_5_months', { transferredInInState: 1 }],
    ['feline', 'adult', { beginningInFoster: 1, adoption: 1, endingInFoster: 1 }],
    ['rabbit', 'up_to_5_months', { otherIntakes: 1, endingInFoster: 1 }],
    ['rabbit', 'unknown', { beginningInShelter: 1, returnedToField: 1 }],
  ]);
  assert.deepEqual(at(matrix, 'otherCategories'), [{ categoryId: 3, name: 'Fish', intakes: 1, outcomes: 1 }]);
  // Both files have the figures of the JSON.
  const csvOf = async (path: string) => {
    const file = await service.send(`/v1/reports/${path}`, { key: admin });
    assert.equal(file.headers.get('content-type'), 'text/csv; charset=utf-8');
    const rows: unknown = parse(file.text, { bom: true, columns: true });
    return itemsAt(rows);
  };
  const rows = await csvOf('animals-count.csv?month=2025-04');
  assert.equal(rows.length, 24);
  const [adult] = rows.filter((row) => at(row, 'species') === 'canine' && at(row, 'age') === 'adult');
  assert.deepEqual(figures(adult, ['month', 'returned_to_owner', 'ending_in_shelter']), {
    month: '2025-04',
    returned_to_owner: '1',
    ending_in_shelter: '0',
  });
  const stays = await csvOf('stays.csv?from=2025-04&to=2025-04');
  assert.deepEqual(
    stays.map((row) => [at(row, 'month'), at(row, 'group'), at(row, 'name'), at(row, 'out_adoption')]),
    ['2025-04', 'total'].flatMap((month) => [
      [month, 'all', '', '1'],
      [month, 'category', 'Dogs', '1'],
      [month, 'category', 'Cats', '0'],
      [month, 'category', 'Fish', '0'],
      [month, 'category', 'Rabbits', '0'],
      [month, 'age', 'young', '0'],
      [month, 'age', 'adult', '0'],
      [month, 'age', 'unknown', '1'],
    ]),
  );
});

/** The moment around which the day of a zone changes, in winter time and at the change of summer time. */
const MIDNIGHTS = [
  ['America/Chicago', '2026-11-01T04:59:59Z', '2026-11-01T05:00:00Z'],
  ['America/Chicago', '2026-12-01T05:59:59Z', '2026-12-01T06:00:00Z'],
  ['Europe/Berlin', '2026-03-31T21:59:59Z', '2026-03-31T22:00:00Z'],
  ['Europe/Berlin', '2026-10-31T22:59:59Z', '2026-10-31T23:00:00Z'],
  ['Australia/Lord_Howe', '2026-09-30T13:29:59Z', '2026-09-30T13:30:00Z'],
  ['Australia/Lord_Howe', '2026-10-31T12:59:59Z', '2026-10-31T13:00:00Z'],
] as const;

test('an adoption at midnight belongs to the month of the time zone of the shelter, in summer time and after it', async (t) => {
  const clock = new FakeClock();
  const { service, admin, read } = await setUp(t, clock);
  for (const [timeZone, before, after] of MIDNIGHTS) {
    const settings = { publicPages: false, timeZone };
    const set = await service.send('/v1/settings', { method: 'PUT', key: admin, body: settings });
    assert.equal(set.status, 200, set.text);
    for (const moment of [before, after]) {
      clock.advance(Date.parse(moment) - clock.now());
      const pet = await addPet(service, admin);
      const sold = { method: 'PATCH', key: admin, body: { status: 'sold' } };
      assert.equal((await service.send(`/v1/pets/${pet}`, sold)).status, 200);
      const report = await read('stays?from=2025-12');
      const current = itemsAt(report, 'months').at(-1);
      const gaps = itemsAt(report, 'gaps', 'animals').filter(({ petId }) => petId === pet);
      const name = `${timeZone} ${moment}: ${JSON.stringify(gaps)}`;
      const day = String(at(gaps[0], 'date'));
      assert.equal(day.slice(0, 7), at(current, 'month'), name);
      assert.equal(day.endsWith('-01'), moment === after, name);
    }
  }
});
