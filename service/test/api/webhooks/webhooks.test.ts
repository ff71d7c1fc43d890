// Runs on SQLite and on PostgreSQL.
// Runs with two threads.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { TestAccount } from '@petstore/testing/accounts.ts';
import { addPet } from '@petstore/testing/api-calls.ts';
import { assertError, at, membersOf } from '@petstore/testing/http/expect-response.ts';
import { addPerson } from '@petstore/testing/people.ts';
import { startSharedService } from '@petstore/testing/service.ts';
import { Webhook as Verifier } from 'standardwebhooks';
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/platform/core/clock.ts';
import { observeStatements } from '../../../src/platform/database/prepared-query.ts';
import { purgeEvents } from '../../../src/record/events/event-purge.ts';
import { applicationOf } from '../applications/application-fixture.ts';
import { ALLOWED, answering, noContent, type Receiver, startReceiver } from './receiver.ts';

const service = await startSharedService({ env: ALLOWED });

interface Hook {
  readonly id: number;
  readonly secret: string;
  readonly receiver: Receiver;
  readonly account: TestAccount;
}

function send(account: { readonly key: string }, method: string, path: string, body?: object) {
  return service.send(`/v1/webhooks${path}`, { method, key: account.key, ...(body && { body }) });
}

async function addHook(account: TestAccount, fields: object = {}): Promise<Hook> {
  const receiver = await startReceiver({ after });
  const added = await send(account, 'POST', '', { url: receiver.url, ...fields });
  assert.equal(added.status, 201, added.text);
  await service.webhooks.idle();
  return { id: Number(at(added.json, 'id')), secret: String(at(added.json, 'secret')), receiver, account };
}

/** Lets the time pass and waits until nothing is due. */
async function pass(ms: number = SECOND): Promise<void> {
  service.clock.advance(ms);
  await service.webhooks.idle();
}

async function stateOf({ account, id }: Hook): Promise<Record<string, unknown>> {
  return membersOf((await send(account, 'GET', `/${id}`)).json);
}

async function deliveriesOf({ account, id }: Hook, query = ''): Promise<Array<Record<string, unknown>>> {
  const { json, text } = await send(account, 'GET', `/${id}/deliveries${query}`);
  assert.ok(Array.isArray(json), text);
  return json.map(membersOf);
}

/** Makes a webhook one of an older version, of which it is not known whose it is. */
async function orphan({ id }: Hook): Promise<void> {
  const unknown = { api_key_id: null, person_id: null };
  await service.database.write((db) =>
    db.updateTable('webhooks').set(unknown).where('id', '=', BigInt(id)).execute(),
  );
}

const typesOf = ({ receiver: { received } }: Hook) =>
  received.map(({ type, data }) =>
    data.events === undefined ? type : data.events.map((event) => event.type),
  );

/** Verifies a message as a receiver does. The library compares with the time of this machine, which is not that of the test. */
function verify({ receiver: { received } }: Hook, secret: string, index: number): unknown {
  const message = received[index] ?? assert.fail(`no message ${index}`);
  const headers = message.headers as Record<string, string>;
  const now = Date.now;
  Date.now = service.clock.now;
  try {
    return new Verifier(secret).verify(message.body, headers);
  } finally {
    Date.now = now;
  }
}

test('a change is written once for all webhooks, and one that is for none of them costs one statement, however many they are', async () => {
  const accounts = await Promise.all(Array.from({ length: 6 }, () => service.account()));
  const hooks: Hook[] = [];
  for (const account of accounts) hooks.push(await addHook(account, { eventTypes: ['pet.created'] }));
  const sent: string[] = [];
  const record = (text: string) => {
    sent.push(text);
    return undefined;
  };
  const { read, write } = service.database;
  observeStatements(read, record);
  await write(async (db) => observeStatements(db, record));
  const [{ key }] = accounts as [TestAccount];
  const count = (text: string) => sent.splice(0).filter((one) => one.trimStart().startsWith(text)).length;
  const pet = await addPet(service, key);
  count('');
  await pass();
  assert.equal(count('insert into "webhook_deliveries"'), 1);
  assert.deepEqual(hooks.map(typesOf), Array(6).fill([['pet.created']]));
  const change = { method: 'PATCH', key, body: { name: 'Luna' } };
  assert.equal((await service.send(`/v1/pets/${pet}`, change)).status, 200);
  sent.length = 0;
  await pass();
  assert.deepEqual(
    sent
      .filter((text) => /^\s*update webhooks|"accounts"|webhook_deliveries/.test(text))
      .map((text) => text.trim().split(' set ')[0]),
    ['update webhooks'],
  );
});

