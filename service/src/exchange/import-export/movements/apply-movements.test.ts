// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counts, type ImportTarget, openImportTarget } from '@petstore/testing/fixtures/imports.ts';
import { recordAdoption } from '../../../catalogue/pets/movements/status-movements.ts';
import { MappingError, parseMapping } from '../mapping/mapping-file.ts';

const SOURCES = {
  reference: { column: 'id' },
  name: { column: 'id' },
  categoryId: { constant: '1' },
};
const MAPPING = parseMapping(
  JSON.stringify({
    ...SOURCES,
    movement: {
      type: { column: 'type' },
      reason: { column: 'reason', skip: { 'dead on arrival': 'was not in care' } },
      date: { column: 'at' },
      endDate: { column: 'until' },
      region: { column: 'region' },
      note: { column: 'note' },
    },
  }),
);

function importer(target: ImportTarget) {
  return async (...rows: string[]) =>
    target.csv(
      Buffer.from(
        `id,type,reason,at,until,region,note\n${rows.map((row) => (row.split(',').length < 7 ? `${row},` : row)).join('\n')}`,
      ),
      MAPPING,
    );
}

async function movements({ database }: ImportTarget) {
  const rows = await database.read
    .selectFrom('movements')
    .innerJoin('pets', 'pets.id', 'movements.pet_id')
    .select(['pets.name', 'type', 'reason', 'date', 'end_date', 'region', 'day_order'])
    .orderBy('movements.id')
    .execute();
  return rows.map((row) => Object.values(row).map(String).join(' '));
}

test('every row is a movement, in the order of its time; another import changes only what has changed in the file', async (t) => {
  const target = await openImportTarget(t);
  const add = importer(target);
  const rows = [
    'Bella,outcome,adoption,2026-03-02 18:00,,',
    'Bella,intake,stray,2026-02-01 09:00:05,,',
    'Bella,foster,,2026-02-03,2026-02-10,',
    'Rex,outcome,transfer_out,2026-03-02 10:00,,other',
    'Tom,intake,dead on arrival,2026-03-02 10:00,,',
  ];
  assert.deepEqual(counts(await add(...rows)), {
    rows: 5,
    created: 2,
    superseded: 2,
    skipped: 1,
    movementsAdded: 4,
  });
  const expected = [
    'Bella outcome adoption 2026-03-02 null null 64800',
    'Bella intake stray 2026-02-01 null null 32405',
    'Bella foster null 2026-02-03 2026-02-10 null 0',
    'Rex outcome transfer_out 2026-03-02 null other 36000',
  ];
  assert.deepEqual(await movements(target), expected);
  const statuses = async () => (await target.pets()).map(({ name, status }) => `${name} ${status}`);
  assert.deepEqual(await statuses(), ['Bella sold', 'Rex null']);
  const again = counts(await add(...rows, 'Rex,intake,return,2026-03-03,,'));
  assert.deepEqual([again.movementsUnchanged, again.movementsAdded], [4, 1]);
  const corrected = counts(await add('Bella,outcome,died,2026-03-02 18:00,,'));
  assert.deepEqual([corrected.movementsChanged, corrected.movementsAdded], [1, undefined]);
  assert.deepEqual(await statuses(), ['Bella null', 'Rex null'], 'the status follows');
  const events = await target.database.read.selectFrom('events').select('type').execute();
  assert.equal(events.filter(({ type }) => type === 'movement.created').length, 5);
});

test('a movement that someone recorded without a time is the same, and an intake of the past changes no status', async (t) => {
  const target = await openImportTarget(t);
  const add = importer(target);
  await add('Bella,intake,stray,2026-02-01,,');
  await target.setStatus('Bella', 'available');
  assert.equal(counts(await add('Bella,intake,stray,2026-02-01 10:00,,')).movementsUnchanged, 1);
  await add('Bella,outcome,return_to_owner,2025-05-01,,', 'Bella,intake,stray,2025-04-01,,');
  assert.deepEqual((await target.pets())[0]?.status, 'available');
});

