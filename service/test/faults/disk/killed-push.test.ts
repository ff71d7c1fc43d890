// Waits for processes.
import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { addAccount, UNLIMITED } from '@petstore/testing/accounts.ts';
import { addPet, readAll } from '@petstore/testing/api-calls.ts';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { at, listOf } from '@petstore/testing/http/expect-response.ts';
import { freePort } from '@petstore/testing/http/free-port.ts';
import { send } from '@petstore/testing/http/send.ts';
import { type Serving, serveProcess } from '@petstore/testing/processes/petstore-process.ts';
import { type RunningProcess, startProcess } from '@petstore/testing/processes/running-process.ts';
import { until } from '@petstore/testing/until.ts';
import { Webhook as Verifier } from 'standardwebhooks';
import { openSqlite } from '../../../src/platform/database/sqlite/sqlite.ts';
import { PUBLIC } from '../../api/public-pages/public-fixture.ts';
import { ALLOWED } from '../../api/webhooks/receiver.ts';
import { crash } from './served-store.ts';

/** A change on its way to a program and to the page of another shelter, while each of the three processes is killed. */

const RECEIVER = fileURLToPath(new URL('receiver-process.ts', import.meta.url));

/** A shelter: a store, and the process that serves it at the same address after each start. */
async function addShelter(t: TestContext, name: string) {
  const store = `sqlite:${join(await temporaryFolder(t), 'petstore.db')}`;
  const database = await openSqlite(store.slice('sqlite:'.length));
  const { key } = await addAccount(database, name, Date.now(), { ...UNLIMITED, role: 'manager' });
  await database.close();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { ...PUBLIC, ...ALLOWED, SHELTER_NAME: name, PUBLIC_URL: url, DATABASE_URL: store };
  let serving: Serving | undefined;
  const call = async (method: string, path: string, body?: object) => {
    const response = await send(url + path, { method, key, ...(body && { body }) });
    assert.ok(response.status < 300, `${method} ${path}: ${response.text}`);
    return response;
  };
  return {
    store,
    url,
    call,
    start: async () => {
      serving = await serveProcess(t, env, port);
    },
    kill: async () => {
      if (serving !== undefined) await crash(serving);
    },
    page: async () => (await send(`${url}/adopt?lang=en`)).text,
    feed: () => readAll({ send: (path, options) => send(url + path, options) }, key, '/v1/events?after=0'),
    add: (pet: string) => addPet({ send: (path, options) => send(url + path, options) }, key, { name: pet }),
  };
}

interface Message {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** A program that receives webhooks, on the same port after each start. */
async function addReceiver(t: TestContext) {
  const port = await freePort();
  const held = join(await temporaryFolder(t), 'held');
  const processes: RunningProcess[] = [];
  const messages = () =>
    processes
      .flatMap((running) => running.out().split('\n'))
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line): Message => JSON.parse(line));
  return {
    url: `http://127.0.0.1:${port}/`,
    messages,
    arrived: (count: number) => until(async () => messages().length >= count),
    start: async () => {
      const started = startProcess(t, process.execPath, [RECEIVER, String(port), held]);
      processes.push(started);
      await started.printed(/It listens/);
    },
    /** Messages are taken but not answered. */
    hold: () => writeFile(held, ''),
    answer: () => rm(held),
    kill: async () => {
      processes.at(-1)?.kill('SIGKILL');
      await processes.at(-1)?.ended;
    },
  };
}

const idOf = ({ headers }: Message) => headers['webhook-id'];
const dataOf = ({ body }: Message) => JSON.parse(body).data;
const eventsOf = (messages: readonly Message[]): unknown[] =>
  messages.flatMap((message) => dataOf(message).events ?? []);

/** Leaves out what arrived before, and checks that a repetition is the same message. */
function withoutRepetitions(messages: readonly Message[]): Message[] {
  const first = new Map<string | undefined, Message>();
  for (const message of messages) {
    const known = first.get(idOf(message));
    if (known === undefined) first.set(idOf(message), message);
    else assert.equal(message.body, known.body);
  }
  return [...first.values()];
}