test('changes arrive in order, signed so that the library of receivers accepts them, and only what the account may read', async () => {
  const [owner, other] = [await service.account(), await service.account()];
  const hook = await addHook(owner, { description: 'Web site' });
  const single = await addHook(owner, { batches: false, eventTypes: ['pet.updated'] });
  const manager = await addHook(await service.account({ role: 'manager' }));
  const pet = await addPet(service, other.key);
  const placed = await service.send('/v1/store/orders', {
    method: 'POST',
    key: other.key,
    body: { petId: pet },
  });
  assert.equal(placed.status, 201, placed.text);
  await pass();
  assert.deepEqual(typesOf(hook), [['pet.created', 'pet.updated']]);
  assert.deepEqual(typesOf(single), ['pet.updated']);
  assert.deepEqual(typesOf(manager), [['pet.created', 'pet.updated', 'order.placed']]);
  const [message] = hook.receiver.received;
  assert.deepEqual(verify(hook, hook.secret, 0), JSON.parse(message?.body ?? ''));
  assert.throws(() => verify(hook, single.secret, 0));
  assert.match(String(message?.headers['user-agent']), /^Petstore\//);
  // The same events as in the feed, which has nothing after them.
  const after = Number(message?.data.events?.[0]?.id) - 1;
  const feed = await service.send(`/v1/events?after=${after}`, owner);
  assert.deepEqual(message?.data.events, feed.json);
  await pass();
  assert.equal(hook.receiver.received.length, 1);
  const [delivery] = await deliveriesOf(hook);
  assert.deepEqual(
    [delivery?.kind, delivery?.state, delivery?.events, delivery?.attempts, delivery?.status],
    ['events', 'delivered', 2, 1, 204],
  );
});

test('a failed message is sent again with the same id, before any other, after pauses that grow', async () => {
  const owner = await service.account();
  const hook = await addHook(owner);
  const { receiver } = hook;
  receiver.answer = answering(500);
  await addPet(service, owner.key);
  await pass();
  await addPet(service, owner.key);
  await pass(4 * SECOND);
  assert.equal(receiver.received.length, 1);
  await pass(SECOND);
  assert.equal(receiver.received.length, 2);
  const [delivery] = await deliveriesOf(hook);
  assert.deepEqual(
    [delivery?.state, delivery?.attempts, delivery?.failure, delivery?.answer],
    ['waiting', 2, 'status', 'status 500'],
  );
  assert.equal((await stateOf(hook)).failingSince !== undefined, true);
  receiver.answer = answering(429, { 'Retry-After': '120' });
  await pass(30 * SECOND);
  receiver.answer = noContent;
  await pass(119 * SECOND);
  assert.equal(receiver.received.length, 3);
  await pass(SECOND);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  assert.equal(new Set(ids.slice(0, 4)).size, 1);
  assert.equal(new Set(receiver.received.slice(0, 4).map(({ body }) => body)).size, 1);
  assert.equal(receiver.received.length, 5);
  assert.notEqual(ids[4], ids[0]);
  for (const index of [0, 1, 2, 3, 4]) verify(hook, hook.secret, index);
  assert.equal((await stateOf(hook)).failingSince, undefined);
});

test('after three days in vain, or an answer 410, it is switched off, Today shows it, and switched on it loses nothing', async () => {
  const owner = await service.account();
  const [failing, gone] = [await addHook(owner), await addHook(owner)];
  failing.receiver.answer = answering(302, { Location: gone.receiver.url });
  gone.receiver.answer = answering(410);
  await addPet(service, owner.key);
  const started = service.clock.now();
  await pass();
  while (service.clock.now() < started + 3 * DAY + 6 * HOUR) await pass(6 * HOUR);
  assert.equal(failing.receiver.received.length > 10, true);
  assert.equal(gone.receiver.received.length, 1);
  assert.deepEqual([(await stateOf(failing)).state, (await stateOf(gone)).state], ['failed', 'gone']);
  const summary = await service.send('/v1/summary', owner);
  assert.equal(at(summary.json, 'webhooksSwitchedOff'), 2);
  assert.ok(service.logged.some((line) => line.includes('switched off') && line.includes('status 302')));
  const count = failing.receiver.received.length;
  await pass(DAY);
  assert.equal(failing.receiver.received.length, count);
  await addPet(service, owner.key);
  failing.receiver.answer = noContent;
  assert.equal((await send(owner, 'PATCH', `/${failing.id}`, { isOn: true })).status, 200);
  await pass();
  const last = typesOf(failing).at(-1);
  assert.ok(Array.isArray(last));
  assert.equal(last.filter((type) => type === 'pet.created').length, 2);
});

test('a slow host delays no other', async () => {
  const owner = await service.account();
  const [slow, quick] = [await addHook(owner), await addHook(owner)];
  let end = () => {};
  slow.receiver.answer = (response) => {
    end = () => noContent(response);
  };
  for (let count = 1; count <= 3; count += 1) {
    await addPet(service, owner.key);
    service.clock.advance(SECOND);
    await quick.receiver.arrived(count);
  }
  await slow.receiver.arrived(1);
  end();
  slow.receiver.answer = noContent;
  await pass();
  await pass();
  const count = (hook: Hook) => typesOf(hook).flat().length;
  assert.deepEqual([count(slow), count(quick)], [3, 3]);
});

test('an answer without an end is cut off and a failure, also with a status 2xx, and the message is sent again', async () => {
  const owner = await service.account();
  const hook = await addHook(owner);
  let sent = 0;
  hook.receiver.answer = (response) => {
    const write = () => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024))) sent += 64;
    };
    response.writeHead(200).on('drain', write);
    write();
  };
  await addPet(service, owner.key);
  await pass();
  const [delivery] = await deliveriesOf(hook);
  assert.deepEqual([delivery?.state, delivery?.failure], ['waiting', 'too_large']);
  assert.ok(sent < 50 * 1024, `${sent} kB were read`);
  hook.receiver.answer = noContent;
  await pass(5 * SECOND);
  assert.deepEqual(typesOf(hook), [['pet.created'], ['pet.created']]);
});