test('a row without a number is an animal with what it records, also in a dry run', async (t) => {
  const target = await openImportTarget(t);
  const moved = (type: string) => ({
    type: { constant: type },
    reason: { column: type, values: { a: type === 'intake' ? 'stray' : 'adoption', '': null } },
    date: { column: `${type} on` },
  });
  const mapping = parseMapping(
    JSON.stringify({ ...SOURCES, name: { column: 'name' }, movement: [moved('intake'), moved('outcome')] }),
  );
  const file = Buffer.from(
    'id,name,intake,intake on,outcome,outcome on\n,Bella,a,2026-03-01,a,2026-03-01\n,Rex,a,2026-03-02,,\n7,Tom,a,2026-03-03,,\n',
  );
  const dry = counts(await target.csv(file, mapping, { dryRun: true }));
  assert.deepEqual(counts(await target.csv(file, mapping)), dry);
  assert.deepEqual([dry.created, dry.withoutReference, dry.movementsAdded], [3, 2, 4]);
  assert.deepEqual(await movements(target), [
    'Bella intake stray 2026-03-01 null null 0',
    'Bella outcome adoption 2026-03-01 null null 0',
    'Rex intake stray 2026-03-02 null null 0',
    'Tom intake stray 2026-03-03 null null 0',
  ]);
  const statuses = (await target.pets()).map(({ name, status }) => `${name} ${status}`);
  assert.deepEqual(statuses, ['Bella sold', 'Rex null', 'Tom null']);
  const events = target.database.read.selectFrom('events').where('type', '=', 'movement.created');
  assert.equal((await events.selectAll().execute()).length, 4);
});

test('a row that is left out for what it records hides no other row; one of an animal that is not imported is reported', async (t) => {
  const target = await openImportTarget(t);
  const add = importer(target);
  const rows = [
    'Bella,intake,stray,2026-02-01,,',
    'Bella,intake,dead on arrival,2026-03-01,,',
    'Rex,intake,stray,2026-02-01,,',
    'Rex,outcome,gone,2026-03-01,,',
  ];
  const file = Buffer.from(`id,type,reason,at,until,region,note\n${rows.map((row) => `${row},`).join('\n')}`);
  const dry = await target.csv(file, MAPPING, { dryRun: true });
  const summary = await add(...rows);
  assert.deepEqual(summary, dry);
  assert.deepEqual(summary.skipped, [{ reason: 'was not in care', rows: 1 }]);
  assert.deepEqual([summary.created, summary.superseded, summary.movementsAdded], [1, 1, 1]);
  assert.deepEqual(summary.movementsFailed.first, [
    {
      line: 4,
      faults: [
        {
          reason:
            'belongs to an animal that is not imported, because its newest row has a problem or is left out: correct that row, then import the file again',
        },
      ],
    },
  ]);
  assert.deepEqual(await movements(target), ['Bella intake stray 2026-02-01 null null 0']);
  const [pet] = await target.pets();
  await target.database.write((db) =>
    db
      .deleteFrom('pets')
      .where('id', '=', pet?.id ?? 0n)
      .execute(),
  );
  const removed = await target.csv(file, MAPPING, { dryRun: true });
  assert.deepEqual(await add(...rows), removed);
  assert.equal(removed.movementsAdded, 0);
});

test('an intake without a time comes before the outcome of its day that lacks it', async (t) => {
  const target = await openImportTarget(t);
  const add = importer(target);
  await add('Bella,outcome,adoption,2026-03-02,,', 'Rex,outcome,died,2026-03-02 18:00,,');
  const intakes = ['Bella,intake,stray,2026-03-02,,', 'Rex,intake,stray,2026-03-02,,'];
  assert.equal(counts(await add(...intakes)).movementsAdded, 2);
  const statuses = async () => (await target.pets()).map(({ name, status }) => `${name} ${status}`);
  assert.deepEqual(await statuses(), ['Bella sold', 'Rex null']);
  const gaps = target.database.read.selectFrom('stays').where('gap', 'is not', null).select('pet_id');
  assert.deepEqual(await gaps.execute(), []);
  const corrected = intakes.map((row) => row.replace('stray', 'surrender'));
  assert.equal(counts(await add(...corrected)).movementsChanged, 2, 'they are the same with another reason');
});

