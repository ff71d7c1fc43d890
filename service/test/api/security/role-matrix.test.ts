import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { UNLIMITED } from '@petstore/testing/accounts.ts';
import { assertError, at } from '@petstore/testing/http/expect-response.ts';
import { addPerson } from '@petstore/testing/people.ts';
import { startSharedService } from '@petstore/testing/service.ts';
import { SECOND } from '../../../src/platform/core/clock.ts';
import { ACCOUNT_ROLES, isAtLeast, PERSON_ROLES, ROLES, type Role } from '../../../src/platform/core/role.ts';
import { applicationOf } from '../applications/application-fixture.ts';
import { OPERATIONS, type Operation } from './published-operations.ts';

/** The tables of docs/roles.md: every operation and every read, with every role. */

const tables = rowsOf(await readFile(new URL('../../../../docs/roles.md', import.meta.url), 'utf8'));
const service = await startSharedService();

/** One sender for each role, all of one account, whose role is the upper limit of all. */
const home = await service.account({ role: 'admin', ...UNLIMITED });
const other = await service.account({ role: 'manager', ...UNLIMITED });
const senders = new Map<Role, string>([['reader', await readerOf(home.id)]]);
for (const role of PERSON_ROLES) {
  const { browser } = await addPerson(service, home.key, { name: `Ana ${role}`, role });
  senders.set(role, await browser.token());
}
const ofHome = await fill(home, '10');
const ofOther = await fill(other, '20');
/** One for each role, with the full role of its account: such a member manages the people of the account. */
const limits = new Map<Role, string>([['volunteer', senders.get('volunteer') ?? '']]);
for (const role of ACCOUNT_ROLES) limits.set(role, (await service.account({ role })).key);
const disabled = await service.account({ role: 'admin' });
await service.database.write((db) =>
  db.updateTable('accounts').set({ disabled_at: 1n }).where('id', '=', BigInt(disabled.id)).execute(),
);
service.clock.advance(SECOND);

/** What each read of the API shows each role of both accounts. */
const reads = new Map<Role, ReadonlyMap<string, string>>();
for (const [role, key] of senders) reads.set(role, await readsOf(key));

for (const [what = '', ...cells] of tables.filter(([first = '']) => /^(own|other): /.test(first))) {
  test(`reads of ${what}: ${cells.join(', ')}`, () => {
    const [whose, kind = ''] = what.split(': ');
    const marker = (whose === 'own' ? ofHome : ofOther).markers[kind];
    assert.ok(marker !== undefined, `the test has nothing that is ${kind}`);
    for (const [index, role] of ROLES.entries()) {
      const shown = [...(reads.get(role) ?? [])].flatMap(([target, text]) =>
        text.includes(marker) ? [target] : [],
      );
      const found: string = shown.join(', ');
      assert.equal(found === '' ? 'no' : 'yes', cells[index], `${role} reads ${what}: ${found}`);
    }
  });
}

const rules = tables.flatMap(([role, ids = '']) =>
  [...ids.matchAll(/`(\w+)`/g)].flatMap(([, id = '']) =>
    ROLES.filter((one) => one === role).map((needed) => [id, needed] as const),
  ),
);
const neededRoles = new Map(rules);

test('the table has every operation once, and the API states the same role', () => {
  assert.deepEqual(rules.map(([id]) => id).sort(), OPERATIONS.map(({ id }) => id).sort());
  for (const { id, statedRole, neededRole } of OPERATIONS)
    for (const stated of [statedRole, neededRole])
      assert.equal(stated ?? neededRoles.get(id), neededRoles.get(id), id);
});

for (const { id, method, path } of OPERATIONS) {
  const needed = neededRoles.get(id) ?? 'admin';
  test(`${id}: 401 without a key or with one of a disabled account, 403 below the role ${needed}`, async () => {
    // Nothing has these ids, and no body is valid, so that no request changes anything.
    const target = `/v1${path.replaceAll(/\{\w+\}/g, '999999')}`;
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    const send = (key?: string) => service.send(target, { method, key, body });
    assertError(await send(), 401, 'missing_api_key');
    assertError(await send(disabled.key), 401, 'invalid_api_key');
    for (const [role, key] of limits) {
      const response = await send(key);
      if (!isAtLeast(role, needed)) assertError(response, 403, 'insufficient_role');
      else assert.ok(response.status !== 401 && response.status !== 403, `${role}: ${response.text}`);
    }
  });
}

