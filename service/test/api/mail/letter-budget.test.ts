// Runs on SQLite and on PostgreSQL.
// Runs in npm run test:all only.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertError, at } from '@petstore/testing/http/expect-response.ts';
import { addPerson } from '@petstore/testing/people.ts';
import { mailVia, startSmtpServer } from '@petstore/testing/servers/smtp-server.ts';
import { startSharedServiceAtNoon } from '@petstore/testing/service.ts';
import { until } from '@petstore/testing/until.ts';
import {
  type CountedKind,
  countLetters,
  LETTER_RULES,
  senderOf,
} from '../../../src/access/mail/letter-budget.ts';
import { correctAddress } from '../../../src/adoption/applications/private-link.ts';
import { DAY, HOUR, SECOND } from '../../../src/platform/core/clock.ts';
import { applicationOf, shelterWithAnimal } from '../applications/application-fixture.ts';

/** The budget of all e-mails, beside a shelter that writes as usual. */

const smtp = await startSmtpServer({ after });
const shared = await startSharedServiceAtNoon({ env: { ...mailVia(smtp), PUBLIC_PAGES: 'true' } });
const { key: admin } = await shared().account({ role: 'admin' });
const WORDS = /Buy|cheap|watches/;
let names = 0;

/** Waits until what waits was sent, and returns what has arrived since the last call. */
let taken = 0;
async function letters({ database: { read } } = shared()) {
  const waiting = () => read.selectFrom('outbox').select('id').where('failed_at', 'is', null).execute();
  await until(async () => (await waiting()).length === 0);
  const arrived = smtp.received.slice(taken);
  taken = smtp.received.length;
  return arrived;
}

const unsentOf = async (service: ReturnType<typeof shared>, key: string) =>
  at((await service.send('/v1/summary', { key })).json, 'unsentEmails');

test('each kind of e-mail has a limit for its mailbox, what it is about, its sender and its account, and what is refused counts for none', async () => {
  const { database, clock, account } = shared();
  const free = (await account({ plan: 'free' })).id;
  const business = (await account()).id;
  const fresh = (name: string) => `${name}${++names}`;
  /** Sends letters that differ in all but `same`, until one is refused. Returns how many were sent, and the limit. */
  const fill = (
    kind: CountedKind,
    same: { about?: string; mailbox?: string; sender?: string; accountId?: bigint },
  ) =>
    database.write(async (db) => {
      for (let sent = 0; sent < 5_000; sent += 1) {
        const varied = {
          about: fresh('x '),
          mailbox: `${fresh('m')}@x.example`,
          accountId: BigInt(1e6 + ++names),
        };
        const letter = { ...varied, sender: fresh('person '), ...same, kind };
        const [refusal] = await countLetters(db, [letter], clock.now());
        if (refusal !== undefined) return [refusal.limit, sent];
      }
      return [];
    });
  const expected: Readonly<
    Record<CountedKind, readonly [about: number, mailbox: number, fromOne: number, visitors: boolean]>
  > = {
    code: [20, 20, 15, false],
    invitation: [5, 60, 15, false],
    test: [20, 60, 15, false],
    received: [1, 1, 1, true],
    asked: [10, 60, 15, false],
    accepted: [10, 60, 15, false],
    declined: [10, 60, 15, false],
    closed: [2, 60, 15, false],
  };
  for (const [name, [about, mailbox, fromOne, isOfVisitors]] of Object.entries(expected)) {
    clock.advance(DAY);
    const kind = name as CountedKind; // a key of the table
    assert.deepEqual(await fill(kind, { about: 'the same' }), ['about', about], kind);
    assert.deepEqual(await fill(kind, { mailbox: 'ana.x+1@x.example' }), ['mailbox', mailbox], kind);
    assert.deepEqual(
      await fill(kind, { mailbox: 'b@x.example', accountId: business }),
      ['mailbox', fromOne],
      kind,
    );
    const [ofFree, ofBusiness] = isOfVisitors ? [300, 300] : [100, 2_000];
    assert.deepEqual(await fill(kind, { accountId: free, sender: 'key 1' }), ['sender', ofFree / 2], kind);
    assert.deepEqual(await fill(kind, { accountId: free }), ['account', ofFree / 2], kind);
    if (kind === 'received' || kind === 'asked')
      assert.deepEqual(await fill(kind, { accountId: business }), ['account', ofBusiness - fromOne], kind);
  }
  assert.deepEqual(Object.keys(expected).toSorted(), Object.keys(LETTER_RULES).toSorted());
});