test('a movement that someone recorded after one with a time is the same as that of the file, and its event is for the owner', async (t) => {
  const target = await openImportTarget(t);
  const add = importer(target);
  await add('Bella,intake,stray,2026-02-01 09:00,,');
  await target.database.write(async (db) => {
    const [pet] = await db.selectFrom('pets').select('id').execute();
    await recordAdoption(db, pet?.id ?? 0n, null, { actor: null, at: 0, today: '2026-02-01' });
    await db.updateTable('pets').set({ owner_id: null }).execute();
  });
  const again = await add(
    'Bella,intake,stray,2026-02-01 09:00,,',
    'Bella,outcome,adoption,2026-02-01 18:00,,',
  );
  assert.deepEqual([again.movementsUnchanged, again.movementsAdded], [2, 0]);
  await add('Bella,intake,return,2026-02-03,,');
  const events = target.database.read.selectFrom('events').where('type', '=', 'movement.created');
  assert.deepEqual(
    (await events.select(['owner_id', 'placed_by']).orderBy('id').execute()).map((row) => Object.values(row)),
    [
      [target.ownerId, target.ownerId],
      [null, -1n],
    ],
  );
  const twice = [10, 18].map((hour) => `Rex,outcome,adoption,2026-03-02 ${hour}:00,,`);
  assert.equal(counts(await add(...twice, 'Rex,intake,return,2026-03-02 12:00,,')).movementsAdded, 3);
});

test('a row that cannot be is reported with the reason, and a held animal does not leave', async (t) => {
  const target = await openImportTarget(t);
  const add = importer(target);
  await add('Bella,intake,stray,2026-02-01,,');
  const [pet] = await target.pets();
  await target.setStatus('Bella', 'pending');
  const order = { pet_id: pet?.id ?? 0n, account_id: target.ownerId, status: 'placed' as const };
  await target.database.write((db) =>
    db
      .insertInto('orders')
      .values({ ...order, placed_at: 0n, updated_at: 0n, expires_at: 9_000_000_000_000n })
      .execute(),
  );
  const { failed, movementsFailed } = await add(
    'Bella,outcome,adoption,2026-03-02,,',
    'Bella,outcome,adoption,2026-02-01,,',
    'a,outcome,stray,2026-03-02,,',
    'b,intake,stray,,,',
    'c,intake,stray,2999-01-01,,',
    'd,foster,,2026-03-02,2026-03-01,',
    'e,arrival,stray,2026-03-02,,',
    'f,intake,stray,2026-03-02,,,a\0b',
  );
  assert.deepEqual(
    failed.first.map(({ faults }) => faults.map(({ column, reason }) => `${column} ${reason}`).join()),
    [
      'reason must be one of adoption, return_to_owner, transfer_out, returned_to_field, died, euthanasia, owner_intended_euthanasia, lost, other_live, other; got "stray"',
      'at is missing or empty',
      'at must not be in the future',
      'until must not be before the beginning, 2026-03-02',
      'type must be one of intake, foster, outcome; got "arrival"',
      'note must not contain U+0000 or a lone surrogate',
    ],
  );
  assert.deepEqual(
    movementsFailed.first.map(({ line, faults }) => [
      line,
      /a reservation holds it/.test(faults[0]?.reason ?? ''),
    ]),
    [
      [2, true],
      [3, true],
    ],
  );
  assert.equal((await movements(target)).length, 1);
  assert.equal((await target.pets())[0]?.status, 'pending');
});

test('a row with one movement more than an animal may have, or with a status that would be one, is reported; the others are applied', async (t) => {
  const target = await openImportTarget(t);
  const add = importer(target);
  await add('Bella,intake,stray,2019-12-31,,', 'Rex,intake,stray,2026-02-01,,');
  const [pet] = await target.pets();
  const days = Array.from({ length: 498 }, (_, index) =>
    new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10),
  );
  const foster = { pet_id: pet?.id ?? 0n, type: 'foster' as const };
  await target.database.write((db) =>
    db
      .insertInto('movements')
      .values(days.map((date) => ({ ...foster, date, end_date: date })))
      .execute(),
  );
  const { movementsAdded, movementsFailed } = await add(
    'Bella,outcome,lost,2026-03-01,,',
    'Bella,intake,return,2026-03-02,,',
    'Rex,outcome,lost,2026-03-01,,',
  );
  assert.equal(movementsAdded, 2);
  assert.deepEqual(
    movementsFailed.first.map(({ line, faults }) => [line, faults[0]?.reason.slice(0, 41)]),
    [[3, 'belongs to an animal with 500 movements, ']],
  );
  const list = parseMapping(JSON.stringify({ ...SOURCES, status: { column: 'status' } }));
  const { failed, updated } = await target.csv(Buffer.from('id,status\nBella,sold\nRex,sold\n'), list);
  assert.deepEqual([failed.first.map(({ line }) => line), updated], [[2], 1]);
});

