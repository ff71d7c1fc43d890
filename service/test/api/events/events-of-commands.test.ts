// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type CommandResult, runCommand } from '@petstore/testing/commands.ts';
import { listOf, nextOf } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { temporaryStore } from '@petstore/testing/stores.ts';
import { importRows } from '../import-rows.ts';

/** docs/api-design.md#event-feed: changes of commands are in the feed of the running service. */

async function start(t: TestContext, environment: 'production' | 'staging' = 'production') {
  const store = await temporaryStore(t);
  const env = { PETSTORE_ENV: environment };
  const service = await startService(t, { store, env });
  const kind = environment === 'staging' ? 'test' : 'live';
  const { key } = await service.account({ role: 'manager', kind });
  const command = async (...args: string[]): Promise<CommandResult> => {
    const ran = await runCommand(store, args, env);
    assert.deepEqual([ran.status, ran.err], [0, '']);
    return ran;
  };
  await command('accounts', 'create', 'default', '--plan', 'business', '--role', 'admin');
  let next = '/v1/events?limit=100&after=latest';
  /** Returns the events since the last call. */
  const newEvents = async () => {
    const response = await service.send(next, { key });
    next = nextOf(response) ?? '';
    return listOf(response).map(({ type, pet, order, category }) => ({
      type,
      ...Object(pet ?? order ?? category),
    }));
  };
  await newEvents();
  const importFile = (rows: string) => importRows(t, store, rows, env);
  return { service, key, command, newEvents, importFile };
}

/** Without what only the audit shows. */
function eventsOfPets({ database }: Pick<TestService, 'database'>) {
  const events = database.read.selectFrom('events').where('pet_id', 'is not', null);
  return events.select(['account_id', 'api_key_id']);
}

test('an import records one event per named category and added or changed pet, and none for unchanged pets', async (t) => {
  const { newEvents, importFile } = await start(t);
  await importFile('a,Rex,Dog,available\nb,Tom,Cat,sold\n');
  assert.deepEqual(await newEvents(), [
    { type: 'category.named', id: 1, name: 'Dog' },
    { type: 'category.named', id: 2, name: 'Cat' },
    { type: 'pet.created', id: 1, name: 'Rex', categoryId: 1, status: 'available' },
    { type: 'pet.created', id: 2, name: 'Tom', categoryId: 2, status: 'sold' },
  ]);
  await importFile('a,Rex,Dog,pending\nb,Tom,Cat,sold\nc,Max,Dog,available\n');
  const events = await newEvents();
  assert.deepEqual(
    events.sort((one, other) => one.id - other.id),
    [
      { type: 'pet.updated', id: 1, name: 'Rex', categoryId: 1, status: 'pending' },
      { type: 'pet.created', id: 3, name: 'Max', categoryId: 1, status: 'available' },
    ],
  );
});

test('a dry run records no event', async (t) => {
  const { service, newEvents, command } = await start(t);
  const file = fileURLToPath(new URL('../../../../examples/austin.csv', import.meta.url));
  const mapping = fileURLToPath(new URL('../../../../examples/austin.mapping.json', import.meta.url));
  await command('pets', 'import', file, '--mapping', mapping, '--dry-run');
  assert.deepEqual(await newEvents(), []);
  assert.deepEqual(await eventsOfPets(service).execute(), []);
});

test('a reset records cancelled orders, removed pets and added samples', async (t) => {
  const { service, key, newEvents, command, importFile } = await start(t, 'staging');
  await importFile('a,Rex,Dog,available\nb,Tom,Cat,sold\n');
  await service.send('/v1/store/orders', { method: 'POST', key, body: { petId: 1 } });
  await newEvents();
  const { out } = await command('reset', '--yes', '--json');
  assert.deepEqual(JSON.parse(out), { removed: 2, added: 6 });
  const events = await newEvents();
  assert.deepEqual(
    events.map(({ type }) => type),
    ['order.cancelled', 'pet.updated', 'pet.deleted', 'pet.deleted', ...Array(6).fill('pet.created')],
  );
  assert.deepEqual(events[2], {
    type: 'pet.deleted',
    id: 1,
    name: 'Rex',
    categoryId: 1,
    status: 'available',
  });
  const pets = listOf(await service.send('/v1/pets?sort=id', { key }));
  assert.deepEqual(
    events.slice(4).map(({ type: _, ...pet }) => pet),
    pets,
  );
});

test('events of commands have no account and no key', async (t) => {
  const { service, command, importFile } = await start(t, 'staging');
  await importFile('a,Rex,Dog,available\n');
  await command('reset', '--yes');
  const rows = await eventsOfPets(service).execute();
  assert.equal(rows.length, 1 + 1 + 6);
  for (const row of rows) assert.deepEqual({ ...row }, { account_id: null, api_key_id: null });
});