test('a key has one share of the letters of its account with those that it is rotated to', async () => {
  const { account, send, database } = shared();
  const { key, keyId, id: accountId } = await account();
  const { json } = await send(`/v1/keys/${keyId}/rotation`, { method: 'POST', key, body: {} });
  const senders = [keyId, BigInt(String(at(json, 'id')))].map((id) =>
    senderOf(database.read, { accountId, keyId: id }),
  );
  assert.deepEqual(await Promise.all(senders), [`key ${keyId}`, `key ${keyId}`]);
});

test('letters of one transaction share the limits, and concurrent ones as well', async () => {
  const { database, clock } = shared();
  clock.advance(DAY);
  const letter = {
    kind: 'asked',
    mailbox: 'c@x.example',
    accountId: 999n,
    about: 'application 999',
  } as const;
  const all = await Promise.all(
    [1, 2, 3].map((_, index) =>
      database.write((db) =>
        countLetters(
          db,
          Array.from({ length: 6 }, () => letter),
          clock.now() + index,
        ),
      ),
    ),
  );
  assert.equal(all.flat().filter((refusal) => refusal === undefined).length, 10);
});

test('a volunteer who sends invitations to strangers sends five, each with its link in the answer, and the polite shelter invites', async () => {
  const service = shared();
  const { person, token } = await volunteer(service);
  const polite = await service.account({ role: 'admin' });
  const invited: unknown[] = [];
  for (let victim = 0; victim < 30; victim += 1) {
    const email = `victim${victim}@stranger.example`;
    const changed = { method: 'PATCH', key: token, body: { email, name: 'Buy cheap watches' } };
    assert.equal((await service.send(`/v1/people/${person}`, changed)).status, 200);
    const sent = { method: 'POST', key: token, body: { send: 'email' } };
    invited.push((await service.send(`/v1/people/${person}/invitations`, sent)).json);
  }
  const body = { name: 'Ben', role: 'volunteer', email: 'ben@shelter.example' };
  const { json } = await service.send('/v1/people', { method: 'POST', key: polite.key, body });
  const sent = { method: 'POST', key: polite.key, body: { send: 'email' } };
  const ben = await service.send(`/v1/people/${at(json, 'id')}/invitations`, sent);
  assert.deepEqual(at(ben.json, 'sent'), true);
  assert.equal(invited.filter((one) => at(one, 'sent') === true).length, 5);
  for (const one of invited) assert.match(String(at(one, 'url')), /#\/join\/[\w-]{43}$/);
  assert.match(String(at(invited.at(-1), 'reason')), /limit of the day .*: 5 such e-mails about the same/);
  const arrived = await letters();
  // The next address withdraws an invitation that still waits.
  assert.ok(arrived.length <= 6, `${arrived.length}`);
  assert.ok(arrived.some(({ to }) => to.includes('ben@shelter.example')));
  for (const { source } of arrived) assert.doesNotMatch(source, WORDS);
  assert.deepEqual([await unsentOf(service, admin), await unsentOf(service, polite.key)], [25, 0]);
  service.clock.advance(6 * DAY);
  assert.equal(await unsentOf(service, admin), 25);
  service.clock.advance(DAY);
  assert.equal(await unsentOf(service, admin), 0);
});

test('test e-mails to any address are 20 a day of an account', async () => {
  const service = shared();
  const { key } = await service.account({ role: 'admin' });
  const { key: other } = await service.account({ role: 'admin' });
  const send = (number: number, by = key) =>
    service.send('/v1/settings/test-email', {
      method: 'POST',
      key: by,
      body: { to: `t${number}@stranger.example` },
    });
  for (let number = 0; number < 20; number += 1) {
    if (number % 5 === 0) service.clock.advance(60_000);
    assert.equal(at((await send(number)).json, 'sent'), true);
  }
  service.clock.advance(60_000);
  const refused = await send(20);
  assert.deepEqual([refused.status, at(refused.json, 'sent')], [200, false]);
  assert.match(String(at(refused.json, 'reason')), /20 such e-mails about the same/);
  assert.equal(at((await send(1, other)).json, 'sent'), true);
  assert.equal((await letters()).length, 21);
});

test('53 messages about one application are 10 letters; none is lost, the application shows why, and others are answered', async () => {
  const service = shared();
  service.clock.advance(DAY);
  const { apply, change, get, key } = await shelterWithAnimal(service);
  const polite = await shelterWithAnimal(service);
  const id = await apply({ email: 'kim@stranger.example' });
  const other = await polite.apply({ email: 'kim@stranger.example' });
  for (let number = 0; number < 53; number += 1)
    assert.equal(
      (await change(`/v1/applications/${id}/messages`, { text: `Number ${number}` }, 'POST')).status,
      201,
    );
  await polite.change(`/v1/applications/${other}/messages`, { text: 'When can you come?' }, 'POST');
  const arrived = await letters();
  const answers = arrived.filter(({ text }) => /Number \d/.test(text));
  assert.equal(answers.length, 10);
  assert.ok(arrived.some(({ text }) => text.includes('When can you come?')));
  const { json } = await get(`/v1/applications/${id}`);
  const messages = at(json, 'messages');
  assert.ok(Array.isArray(messages) && messages.length === 53);
  assert.match(String(at(json, 'failedEmail', 'reason')), /10 such e-mails about the same/);
  assert.equal(await unsentOf(service, key), 43);
  const failed = service.database.read.selectFrom('outbox').select('message_id').where('failed_at', '>', 0n);
  const refused = await failed.where('application_id', '=', BigInt(id)).execute();
  const last = at(messages, '52', 'id');
  assert.deepEqual(refused, [{ message_id: BigInt(String(last)) }], 'one row, not one for each message');
  assert.deepEqual(await unsentOf(service, polite.key), 0);
  const summary = await polite.get('/v1/summary');
  assert.deepEqual(
    at(summary.json, 'failedEmails'),
    { count: 0, more: false },
    'nothing has failed for the operator',
  );
});

test('letters that wait while their applicants change their addresses to one mailbox have its limits, and the polite shelter answers', async (t) => {
  const service = shared();
  service.clock.advance(DAY);
  t.after(() => {
    smtp.behaviour = 'accept';
  });
  const { apply, change, get, key } = await shelterWithAnimal(service);
  const polite = await shelterWithAnimal(service);
  smtp.behaviour = { at: 'MAIL FROM', status: 421 };
  const ids: number[] = [];
  for (let own = 0; own < 18; own += 1) ids.push(await apply({ email: `own${own}@attacker.example` }));
  const answered = await polite.apply({ email: 'kim@stranger.example' });
  const rows = () => service.database.read.selectFrom('outbox').select('attempts').execute();
  await until(async () => (await rows()).some(({ attempts }) => attempts > 0n));
  for (const id of ids)
    await change(`/v1/applications/${id}/messages`, { text: 'Buy cheap watches' }, 'POST');
  await polite.change(`/v1/applications/${answered}/messages`, { text: 'When can you come?' }, 'POST');
  const secrets = await service.database.read
    .selectFrom('applications')
    .select(['id', 'secret'])
    .where(
      'id',
      'in',
      ids.map((id) => BigInt(id)),
    )
    .execute();
  const correct = (secret: string | null, email: string | undefined) => {
    const corrected = { name: 'Kim', email, telephone: '+1 555 010 0199' };
    return service.database.write((db) => correctAddress(db, secret ?? '', corrected, service.clock.now()));
  };
  for (const { id, secret } of secrets) {
    if (id % 2n === 0n) await correct(secret, undefined);
    await correct(secret, `Vic.Tim+${id}@stranger.example`);
    // The same mailbox costs nothing.
    await correct(secret, 'victim@stranger.example');
  }
  smtp.behaviour = 'accept';
  service.clock.advance(15 * SECOND);
  const arrived = await letters(service);
  const toVictim = arrived.filter(({ to }) => to.includes('victim@stranger.example'));
  const withWords = toVictim.filter(({ text }) => WORDS.test(text));
  assert.deepEqual([toVictim.length, withWords.length], [16, 15]);
  assert.ok(arrived.some(({ text }) => text.includes('When can you come?')));
  assert.equal(await unsentOf(service, key), 3);
  const { json } = await get(`/v1/applications/${ids.at(-1)}`);
  assert.match(String(at(json, 'failedEmail', 'reason')), /15 such e-mails to this address/);
});

test('a Free key that applies for strangers and closes the applications puts none of its words into their mailboxes', async () => {
  const service = shared();
  service.clock.advance(DAY);
  const { key } = await service.account({ plan: 'free' });
  const added = {
    method: 'POST',
    key,
    body: { name: 'Buy cheap watches', categoryId: 1, status: 'available' },
  };
  const petId = Number(at((await service.send('/v1/pets', added)).json, 'id'));
  for (let watch = 0; watch < 3; watch += 1) await service.send('/v1/pets', added);
  // Texts that an admin has stored before these names were refused.
  const older = {
    language: 'es',
    subject: '{animal} {name}',
    body: '{animal}:\n{animals}\n\n{link}',
  } as const;
  const texts = [{ kind: 'received', ...older } as const, { kind: 'closed', ...older } as const];
  await service.database.write((db) => db.insertInto('email_texts').values(texts).execute());
  for (let victim = 0; victim < 20; victim += 1) {
    const typed = {
      name: 'Buy cheap watches',
      email: `v${victim}@stranger.example`,
      message: 'Buy cheap watches',
    };
    const body = { ...applicationOf(petId), ...typed };
    assert.equal((await service.send('/v1/applications', { method: 'POST', key, body })).status, 201);
  }
  const received = await letters();
  const sold = { method: 'PATCH', key, body: { status: 'sold' } };
  assert.equal((await service.send(`/v1/pets/${petId}`, sold)).status, 200);
  const closed = await letters();
  assert.deepEqual([received.length, closed.length], [20, 20]);
  for (const { source, text } of [...received, ...closed]) {
    assert.doesNotMatch(source, WORDS);
    assert.doesNotMatch(text, WORDS);
  }
});

test('a code goes to a person 20 times a day; an address that no one has gets the same answers', async () => {
  const service = shared();
  service.clock.advance(DAY);
  const email = 'codes@shelter.example';
  const { browser } = await addPerson(service, admin, { email });
  let sent = 0;
  for (const address of [email, 'no-one@shelter.example']) {
    const statuses = new Map<number, number>();
    let refused: Awaited<ReturnType<typeof browser.send>> | undefined;
    for (let hour = 0; hour < 5; hour += 1) {
      for (let code = 0; code < 5; code += 1) {
        const asked = await browser.send('/session/code', { body: { email: address } });
        statuses.set(asked.status, (statuses.get(asked.status) ?? 0) + 1);
        if (asked.status === 429) refused = asked;
      }
      // A code is tried for ten minutes.
      sent += (await letters(service)).length;
      service.clock.advance(HOUR);
    }
    assert.deepEqual(
      [...statuses],
      [
        [204, 20],
        [429, 5],
      ],
      address,
    );
    assert.ok(refused);
    assertError(refused, 429, 'rate_limit_exceeded');
    service.clock.advanceToNoon();
  }
  assert.equal(sent, 20);
});

/** A volunteer of the account of the admin, signed in. */
async function volunteer(service: ReturnType<typeof shared>) {
  const { id, browser } = await addPerson(service, admin, {
    name: 'Ana',
    email: `ana${++names}@shelter.example`,
  });
  return { person: id, token: await browser.token() };
}