test('a position repeats what followed it, a purged one is a resync, and a test and a retry change nothing', async () => {
  const owner = await service.account();
  const hook = await addHook(owner);
  const start = Number((await stateOf(hook)).afterEventId);
  for (let count = 0; count < 3; count += 1) await addPet(service, owner.key);
  await pass();
  assert.equal((await send(owner, 'PATCH', `/${hook.id}`, { afterEventId: start + 1 })).status, 200);
  await pass();
  assert.deepEqual(
    typesOf(hook).map((types) => types.length),
    [3, 2],
  );
  const { afterEventId } = await stateOf(hook);
  const tested = await send(owner, 'POST', `/${hook.id}/test`);
  assert.deepEqual([at(tested.json, 'kind'), at(tested.json, 'state')], ['test', 'delivered']);
  assert.equal(typesOf(hook).at(-1), 'test');
  verify(hook, hook.secret, 2);
  const [, , first] = await deliveriesOf(hook);
  hook.receiver.answer = answering(500);
  const retried = await send(owner, 'POST', `/${hook.id}/deliveries/${first?.id}/retry`);
  assert.deepEqual([at(retried.json, 'state'), at(retried.json, 'attempts')], ['failed', 2]);
  const { received } = hook.receiver;
  assert.equal(received.at(-1)?.headers['webhook-id'], received[0]?.headers['webhook-id']);
  assert.equal((await stateOf(hook)).afterEventId, afterEventId);
  hook.receiver.answer = noContent;
  service.clock.advance(DAY);
  await purgeEvents(service.database, service.clock.now(), 1_000);
  assertError(await send(owner, 'POST', `/${hook.id}/deliveries/${first?.id}/retry`), 410, 'events_expired');
  await send(owner, 'PATCH', `/${hook.id}`, { afterEventId: 0 });
  await pass();
  assert.deepEqual(typesOf(hook).slice(-1), ['resync']);
  await addPet(service, owner.key);
  await pass();
  assert.deepEqual(typesOf(hook).at(-1), ['pet.created']);
});