test('a mapping of movements needs a reference, a type, a date and a reason', () => {
  const movement = { type: { constant: 'arrival' }, region: { column: 'r', values: { TX: 'near' } } };
  const { reference: _, ...others } = SOURCES;
  assert.throws(
    () => parseMapping(JSON.stringify({ ...others, movement })),
    new MappingError(
      [
        'movement.region.values["TX"] must be one of same, other, international; got "near"',
        'movement needs the member date',
        'movement needs the member reason',
        'movement.type.constant must be one of intake, foster, outcome; got "arrival"',
        'movement needs the member reference',
      ].join('\n'),
    ),
  );
});

test('a row can record how an animal came in and how it left, and what has no reason in the file is not recorded', async (t) => {
  const target = await openImportTarget(t);
  const how = {
    type: { constant: 'outcome' },
    reason: { column: 'how', values: { Gone: 'lost', Home: 'adoption', '': null } },
  };
  const why = {
    type: { constant: 'intake' },
    reason: { column: 'why', values: { Found: 'stray', '': null } },
  };
  const movement = [
    { ...why, date: { column: 'in' } },
    { ...how, date: { column: 'out' } },
  ];
  const mapping = parseMapping(JSON.stringify({ ...SOURCES, movement }));
  const add = (...rows: string[]) =>
    target.csv(Buffer.from(`id,in,why,out,how\n${rows.join('\n')}\n`), mapping);
  const { failed, ...summary } = await add(
    'Bella,2026-03-01,Found,2026-03-01,Home',
    'Rex,2026-03-01,Found,,',
    'Tom,,,2026-03-04,Gone',
    'Ada,2026-03-01,,,',
    'Max,2026-03-05,Found,2026-03-04,Home',
    'Kim,2026-03-05,Found,,Home',
  );
  assert.deepEqual([summary.created, summary.movementsAdded], [4, 4]);
  assert.deepEqual(
    failed.first.map(({ line, faults }) => [line, faults]),
    [
      [6, [{ column: 'out', reason: 'must not be before the beginning, 2026-03-05' }]],
      [7, [{ column: 'out', reason: 'is missing or empty' }]],
    ],
  );
  assert.deepEqual(await movements(target), [
    'Bella intake stray 2026-03-01 null null 0',
    'Bella outcome adoption 2026-03-01 null null 0',
    'Rex intake stray 2026-03-01 null null 0',
    'Tom outcome lost 2026-03-04 null null 0',
  ]);
  const statuses = (await target.pets()).map(({ name, status }) => `${name} ${status}`);
  assert.deepEqual(statuses, ['Bella sold', 'Rex null', 'Tom null', 'Ada null']);
  assert.throws(() => parseMapping(JSON.stringify({ ...SOURCES, movement: [] })), /a list of 1 to 4 objects/);
});