/** Returns the cells of all tables of a document. */
function rowsOf(text: string): string[][] {
  const rows = text.split('\n').filter((line) => line.startsWith('| '));
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

async function post(path: string, key: string, body: object, method = 'POST'): Promise<unknown> {
  const response = await service.send(`/v1${path}`, { method, key, body });
  assert.ok(response.status < 300, `${path}: ${response.text}`);
  return response.json;
}

async function readerOf(accountId: bigint): Promise<string> {
  const added = await post(`/accounts/${accountId}/keys`, home.key, { label: 'web site', role: 'reader' });
  return String(at(added, 'secret'));
}

/** Adds one of everything to an account, each with a text that nothing else has, and returns the ids and these texts. */
async function fill({ key, id: accountId }: { key: string; id: bigint }, mark: string) {
  const markers: Record<string, string> = {
    orders: `order ${mark}`,
    applications: `Kim ${mark}`,
    movements: `note ${mark}`,
    microchips: `9000000000000${mark}`,
    webhooks: `https://localhost/hook-${mark}`,
    keys: `label ${mark}`,
    people: `Ben ${mark}`,
    'logins of listing sites': `login-${mark}`,
    'names of accounts': String(
      (
        await service.database.read
          .selectFrom('accounts')
          .select('name')
          .where('id', '=', accountId)
          .executeTakeFirstOrThrow()
      ).name,
    ),
  };
  const petId = Number(
    at(await post('/pets', key, { name: 'Bella', categoryId: 1, status: 'available' }), 'id'),
  );
  const held = Number(
    at(await post('/pets', key, { name: 'Rex', categoryId: 1, status: 'available' }), 'id'),
  );
  const order = await post('/store/orders', key, { petId: held, reference: markers.orders });
  const application = await post('/applications', key, {
    ...applicationOf(petId),
    name: markers.applications,
  });
  await post(`/pets/${petId}/movements`, key, {
    type: 'intake',
    reason: 'stray',
    date: '2026-01-02',
    note: markers.movements,
  });
  await post(`/pets/${petId}/profile`, key, { microchip: markers.microchips }, 'PATCH');
  const webhook = await post('/webhooks', key, { url: markers.webhooks });
  await post(`/accounts/${accountId}/keys`, home.key, { label: markers.keys });
  const person = await post('/people', key, { name: markers.people, role: 'volunteer' });
  await post('/publishing/petfinder', key, { username: markers['logins of listing sites'] }, 'PATCH');
  const ids: Record<string, unknown> = {
    petId,
    held,
    accountId,
    orderId: at(order, 'id'),
    applicationId: at(application, 'id'),
    webhookId: at(webhook, 'id'),
    personId: at(person, 'id'),
  };
  return { markers, ids };
}

/** Returns the responses of all reads by their addresses. */
async function readsOf(key: string): Promise<ReadonlyMap<string, string>> {
  const targets = OPERATIONS.filter(({ method }) => method === 'GET').flatMap(targetsOf);
  const texts = targets.map(async (target) => [target, (await service.send(target, { key })).text] as const);
  return new Map(await Promise.all(texts));
}

/** Returns the addresses of a read for what both accounts have. */
function targetsOf({ path, inputs }: Operation): string[] {
  return [ofHome, ofOther].flatMap(({ ids }) => {
    const query = new URLSearchParams({
      ...(inputs.includes('limit') && { limit: '100' }),
      ...(inputs.includes('after') && { after: '0' }),
      ...(inputs.includes('ids') && { ids: `${ids.petId},${ids.held}` }),
      ...(inputs.includes('accountId') && { accountId: String(ids.accountId) }),
    });
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
      String(ids[name] ?? (name === 'siteId' ? 'petfinder' : '999999')),
    );
    return [`/v1${target}?${query}`];
  });
}
