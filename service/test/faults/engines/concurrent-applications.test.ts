import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { assertError, at } from '@petstore/testing/http/expect-response.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { mailVia, startSmtpServer } from '@petstore/testing/servers/smtp-server.ts';
import { startService } from '@petstore/testing/service.ts';
import { until } from '@petstore/testing/until.ts';
import { formKey } from '../../../src/adoption/applications/questions/form-queries.ts';
import { parseConfig } from '../../../src/platform/config/config.ts';
import { MINUTE, SECOND } from '../../../src/platform/core/clock.ts';
import { openDatabase } from '../../../src/server/open-database.ts';
import { applicationOf, shelterWithAnimal } from '../../api/applications/application-fixture.ts';
import { TYPED, tokenIn, visitorFrom } from '../../api/applications/visitor.ts';
import { PUBLIC } from '../../api/public-pages/public-fixture.ts';

/** Visitors and managers of three processes on PostgreSQL, each of which sends letters. */

const ROUNDS = 3;

async function startServices(t: TestContext) {
  const [store, smtp] = [await freshStore(t), await startSmtpServer(t)];
  const env = { ...PUBLIC, ...mailVia(smtp) };
  const first = await startService(t, { store, env });
  const start = () => startService(t, { store, env, clock: first.clock });
  const services = [first, await start(), await start()] as const;
  return { services, smtp, first, clock: first.clock, database: first.database };
}

test('what is sent to three processes at once is stored once, accepted once, and answered by one letter', async (t) => {
  const { services, smtp, first, clock, database } = await startServices(t);
  const visitors = services.map(({ url }) => visitorFrom(url, '203.0.113.1', 'en'));
  const shelters = [];
  for (let round = 0; round < ROUNDS; round += 1) shelters.push(await shelterWithAnimal(first));
  const stored = () => database.read.selectFrom('applications').selectAll().orderBy('id').execute();

  for (const path of [...shelters.map(({ petId }) => `/adopt/${petId}/apply`), '/adopt/apply']) {
    const [form] = await Promise.all(visitors.map((one) => one.open(path)));
    const fields = { ...TYPED, token: form === undefined ? '' : tokenIn(form) };
    clock.advance(MINUTE);
    const before = (await stored()).length;
    const clicks = await Promise.all(visitors.map((one) => one.send(path, fields)));
    assert.deepEqual(
      clicks.map(({ status }) => status),
      [303, 303, 303],
      path,
    );
    assert.equal(new Set(clicks.map(({ headers }) => headers.get('location'))).size, 1, path);
    assert.equal((await stored()).length, before + 1, path);
  }

  for (const { key, petId, petStatus, state } of shelters) {
    const ids = [];
    for (const name of ['kim', 'lee']) {
      const body = { ...applicationOf(petId), name, email: `${name}${petId}@mail.example` };
      const sent = await first.send('/v1/applications', { method: 'POST', key, body });
      ids.push(Number(at(sent.json, 'id')));
    }
    const accept = { method: 'PATCH', key, body: { state: 'accepted' } };
    const answers = await Promise.all(
      ids.map((id, index) => services[index + 1]?.send(`/v1/applications/${id}`, accept)),
    );
    const [lost, ...others] = answers.filter((answer) => answer?.status !== 200);
    assert.ok(lost !== undefined && others.length === 0, answers.map((answer) => answer?.text).join('\n'));
    assertError(lost, 409, 'pet_not_available');
    const states = await Promise.all(ids.map((id) => state(id)));
    assert.deepEqual([states.toSorted(), await petStatus()], [['accepted', 'received'], 'pending']);
  }

  const waiting = () => database.read.selectFrom('outbox').selectAll().execute();
  const allSent = () =>
    until(async () => {
      clock.advance(5 * SECOND);
      return (await waiting()).length === 0;
    });
  await allSent();
  const recipients = smtp.received.map(({ to }) => to[0]);
  // One confirmation to the address that is the same in all forms, and for each animal two confirmations and one acceptance.
  assert.equal(recipients.length, 1 + 3 * ROUNDS, recipients.join());
  const ids = smtp.received.map(({ source }) => /^Message-ID: (.*)\r$/im.exec(source)?.[1]);
  assert.equal(new Set(ids).size, ids.length);

  // A process that has ended in the middle is the sender until it is missed.
  await database.write((db) => db.updateTable('outbox_lease').set({ runner: 'ended' }).execute());
  await shelters[0]?.apply({ email: 'last@mail.example' });
  await allSent();
  assert.deepEqual(smtp.received.at(-1)?.to, ['last@mail.example']);
  assert.equal(smtp.received.length, ids.length + 1);
});

test('processes that need the key of the forms for the first time at once have the same one', async (t) => {
  const config = parseConfig({ DATABASE_URL: await freshStore(t) });
  const processes = [await openDatabase(config), await openDatabase(config), await openDatabase(config)];
  t.after(() => Promise.all(processes.map((one) => one.close())));
  for (let round = 0; round < 20; round += 1) {
    await processes[0]?.write((db) => db.deleteFrom('form_keys').execute());
    const keys = await Promise.all(processes.map(formKey));
    assert.equal(new Set(keys).size, 1, `round ${round}`);
  }
});
