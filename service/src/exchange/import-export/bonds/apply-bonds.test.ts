// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counts, type ImportTarget, openImportTarget } from '@petstore/testing/fixtures/imports.ts';
import { keepGroups } from '../../../catalogue/listings/bonds/bond-changes.ts';
import { bondsOf } from '../../../catalogue/pets/bonds/bonded-pets.ts';
import { removePet } from '../../../catalogue/pets/pet-changes.ts';
import { exportPets } from '../exports/export-pets.ts';
import { ImportInterrupted } from '../import-interrupted.ts';
import type { ImportOptions } from '../import-pets.ts';
import { OWN_COLUMNS } from '../mapping/mapping.ts';
import { MappingError, parseMapping } from '../mapping/mapping-file.ts';
import type { ImportTally } from '../summary.ts';

const SOURCES = { name: { column: 'id' }, categoryId: { constant: '1' }, status: { column: 'status' } };
const MAPPING = parseMapping(
  JSON.stringify({
    ...SOURCES,
    reference: { column: 'id' },
    goesTogetherWith: { column: 'bonded' },
    rowDate: { column: 'on' },
  }),
);

/** Imports rows of `id|status|bonded|on`. */
function importer(target: ImportTarget) {
  return async (rows: readonly string[], options?: Partial<ImportOptions>) => {
    const lines = rows.map((row) => row.split('|').map((cell) => `"${cell}"`));
    const file = `id,status,bonded,on\n${lines.map((cells) => cells.concat(Array(4 - cells.length).fill('')).join(',')).join('\n')}\n`;
    return target.csv(Buffer.from(file), MAPPING, options);
  };
}

/** Returns the groups by the names of their animals. */
async function groupsIn({ database }: ImportTarget): Promise<string[]> {
  const pets = await database.read.selectFrom('pets').select(['id', 'name']).orderBy('id').execute();
  const names = new Map(pets.map(({ id, name }) => [id, name]));
  const bonds = await bondsOf(database.read, [...names.keys()]);
  const groups = [...bonds].map(([id, others]) =>
    [id, ...others]
      .map((one) => names.get(one))
      .sort()
      .join(),
  );
  return [...new Set(groups)].sort();
}

async function eventsIn({ database }: ImportTarget): Promise<string[]> {
  const events = await database.read.selectFrom('events').select('type').orderBy('id').execute();
  return events.map(({ type }) => type);
}

async function profilesOf({ database }: ImportTarget): Promise<unknown> {
  return database.read.selectFrom('imported_pets').selectAll().orderBy('reference').execute();
}

const reasons = ({ bondsFailed }: Awaited<ReturnType<ImportTarget['csv']>>) =>
  bondsFailed.first.map(({ line, faults: [fault] }) => `${line} ${fault?.column} ${fault?.reason}`);

const FILE = [
  // Only later rows are known by then, and each kitten names only its mother.
  'Kit|available|Mum',
  'Kat|available|Mum',
  'Mum|available|',
  'Ada|available|Bob; Ada',
  'Bob|available|Ada\nAda',
  'Max|available|',
];

test('rows name animals of later rows, one row of a group is enough, and the same file again changes nothing', async (t) => {
  const target = await openImportTarget(t);
  const add = importer(target);
  const dry = await add(FILE, { dryRun: true });
  const summary = await add(FILE);
  assert.deepEqual(counts(summary), { rows: 6, created: 6, bondsChanged: 3, bondsUnchanged: 1 });
  assert.deepEqual(dry, summary, 'a dry run counts what the import does');
  assert.deepEqual(await groupsIn(target), ['Ada,Bob', 'Kat,Kit,Mum']);
  const [events, stored] = [await eventsIn(target), await profilesOf(target)];
  const again = { rows: 6, unchanged: 6, bondsUnchanged: 4 };
  assert.deepEqual(counts(await add(FILE, { dryRun: true })), again);
  assert.deepEqual(counts(await add(FILE)), again);
  assert.deepEqual(await eventsIn(target), events);
  assert.deepEqual(await profilesOf(target), stored);
  assert.deepEqual(counts(await add(['Bob|available|Ada,Bob'])), {
    rows: 1,
    unchanged: 1,
    bondsUnchanged: 1,
  });
  // A part of the file, such as the rows that have changed, separates none of the others.
  assert.deepEqual(counts(await add(['Mum|available|'])), { rows: 1, unchanged: 1 });
  await add(['Kit|available|Max', 'Ada|available|']);
  assert.deepEqual(await groupsIn(target), ['Kat,Mum', 'Kit,Max']);
});