test('a row can record a stay in foster care, which most animals never had', async (t) => {
  const target = await openImportTarget(t);
  const foster = { type: { constant: 'foster' }, date: { column: 'from' }, endDate: { column: 'to' } };
  const moved = (type: string, ...values: string[]) => ({
    type: { constant: type },
    reason: { column: type, values: { ...Object.fromEntries(values.map((one) => [one, one])), '': null } },
    date: { column: `${type} on` },
  });
  const importing = (movement: object, ...lines: string[]) =>
    target.csv(Buffer.from(`${lines.join('\n')}\n`), parseMapping(JSON.stringify({ ...SOURCES, movement })));
  const { failed, ...summary } = await importing(
    [moved('intake', 'stray'), foster, moved('outcome', 'adoption')],
    'id,intake,intake on,from,to,outcome,outcome on',
    'Bella,stray,2026-03-01 14:00,2026-03-01,2026-03-09,adoption,2026-03-10',
    'Rex,stray,2026-03-01,2026-03-02,,,',
    'Tom,stray,2026-03-01,,,,',
    'Kim,stray,2026-03-01,,2026-03-09,,',
    'Max,stray,2026-03-05,2026-03-04,,,',
  );
  assert.deepEqual([summary.created, summary.movementsAdded], [3, 6]);
  assert.deepEqual(
    failed.first.map(({ line, faults }) => [line, faults]),
    [
      [5, [{ column: 'from', reason: 'is missing or empty' }]],
      [6, [{ column: 'from', reason: 'must not be before the beginning, 2026-03-05' }]],
    ],
  );
  const log = await importing(foster, 'id,from,to', 'Rex,2026-03-02,2026-03-20', 'Ada,2026-03-02,', 'Tom,,');
  assert.deepEqual([log.movementsAdded, log.movementsChanged, log.failed.first], [1, 1, []]);
  await importing(moved('intake', 'stray'), 'id,intake,intake on', 'Ada,stray,2026-03-02');
  assert.deepEqual(await movements(target), [
    'Bella intake stray 2026-03-01 null null 50400',
    'Bella foster null 2026-03-01 2026-03-09 null 50400',
    'Bella outcome adoption 2026-03-10 null null 0',
    'Rex intake stray 2026-03-01 null null 0',
    'Rex foster null 2026-03-02 2026-03-20 null 0',
    'Tom intake stray 2026-03-01 null null 0',
    'Ada foster null 2026-03-02 null null 0',
    'Ada intake stray 2026-03-02 null null -1',
  ]);
  const stays = target.database.read.selectFrom('stays').where('kind', '=', 'foster').select('out_date');
  assert.deepEqual(
    (await stays.orderBy('movement_id').execute()).map(({ out_date }) => out_date),
    ['2026-03-09', '2026-03-20', null],
  );
});

test('of several rows of an animal, the one with the newest of its days describes it', async (t) => {
  const target = await openImportTarget(t);
  const movement = [
    { type: { constant: 'intake' }, reason: { column: 'why' }, date: { column: 'in' } },
    { type: { constant: 'foster' }, date: { column: 'from' } },
    {
      type: { constant: 'outcome' },
      reason: { column: 'how', values: { '': null } },
      date: { column: 'out' },
    },
  ];
  const mapping = parseMapping(JSON.stringify({ ...SOURCES, name: { column: 'name' }, movement }));
  const rows = ['1,New,return,2026-03-05,,,', '1,Old,stray,2026-03-01,2026-03-02,,'];
  await target.csv(Buffer.from(`id,name,why,in,from,how,out\n${rows.join('\n')}\n`), mapping);
  assert.deepEqual(
    (await target.pets()).map(({ name }) => name),
    ['New'],
  );
});

test('a status that a list with stays in foster care changes is an adoption', async (t) => {
  const target = await openImportTarget(t);
  const movement = { type: { constant: 'foster' }, date: { column: 'from' } };
  const mapping = parseMapping(JSON.stringify({ ...SOURCES, status: { column: 'status' }, movement }));
  for (const status of ['available', 'sold'])
    await target.csv(Buffer.from(`id,status,from\nBella,${status},2026-03-01\n`), mapping);
  assert.deepEqual(await movements(target), [
    'Bella foster null 2026-03-01 null null 0',
    'Bella outcome adoption 2026-11-21 null null 0',
  ]);
});

test('a status that a list changes is an adoption or a return, on the day of the row if it is known, else today', async (t) => {
  const target = await openImportTarget(t);
  const mapping = parseMapping(
    JSON.stringify({ ...SOURCES, status: { column: 'status' }, rowDate: { column: 'on' } }),
  );
  const add = (...rows: string[]) => target.csv(Buffer.from(`id,status,on\n${rows.join('\n')}\n`), mapping);
  const options = { timeZone: () => 'Pacific/Auckland' };
  await add('Bella,available,2026-03-01', 'Rex,sold,2026-03-01');
  assert.deepEqual(await movements(target), [], 'the day on which they came in or left is not known');
  await add('Bella,sold,2026-03-04', 'Rex,available,2027-03-04');
  await target.csv(Buffer.from('id,status,on\nBella,available,\n'), mapping, options);
  assert.deepEqual(await movements(target), [
    'Bella outcome adoption 2026-03-04 null null 0',
    'Rex intake return 2026-11-21 null null 0',
    'Bella intake return 2026-11-22 null null 0',
  ]);
});