test('a replaced secret signs as well for the overlap, and no row, answer or line of the log has one', async () => {
  const owner = await service.account();
  const hook = await addHook(owner);
  const rotated = await send(owner, 'POST', `/${hook.id}/rotation`, { overlapSeconds: 60 });
  assert.equal(rotated.status, 201, rotated.text);
  const secret = String(at(rotated.json, 'secret'));
  await addPet(service, owner.key);
  await pass();
  for (const valid of [secret, hook.secret]) verify(hook, valid, 0);
  await addPet(service, owner.key);
  await pass(MINUTE);
  verify(hook, secret, 1);
  assert.throws(() => verify(hook, hook.secret, 1));
  const rows = await service.database.read.selectFrom('webhooks').selectAll().execute();
  const audit = await service.send('/v1/audit', await service.account({ role: 'admin' }));
  const shown = [rows.map(({ secrets }) => secrets).join(), audit.text, (await send(owner, 'GET', '')).text];
  for (const text of [...shown, ...service.logged])
    for (const one of [secret, hook.secret]) assert.ok(!text.includes(one.slice(6, 30)));
  assert.match(audit.text, /webhook\.rotated/);
});

test('an address inside of the network, another protocol, a password in it and a 21st webhook are refused', async () => {
  const owner = await service.account();
  const refused = [
    'http://other.example/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://a:b@other.example/',
    'https://',
    'https:///x.example',
    'https:x.example',
    'https:\\\\x.example',
    'https://@x.example',
  ];
  for (const url of refused) {
    const response = await send(owner, 'POST', '', { url });
    assertError(response, 400, 'invalid_body');
    assert.equal(response.headers.get('invalid-fields'), 'url', url);
  }
  // A name is looked up when something is sent.
  const { json } = await send(owner, 'POST', '', { url: 'https://localhost/' });
  const tested = await send(owner, 'POST', `/${at(json, 'id')}/test`);
  assert.match(
    String(at(tested.json, 'failure')),
    /^(address_not_allowed|not_reached|certificate_not_trusted)$/,
  );
  for (let count = 1; count < 20; count += 1)
    assert.equal((await send(owner, 'POST', '', { url: 'https://localhost/' })).status, 201);
  assertError(await send(owner, 'POST', '', { url: 'https://localhost/' }), 409, 'too_many_webhooks');
});

test('a key of a lower role neither moves nor reads the webhook of a higher one, and removes it when it belongs to no one; a disabled account gets nothing', async () => {
  const manager = await service.account({ role: 'manager' });
  const hook = await addHook(manager);
  const admin = await service.account({ role: 'admin' });
  const change = async (body: object) => {
    const path = `/v1/accounts/${manager.id}`;
    const changed = await service.send(path, { method: 'PATCH', key: admin.key, body });
    assert.equal(changed.status, 200, changed.text);
  };
  await change({ disabled: true });
  await addPet(service, (await service.account()).key);
  await pass();
  assert.equal(hook.receiver.received.length, 0);
  await change({ disabled: false, role: 'member' });
  await pass(MINUTE);
  assert.equal(typesOf(hook).flat().includes('pet.created'), true);
  assertError(await send(manager, 'PATCH', `/${hook.id}`, { isOn: false }), 403, 'insufficient_role');
  assertError(await send(manager, 'GET', `/${hook.id}/deliveries`), 403, 'insufficient_role');
  assertError(await send(manager, 'DELETE', `/${hook.id}`), 403, 'insufficient_role');
  await orphan(hook);
  assert.equal((await send(manager, 'DELETE', `/${hook.id}`)).status, 204);
});

/** Adds an animal of an account, and its order, which only managers of other accounts see. */
async function placeOrder({ key }: TestAccount): Promise<void> {
  const body = { petId: await addPet(service, key) };
  const placed = await service.send('/v1/store/orders', { method: 'POST', key, body });
  assert.equal(placed.status, 201, placed.text);
}