test('a change in the catalogue stays until the cell changes, and a row that is older than one before changes nothing', async (t) => {
  const target = await openImportTarget(t);
  const add = importer(target);
  await add(['Ada|available|Bob|2026-03-02', 'Bob|available||2026-03-02']);
  const [, bob] = await target.pets();
  const change = { actor: null, at: 0 };
  await target.database.write(async (db) => {
    await db.updateTable('pets').set({ status: 'sold' }).where('name', '=', 'Bob').execute();
    await keepGroups(db, [bob?.id ?? 0n], change, 'http://petstore.test');
  });
  await target.setStatus('Bob', 'available');
  const rows = ['Ada|available|Bob|2026-03-03', 'Bob|available||2026-03-03'];
  assert.equal((await add(rows)).bondsUnchanged, 1);
  assert.deepEqual(await groupsIn(target), []);
  await add(['Ada|available|', 'Bob|available|Ada|2026-03-01']);
  assert.deepEqual(await groupsIn(target), []);
  await add(['Bob|available|Ada|2026-03-04']);
  assert.deepEqual(await groupsIn(target), ['Ada,Bob']);
});

test('what cannot be is reported for its row, the animal is imported, and the row succeeds when the reason is gone', async (t) => {
  const target = await openImportTarget(t);
  const add = importer(target);
  await add(['Bin|available', 'Held|pending', 'Theirs|available', 'Pal|available']);
  const pets = new Map((await target.pets()).map((pet) => [pet.name, pet]));
  const idOf = (name: string) => pets.get(name)?.id ?? 0n;
  await target.database.write(async (db) => {
    await removePet(db, { id: idOf('Bin'), name: 'Bin', categoryId: 1n }, { actor: null, at: 0 });
    await db.updateTable('pets').set({ owner_id: null }).where('name', '=', 'Theirs').execute();
    const order = { pet_id: idOf('Held'), account_id: target.ownerId, status: 'placed' as const };
    const times = { placed_at: 0n, updated_at: 0n, expires_at: 9_000_000_000_000n };
    await db
      .insertInto('orders')
      .values({ ...order, ...times })
      .execute();
  });
  const rows = [
    'a|available|Bin',
    'b|available|Held',
    'c|available|Theirs',
    'd|available|Missing',
    'e|available|e',
    'f|available|Home',
    'g|available|a,b,c,d,e',
    '|available|a',
    'Home|sold|f',
    'h|available|#REF!',
    'i|available|Pal',
  ];
  const dry = await add(rows, { dryRun: true });
  const summary = await add(rows);
  assert.deepEqual(reasons(summary), [
    '2 bonded names animal "Bin", which is in the bin: restore it there, then import the row again',
    '3 bonded cannot change the group, because a reservation holds animal "Held": complete or cancel the reservation, then import the row again',
    '4 bonded names animal "Theirs", which belongs to another account',
    '5 bonded names animal "Missing", which is not in the catalogue: correct the number, or import its row, too',
    '6 bonded must name other animals; it names only the animal itself',
    '7 bonded names animal "Home", which was adopted or has left: only animals that are here can go together',
    '8 bonded would make a group of more than 5 animals',
  ]);
  assert.deepEqual(dry, summary);
  assert.deepEqual(
    summary.failed.first.map(({ line, faults }) => [line, faults[0]?.column]),
    [
      [9, 'id'],
      [11, 'bonded'],
    ],
  );
  assert.deepEqual(await groupsIn(target), ['Pal,i']);
  await target.setStatus('Home', 'available');
  assert.deepEqual(reasons(await add(['f|available|Home'])), []);
  assert.deepEqual(await groupsIn(target), ['Home,f', 'Pal,i']);
  assert.deepEqual(await eventsOfOrders(target), []);
});

async function eventsOfOrders(target: ImportTarget): Promise<string[]> {
  return (await eventsIn(target)).filter((type) => type.startsWith('order.'));
}

