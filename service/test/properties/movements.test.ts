// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import fc from 'fast-check';
import { importPets } from '../../src/exchange/import-export/import-pets.ts';
import type { PetMapping } from '../../src/exchange/import-export/mapping/mapping.ts';
import { parseMapping } from '../../src/exchange/import-export/mapping/mapping-file.ts';
import { DAY } from '../../src/platform/core/clock.ts';
import { countWrongStays } from '../../src/platform/database/derived-stays.ts';

/**
 * After any changes of movements, status and orders, after merges and restores, and after imports of a list and of movements, the
 * status of a pet follows from its last movement or its open order, and the report of every month and category adds up.
 */

const RUNS = Number(process.env.FUZZ_RUNS ?? (process.env.TEST_STORE === 'postgres' ? 3 : 6));

/** Today is 2026-11-21, and later after some steps. */
const aDate = fc.constantFrom(
  '2026-09-30',
  '2026-10-01',
  '2026-10-31',
  '2026-11-01',
  '2026-11-19',
  '2026-11-20',
  '2026-11-21',
  '2026-11-22',
  '2026-11-25',
);
const aNumber = fc.nat({ max: 9 });
const anOutcome = fc.constantFrom('adoption', 'died', 'lost', 'transfer_out');
const aStatus = fc.constantFrom('available', 'pending', null);
const aStep = fc.oneof(
  fc.record({
    kind: fc.constant('come in' as const),
    date: aDate,
    status: fc.option(aStatus, { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('leave' as const), date: aDate, reason: anOutcome }),
  fc.record({ kind: fc.constant('foster' as const), date: aDate }),
  fc.record({ kind: fc.constant('correct' as const), n: aNumber, date: aDate, reason: fc.option(anOutcome) }),
  fc.record({ kind: fc.constant('delete' as const), n: aNumber }),
  fc.record({
    kind: fc.constant('set' as const),
    status: fc.constantFrom('available', 'pending', 'sold', null),
  }),
  fc.record({ kind: fc.constantFrom('order' as const, 'approved' as const, 'completed' as const) }),
  fc.record({ kind: fc.constantFrom('cancelled' as const, 'wait' as const, 'bin' as const) }),
  fc.record({ kind: fc.constant('merge' as const), date: aDate, leaves: fc.option(aDate) }),
  fc.record({
    kind: fc.constant('list' as const),
    status: fc.constantFrom('available', 'sold', ''),
    date: aDate,
  }),
  fc.record({
    kind: fc.constant('file' as const),
    rows: fc.array(
      fc.record({
        reason: fc.oneof(anOutcome, fc.constantFrom('stray', 'return')),
        date: aDate,
        time: fc.nat({ max: 9 }),
      }),
      { maxLength: 3 },
    ),
  }),
);
type Step = typeof aStep extends fc.Arbitrary<infer Value> ? Value : never;

/** A file may have movements of tomorrow, where it is that day already. */
const TOMORROW: Step[] = [
  { kind: 'file', rows: [{ reason: 'adoption', date: '2026-11-22', time: 0 }] },
  { kind: 'set', status: 'available' },
  { kind: 'set', status: 'sold' },
];

interface Real {
  readonly service: TestService;
  readonly key: string;
  readonly petId: number;
  readonly ownerId: bigint;
  /** Its row in the list: the reference and the kind. */
  readonly row: string;
}

async function apply(real: Real, step: Step): Promise<void> {
  const { service, key, petId } = real;
  const send = (method: string, path: string, body?: object) =>
    service.send(`/v1/${path}`, { method, key, body });
  const pet = `pets/${petId}`;
  const nth = async (list: string, n: number) => {
    const items = await readAll(service, key, `/v1/${list}`);
    return at(items[n % Math.max(1, items.length)] ?? {}, 'id');
  };
  switch (step.kind) {
    case 'come in': {
      const body = { type: 'intake', reason: 'return', date: step.date, status: step.status };
      return void (await send('POST', `${pet}/movements`, body));
    }
    case 'leave': {
      const body = { type: 'outcome', reason: step.reason, date: step.date };
      return void (await send('POST', `${pet}/movements`, body));
    }
    case 'foster':
      return void (await send('POST', `${pet}/movements`, { type: 'foster', date: step.date }));
    case 'correct': {
      const body = { date: step.date, reason: step.reason ?? undefined };
      return void (await send('PATCH', `${pet}/movements/${await nth(`${pet}/movements`, step.n)}`, body));
    }
    case 'delete':
      return void (await send('DELETE', `${pet}/movements/${await nth(`${pet}/movements`, step.n)}`));
    case 'set':
      return void (await send('PATCH', pet, { status: step.status }));
    case 'order':
      return void (await send('POST', 'store/orders', { petId, holdHours: 24 }));
    case 'merge':
      return merge(real, step);
    case 'list':
      return importList(real, step);
    case 'file':
      return importMovements(real, step.rows);
    case 'wait':
      return service.clock.advance(DAY);
    case 'bin':
      await send('DELETE', pet);
      return void (await send('POST', `${pet}/restore`));
    default:
      return void (await send('PATCH', `store/orders/${await nth('store/orders', 0)}`, {
        status: step.kind,
      }));
  }
}

const SOURCES = {
  reference: { column: 'id' },
  name: { column: 'id' },
  categoryId: { column: 'kind', values: { a: 1, b: 2, c: 3 } },
};
const LIST = parseMapping(
  JSON.stringify({
    ...SOURCES,
    status: { column: 'status', values: { available: 'available', sold: 'sold', '': null } },
    rowDate: { column: 'date' },
  }),
);
const IN = ['stray', 'return'];
const MOVEMENTS = parseMapping(
  JSON.stringify({
    ...SOURCES,
    movement: { type: { column: 'type' }, reason: { column: 'reason' }, date: { column: 'at' } },
  }),
);

async function importFile(
  { service, ownerId }: Pick<Real, 'service' | 'ownerId'>,
  csv: string,
  mapping: PetMapping,
) {
  async function* open() {
    yield Buffer.from(csv);
  }
  const { database, clock } = service;
  const options = { ownerId, clock, publicUrl: 'https://pets.example' };
  return importPets(database, { file: { format: 'csv', open }, mapping }, options);
}

/** A list has the status of an animal, and the day of which it is; some are older than what was imported. */
async function importList(real: Omit<Real, 'petId'>, { status, date }: { status: string; date: string }) {
  await importFile(real, `id,kind,status,date\n${real.row},${status},${date}\n`, LIST);
}

async function importMovements(
  real: Real,
  rows: ReadonlyArray<{ reason: string; date: string; time: number }>,
): Promise<void> {
  const lines = rows.map(({ reason, date, time }) => {
    const type = IN.includes(reason) ? 'intake' : 'outcome';
    return `${real.row},${type},${reason},${date}${time === 0 ? '' : ` 0${time}:00`}\n`;
  });
  await importFile(real, `id,kind,type,reason,at\n${lines.join('')}`, MOVEMENTS);
}

/** Adds an animal of a list. */
async function addListed(listed: Omit<Real, 'petId'>): Promise<Real> {
  await importList(listed, { status: 'available', date: '2026-09-01' });
  const { pet_id: id } = await listed.service.database.read
    .selectFrom('imported_pets')
    .select('pet_id')
    .orderBy('pet_id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { ...listed, petId: Number(id) };
}

/** Merges an animal that came in, and may have left, into the one of the test. It is refused if the stays overlap. */
async function merge(
  { service, key, petId }: Pick<Real, 'service' | 'key' | 'petId'>,
  { date, leaves }: { date: string; leaves: string | null },
): Promise<void> {
  const send = (path: string, body: object) =>
    service.send(`/v1/pets/${path}`, { method: 'POST', key, body });
  const duplicate = await addPet(service, key, { categoryId: 1 });
  await send(`${duplicate}/movements`, { type: 'intake', reason: 'stray', date });
  if (leaves !== null)
    await send(`${duplicate}/movements`, { type: 'outcome', reason: 'adoption', date: leaves });
  const { status, text } = await send(`${duplicate}/merge`, { into: petId });
  assert.ok([200, 409].includes(status), text);
}

async function assertConsistent({ service, key, petId }: Real): Promise<void> {
  const status = at((await service.send(`/v1/pets/${petId}`, { key })).json, 'status');
  const orders = await readAll(service, key, `/v1/store/orders?petId=${petId}`);
  if (orders.some((order) => ['placed', 'approved'].includes(String(order.status)))) {
    assert.equal(status, 'pending', 'an open order');
    return;
  }
  const movements = await readAll(service, key, `/v1/pets/${petId}/movements?limit=100`);
  const [last] = movements
    .filter(({ type }) => type !== 'foster')
    .sort((one, other) =>
      one.date === other.date
        ? Number(other.dayOrder ?? 0) - Number(one.dayOrder ?? 0) || Number(other.id) - Number(one.id)
        : String(other.date) < String(one.date)
          ? -1
          : 1,
    );
  const because = `status ${status}: ${JSON.stringify(movements)}`;
  if (last?.type === 'outcome') {
    assert.equal(status, last.reason === 'adoption' ? 'sold' : undefined, because);
  } else {
    assert.notEqual(status, 'sold', because);
  }
}

/** Counts the movements of all animals in another way than the report, which reads what triggers derive from them. */
async function assertReportAddsUp({ service, key }: Real): Promise<void> {
  const { database } = service;
  assert.equal(await countWrongStays(database), 0, 'stays that do not follow from the movements');
  const movements = await database.read
    .selectFrom('movements')
    .innerJoin('pets', 'pets.id', 'movements.pet_id')
    .select(['pet_id', 'category_id', 'type', 'date'])
    .where('type', '<>', 'foster')
    .orderBy('date')
    .orderBy('day_order')
    .orderBy('movements.id')
    .execute();
  const { json: report } = await service.send('/v1/reports/stays?from=2026-09', { key });
  const lastEnds = new Map<string, unknown>();
  for (const row of listAt(report, 'months')) {
    const month = String(at(row, 'month'));
    for (const category of listAt(row, 'byCategory')) {
      const id = String(at(category, 'categoryId'));
      const own = movements.filter(({ category_id, date }) => {
        return String(category_id) === id && date.slice(0, 7) <= month;
      });
      const ofMonth = own.filter(({ date }) => date.startsWith(month));
      const lastTypes = new Map(own.map(({ pet_id, type }) => [pet_id, type]));
      const counted = {
        begin: lastEnds.get(id) ?? 0,
        intakes: ofMonth.filter(({ type }) => type === 'intake').length,
        outcomes: ofMonth.filter(({ type }) => type === 'outcome').length,
        end: [...lastTypes.values()].filter((type) => type === 'intake').length,
      };
      const found = Object.fromEntries(Object.keys(counted).map((name) => [name, at(category, name)]));
      assert.deepEqual(found, counted, `${month}, category ${id}`);
      const unknown = Number(at(category, 'withoutIntake')) - Number(at(category, 'withoutOutcome'));
      const { begin, intakes, outcomes, end } = counted;
      assert.equal(Number(begin) + intakes - outcomes + unknown, end, `${month}, category ${id}`);
      lastEnds.set(id, end);
    }
  }
}

function listAt(document: unknown, name: string): unknown[] {
  const list = at(document, name);
  assert.ok(Array.isArray(list), name);
  return list;
}

test('after any changes of movements, status and orders, the status follows from the last movement or the open order, and reports add up', async (t) => {
  const service = await startService(t);
  let count = 0;
  const { key, id: ownerId } = await service.account({
    role: 'manager',
    perMinute: 1_000_000,
    perDay: 1_000_000,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: 2 }),
      fc.array(aStep, { minLength: 1, maxLength: 12 }),
      async (kind, steps) => {
        count += 1;
        const row = `${count},${'abc'[kind]}`;
        const real = await addListed({ service, key, ownerId, row });
        for (const step of steps) {
          await apply(real, step);
          await assertConsistent(real);
        }
        await assertReportAddsUp(real);
      },
    ),
    { numRuns: RUNS, examples: [[0, TOMORROW]] },
  );
});