test('with its person removed or its key revoked it is orphaned, Today shows it, and who switches it on takes it over', async () => {
  const admin = await service.account({ role: 'admin' });
  const owner = await service.account({ role: 'manager' });
  const addManager = async () => {
    const terms = { role: 'manager', accountId: Number(owner.id) };
    const { id, browser } = await addPerson(service, admin.key, terms);
    return { ...owner, key: await browser.token(), path: `/v1/people/${id}` };
  };
  const end = async (path: string) =>
    assert.equal((await service.send(path, { method: 'DELETE', key: admin.key })).status, 204, path);
  const [person, manager, last] = [await addManager(), await addManager(), await addManager()];
  const ofOlderVersion = await addHook(manager);
  const made = [await addHook(person), await addHook(owner), ofOlderVersion];
  await orphan(ofOlderVersion);
  await end(person.path);
  await end(`/v1/keys/${owner.keyId}`);
  const hooks = made.map((hook) => ({ ...hook, account: manager }));
  await placeOrder(await service.account());
  await pass();
  for (const hook of hooks) {
    assert.deepEqual([(await stateOf(hook)).state, typesOf(hook)], ['orphaned', []]);
    assertError(await send(manager, 'POST', `/${hook.id}/test`), 409, 'webhook_orphaned');
  }
  const count = async () => at((await service.send('/v1/summary', manager)).json, 'webhooksSwitchedOff');
  assert.equal(await count(), 3);
  for (const hook of hooks) {
    assert.equal(at((await send(manager, 'PATCH', `/${hook.id}`, { isOn: true })).json, 'state'), 'on');
    await pass();
    assert.deepEqual(typesOf(hook), [['pet.created', 'pet.updated', 'order.placed']]);
  }
  assert.equal(await count(), 0);
  // An address does not outlive who has set it.
  const [moved] = hooks;
  assert.equal((await send(last, 'PATCH', `/${moved?.id}`, { url: moved?.receiver.url })).status, 200);
  await end(last.path);
  assert.equal(await count(), 1);
});

test('it goes on with the key that its key was rotated to, but not with one that its key has replaced', async () => {
  const admin = await service.account({ role: 'admin' });
  const first = await service.account();
  const rotate = async (account: TestAccount): Promise<TestAccount> => {
    const expiresAt = new Date(service.clock.now() + DAY).toISOString();
    const asked = { method: 'POST', key: admin.key, body: { overlapSeconds: 3_600, expiresAt } };
    const { status, json, text } = await service.send(`/v1/keys/${account.keyId}/rotation`, asked);
    assert.equal(status, 201, text);
    return { ...account, keyId: BigInt(Number(at(json, 'id'))), key: String(at(json, 'secret')) };
  };
  const ofFirst = await addHook(first);
  const second = await rotate(first);
  const ofSecond = await addHook(second);
  const states = async (account: TestAccount) => [
    (await stateOf({ ...ofFirst, account })).state,
    (await stateOf({ ...ofSecond, account })).state,
  ];
  assert.deepEqual(await states(first), ['on', 'on']);
  await service.send(`/v1/keys/${second.keyId}`, { method: 'DELETE', key: admin.key });
  assert.deepEqual(await states(first), ['on', 'orphaned']);
  const third = await rotate(first);
  service.clock.advance(HOUR);
  await addPet(service, third.key);
  await pass();
  assert.deepEqual(await states(third), ['on', 'orphaned']);
  assert.deepEqual([typesOf(ofFirst), typesOf(ofSecond)], [[['pet.created']], []]);
});

test('with a lower role a person is sent what that role may read, and with a higher one no more than before', async () => {
  const admin = await service.account({ role: 'admin' });
  const owner = await service.account({ role: 'manager' });
  const person = await addPerson(service, admin.key, { role: 'manager', accountId: Number(owner.id) });
  const account = { ...owner, key: await person.browser.token() };
  const own = await addPet(service, owner.key);
  const setRole = async (role: string) => {
    const asked = { method: 'PATCH', key: admin.key, body: { role } };
    assert.equal((await service.send(`/v1/people/${person.id}`, asked)).status, 200);
  };
  const ofManager = await addHook(account);
  await setRole('member');
  service.clock.advance(SECOND);
  const ofMember = await addHook(account);
  const sent = async (role: string) => {
    await setRole(role);
    await placeOrder(await service.account());
    const body = { ...applicationOf(own), email: `${role}@example.org` };
    const applied = await service.send('/v1/applications', { method: 'POST', key: owner.key, body });
    assert.equal(applied.status, 201, applied.text);
    await pass();
    return [typesOf(ofManager).at(-1), typesOf(ofMember).at(-1)];
  };
  const ofPets = ['pet.created', 'pet.updated'];
  const ofMembers = [...ofPets, 'application.created'];
  assert.deepEqual(await sent('volunteer'), [ofPets, ofPets]);
  assert.deepEqual(await sent('member'), [ofMembers, ofMembers]);
  const ofManagers = [...ofPets, 'order.placed', 'application.created'];
  assert.deepEqual(await sent('manager'), [ofManagers, ofMembers]);
});