test('who has left by a movement of the file is not joined, and those that go together before leave as one', async (t) => {
  const target = await openImportTarget(t);
  const movement = {
    type: { constant: 'outcome' },
    reason: { column: 'how', values: { Home: 'adoption', Died: 'died', '': null } },
    date: { column: 'on' },
  };
  const { status: _, ...sources } = SOURCES;
  const mapping = parseMapping(
    JSON.stringify({
      ...sources,
      reference: { column: 'id' },
      goesTogetherWith: { column: 'bonded' },
      movement,
    }),
  );
  const add = (...rows: string[]) =>
    target.csv(Buffer.from(`id,bonded,how,on\n${rows.join('\n')}\n`), mapping);
  const first = await add('a,b,,', 'b,,Died,2026-03-01', 'c,d,,', 'd,,,');
  assert.deepEqual(reasons(first), [
    '2 bonded names animal "b", which was adopted or has left: only animals that are here can go together',
  ]);
  const left = await add('c,d,Home,2026-03-02', 'd,,Home,2026-03-02');
  assert.deepEqual([left.movementsAdded, left.bondsUnchanged, left.bondsFailed.count], [2, 0, 0]);
  assert.deepEqual(await groupsIn(target), ['c,d']);
});

test('an import that is interrupted between two groups continues with the next', async (t) => {
  const target = await openImportTarget(t);
  const add = importer(target);
  const pairs = Array.from({ length: 20 }, (_, n) => [`a${n}|available|b${n}`, `b${n}|available|`]).flat();
  let reached: { applied: number; tally: ImportTally } | undefined;
  const record: ImportOptions['record'] = async (_, { applied, tally }) => {
    if (reached !== undefined && reached.applied > pairs.length) throw new ImportInterrupted('stopped');
    if (reached !== undefined) tally.add(reached.tally);
    reached = { applied, tally };
  };
  const workClock = { monotonic: () => (now += 100), pause: async () => {} };
  let now = 0;
  const own = { storeId: 'here', highestPetId: 0n, wasAssigned: () => false };
  await assert.rejects(add(pairs, { record, workClock }), /stopped/);
  const before = (await groupsIn(target)).length;
  assert.ok(before > 0 && before < 20, `${before} groups`);
  assert.ok(reached !== undefined);
  const { bondsChanged, created } = await add(pairs, { continued: { ...reached, own } });
  assert.deepEqual([created, bondsChanged], [40, 20]);
  assert.equal((await groupsIn(target)).length, 20);
});

/** So many that the rows of a pair are not changed together. */
const PAIRS = 17;
const pairsOf = (name: (n: number) => string) => Array.from({ length: PAIRS }, (_, n) => name(n));
const DISTANT = [...pairsOf((n) => `a${n}|available|b${n}`), ...pairsOf((n) => `b${n}|available|`)];

for (const format of ['spreadsheet', 'ndjson'] as const) {
  test(`an export as ${format} has the groups: its import changes nothing here, and makes the same elsewhere`, async (t) => {
    const [first, here, there] = [
      await openImportTarget(t),
      await openImportTarget(t),
      await openImportTarget(t),
    ];
    const move = async (from: ImportTarget, to: ImportTarget, dryRun = false) => {
      const text = (await Array.fromAsync(exportPets(from.database.read, format))).join('');
      const kind = format === 'ndjson' ? 'ndjson' : 'csv';
      return to.file(Buffer.from(text), kind, OWN_COLUMNS, { dryRun });
    };
    await importer(first)([...FILE, ...DISTANT]);
    // Its ids are others than those of the store that exports, which names them by its own.
    await importer(here)(['Old|available']);
    await move(first, here);
    const events = await eventsIn(here);
    const rows = 1 + FILE.length + DISTANT.length;
    assert.deepEqual(counts(await move(here, here)), { rows, unchanged: rows });
    assert.deepEqual(await eventsIn(here), events);
    await importer(there)(['Other|available', 'Another|available']);
    const expected = ['Ada,Bob', 'Kat,Kit,Mum', ...pairsOf((n) => `a${n},b${n}`).sort()];
    assert.deepEqual(await groupsIn(here), expected);
    const dry = await move(here, there, true);
    assert.deepEqual(await move(here, there), dry);
    assert.deepEqual(await groupsIn(there), expected);
    await move(first, there);
    assert.deepEqual(await groupsIn(there), expected);
  });
}

test('a mapping of animals that go together needs their references', () => {
  const bonded = { ...SOURCES, goesTogetherWith: { column: 'bonded', values: {} } };
  assert.throws(
    () => parseMapping(JSON.stringify(bonded)),
    new MappingError(
      [
        'goesTogetherWith has the unknown member "values"; allowed: column, fallback',
        'goesTogetherWith needs the member reference',
      ].join('\n'),
    ),
  );
});