test('a change reaches a program and the page of a partner, in order and without a loss, although each process is killed', async (t) => {
  const [ours, partner, receiver] = [
    await addShelter(t, 'Riverside'),
    await addShelter(t, 'Hillside'),
    await addReceiver(t),
  ];
  await Promise.all([ours.start(), partner.start(), receiver.start()]);
  const hook = (await ours.call('POST', '/v1/webhooks', { url: receiver.url })).json;
  const path = `/v1/webhooks/${at(hook, 'id')}`;
  const rex = await ours.add('Rex');
  const rename = (name: string) => ours.call('PATCH', `/v1/pets/${rex}`, { name });
  await receiver.arrived(1);
  const added = (await partner.call('POST', '/v1/partners', { url: ours.url })).json;
  const partnerPath = `/v1/partners/${at(added, 'id')}`;
  const shows = (name: string) => until(async () => (await partner.page()).includes(`>${name}<`));
  await shows('Rex');

  // The sender, in the middle of a delivery, with more changes behind it.
  await receiver.hold();
  await rename('Paula');
  await receiver.arrived(2);
  await ours.add('Bo');
  await rename('Mia');
  await ours.kill();
  await receiver.answer();
  await ours.start();
  await until(async () => eventsOf(receiver.messages()).length >= 5);
  const [, cut, again] = receiver.messages();
  assert.deepEqual([cut && idOf(cut), cut?.body], [again && idOf(again), again?.body]);

  // The receiver, before it has answered; the partner meanwhile.
  await receiver.hold();
  await rename('Ada');
  await until(async () => eventsOf(receiver.messages()).length >= 6);
  await receiver.kill();
  await receiver.answer();
  await rename('Cleo');
  await partner.kill();
  await Promise.all([partner.start(), receiver.start()]);
  assert.match(await partner.page(), />Rex</);
  await partner.call('PATCH', partnerPath, { isOn: true });
  await shows('Cleo');
  const names = () => eventsOf(receiver.messages()).map((event) => at(at(event, 'pet'), 'name'));
  await until(async () => names().includes('Cleo'));
  const messages = receiver.messages();
  const verifier = new Verifier(String(at(hook, 'secret')));
  for (const { body, headers } of messages)
    assert.deepEqual(verifier.verify(body, headers), JSON.parse(body));
  assert.ok(withoutRepetitions(messages).length < messages.length);
  const feed = await ours.feed();
  assert.deepEqual(eventsOf(withoutRepetitions(messages)), feed);

  // A replay has the events again, in messages of their own.
  const [first] = feed;
  await ours.call('PATCH', path, { afterEventId: first?.id });
  const replayed = () => receiver.messages().slice(messages.length);
  await until(async () => eventsOf(replayed()).length >= feed.length - 1);
  assert.deepEqual(eventsOf(replayed()), feed.slice(1));
  const known = new Set(messages.map(idOf));
  assert.ok(replayed().every((message) => !known.has(idOf(message))));

  // A store that was returned to an earlier time sends a message of its own, and then what follows.
  const backup = `${ours.store.slice('sqlite:'.length)}.backup`;
  assert.equal((await runCommand(ours.store, ['backup', backup], ALLOWED)).status, 0);
  await rename('Lost');
  await until(async () => names().includes('Lost'));
  await ours.kill();
  const restored = await runCommand(ours.store, ['restore', backup, '--force', '--yes'], ALLOWED);
  assert.equal(restored.status, 0, restored.err);
  const count = receiver.messages().length;
  await ours.start();
  // The backup may be older than the result of the message before, which then comes again.
  const isResync = ({ body }: Message) => JSON.parse(body).type === 'resync';
  await until(async () => receiver.messages().slice(count).some(isResync));
  await rename('Found');
  await until(async () => names().includes('Found'));
  const followed = receiver.messages().slice(count);
  const [resync, ...later] = followed.slice(followed.findIndex(isResync));
  const { lastEventId } = JSON.parse(resync?.body ?? '').data;
  const feedAfter = await ours.call('GET', `/v1/events?after=${lastEventId}`);
  assert.deepEqual(eventsOf(later), listOf(feedAfter));
});
