import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { startSmtpServer } from '@petstore/testing/servers/smtp-server.ts';
import { until } from '@petstore/testing/until.ts';
import { MailSender, type MailSenderDependencies } from '../../src/access/mail/mail-sender.ts';
import { readLease, takeLease } from '../../src/access/mail/outbox-lease.ts';
import { addLettersToOutbox, redirectLetters } from '../../src/access/mail/outbox-letters.ts';
import {
  addToOutbox,
  countFailedMail,
  deleteExpiredMail,
  lastFailedMail,
  type NewMail,
  oldestWaitingMail,
} from '../../src/access/mail/outbox-queries.ts';
import { parseMail } from '../../src/platform/config/mail.ts';
import { DAY, MINUTE, SECOND } from '../../src/platform/core/clock.ts';
import type { Database } from '../../src/platform/database/database.ts';

type Open = (test: TestContext) => Promise<Database>;

const TO = 'ana@shelter.example';
const FIVE_SECONDS = 5 * SECOND;

/** The contract of every engine for the outbox. `open` gives a new, empty store that is closed after the test. */
export function testOutbox(engine: string, open: Open): void {
  describe(`the outbox on ${engine}`, () => {
    testSending(open);
    testFaults(open);
    testProcesses(open);
  });
}

/** A store, a mail server, and senders with a clock that the test moves. */
async function begin(t: TestContext, open: Open) {
  const senders: MailSender[] = [];
  // It is registered first, so the senders end before the store is closed.
  t.after(() => Promise.all(senders.map((sender) => sender.stop())));
  const [database, smtp] = await Promise.all([open(t), startSmtpServer(t)]);
  const clock = new FakeClock();
  const refused: { reason: string; isGivenUp: boolean }[] = [];
  let onRefusal = () => {};
  let people = 0;
  const start = (writeLetter?: MailSenderDependencies['writeLetter']) => {
    const config = parseMail(smtp.url, 'Riverside Shelter <hello@shelter.example>');
    assert.ok(config);
    const sender = new MailSender({
      database,
      clock,
      current: { refresh: () => ({ config, isLocked: false }) },
      ...(writeLetter && { writeLetter }),
      onFault: (error) => {
        throw error;
      },
      onRefused: (one) => {
        refused.push(one);
        onRefusal();
      },
    });
    senders.push(sender);
    return sender;
  };
  const add = (mail: Partial<NewMail> = {}) => {
    const message = { subject: 'Hello', text: 'Hello\n', html: '<p>Hello' };
    const origin = { accountId: undefined, about: `person ${++people}` };
    const added = { kind: 'invitation', message, origin, recipient: TO, ...mail } as const;
    return database.write((db) => addToOutbox(db, added, clock.now()));
  };
  /** Moves the clock, and resolves when the next attempt was refused. */
  const nextRefusal = (act: () => void) =>
    new Promise<{ reason: string; isGivenUp: boolean }>((resolve, reject) => {
      onRefusal = () => resolve(refused.at(-1) ?? { reason: '', isGivenUp: false });
      try {
        act();
      } catch (error) {
        reject(error);
      }
    });
  return { database, smtp, clock, refused, start, add, nextRefusal };
}

async function rowsOf({ read }: Database) {
  return read.selectFrom('outbox').select(['recipient', 'message', 'attempts', 'failed_at']).execute();
}

function testSending(open: Open): void {
  test('what was sent is deleted, and a message to no one is deleted without being sent', async (t) => {
    const { database, smtp, start, add } = await begin(t, open);
    await add({ isToNoOne: true, message: { subject: 'No one', text: 'x', html: 'x' } });
    await add();
    const sender = start();
    const { from, to, source } = await smtp.arrived(1);
    await sender.stop();
    assert.deepEqual([from, to], ['hello@shelter.example', [TO]]);
    assert.match(source, /^From: Riverside Shelter <hello@shelter\.example>\r$/m);
    assert.match(source, /^To: ana@shelter\.example\r$/m);
    assert.match(source, /^Subject: Hello\r$/m);
    assert.match(source, /^Auto-Submitted: auto-generated\r$/m);
    assert.deepEqual([await rowsOf(database), smtp.received.length], [[], 1]);
  });

  test('a code is sent before invitations, and those before letters, however many wait since earlier and also after a refusal', async (t) => {
    const { database, smtp, clock, start, add, nextRefusal } = await begin(t, open);
    const letter = { kind: 'received', messageId: undefined, accountId: null, sender: undefined } as const;
    const letters = Array.from({ length: 30 }, (_, id) => ({
      ...letter,
      applicationId: BigInt(id + 1),
      recipient: `visitor${id}@example.org`,
    }));
    await database.write((db) => addLettersToOutbox(db, letters, clock.now()));
    smtp.behaviour = { at: 'MAIL FROM', status: 421 };
    clock.advance(SECOND);
    await add({ recipient: 'ben@shelter.example' });
    await add({ kind: 'code', triedFor: 10 * MINUTE });
    const message = { subject: 'Hello', text: 'x', html: 'x' };
    await nextRefusal(() => start(async () => ({ recipient: 'visitor@example.org', message })));
    smtp.behaviour = 'accept';
    clock.advance(15 * SECOND);
    await smtp.arrived(3);
    const first = smtp.received.slice(0, 3).map(({ to }) => to[0]);
    assert.deepEqual(first, [TO, 'ben@shelter.example', 'visitor@example.org']);
  });

  test('an e-mail whose change is undone is never sent', async (t) => {
    const { database, smtp, clock, start, add } = await begin(t, open);
    const message = { subject: 'Undone', text: 'x', html: 'x' };
    await assert.rejects(
      database.write(async (db) => {
        const origin = { accountId: undefined, about: 'person 1' };
        await addToOutbox(db, { kind: 'code', recipient: TO, origin, message }, clock.now());
        throw new Error('undone');
      }),
      /undone/,
    );
    await add();
    start();
    assert.match((await smtp.arrived(1)).source, /Subject: Hello/);
  });

  test('a letter that the budget refuses for a corrected address, while it is written to that address, is not sent', async (t) => {
    const { database, smtp, clock, start } = await begin(t, open);
    const letter = { kind: 'asked', messageId: undefined, accountId: null, sender: undefined } as const;
    const of = (id: number, recipient: string) => ({ ...letter, applicationId: BigInt(id), recipient });
    const full = Array.from({ length: 15 }, (_, index) => of(100 + index, TO));
    await database.write(async (db) => {
      await addLettersToOutbox(db, full, clock.now());
      await db.deleteFrom('outbox').execute();
      await addLettersToOutbox(db, [of(1, 'kim@example.org')], clock.now());
    });
    const sender = start(async (_db, { applicationId: id }) => {
      await database.write((db) => redirectLetters(db, { id, accountId: null, mailbox: TO }, clock.now()));
      return { recipient: TO, message: { subject: 'Hello', text: 'x', html: 'x' } };
    });
    await until(async () => (await rowsOf(database)).every((row) => row.failed_at !== null));
    await sender.stop();
    assert.deepEqual([smtp.received.length, await countFailedMail(database.read, 9)], [0, 0]);
    const [row] = await database.read.selectFrom('outbox').select('failure').execute();
    assert.match(row?.failure ?? '', /15 such e-mails to this address/);
  });

  test('names, subjects and addresses with line breaks add neither a header field nor a recipient', async (t) => {
    const { smtp, start, add } = await begin(t, open);
    const message = { subject: 'Hello\r\nBcc: everyone@evil.example', text: 'x', html: 'x' };
    await add({ message, recipient: 'ana@shelter.example' });
    start();
    const { source, to } = await smtp.arrived(1);
    assert.doesNotMatch(source, /^Bcc:/im);
    assert.deepEqual(to, [TO]);
  });
}

function testFaults(open: Open): void {
  test('a server that refuses for now gets the e-mail again after growing pauses, with the same Message-ID', async (t) => {
    const { database, smtp, clock, start, add, nextRefusal } = await begin(t, open);
    smtp.behaviour = { at: 'DATA', status: 451, reason: `try later, ${TO}` };
    await add();
    const first = await nextRefusal(start);
    assert.match(first.reason, /refused the message: 451 try later, …@…$/);
    assert.equal(first.isGivenUp, false);
    for (const pause of [15, 30, 60, 120]) {
      const [row] = await database.read.selectFrom('outbox').select('next_at').execute();
      assert.equal(Number(row?.next_at) - clock.now(), pause * SECOND);
      await nextRefusal(() => clock.advance(pause * SECOND));
    }
    assert.match((await oldestWaitingMail(database.read))?.failure ?? '', /451/);
    smtp.behaviour = 'accept';
    clock.advance(4 * MINUTE);
    await smtp.arrived(1);
    const ids = smtp.attempts.map((source) => /^Message-ID: (<\S+@shelter\.example>)\r$/m.exec(source)?.[1]);
    assert.equal(ids.length, 6);
    assert.equal(new Set(ids).size, 1, String(ids));
  });

  test('it is given up after a day, or when it is worthless, and its text is erased', async (t) => {
    const { database, smtp, clock, start, add, nextRefusal } = await begin(t, open);
    smtp.behaviour = { at: 'MAIL FROM', status: 550, reason: 'who are you' };
    await add();
    await add({ kind: 'code', triedFor: 10 * MINUTE });
    await nextRefusal(start);
    clock.advance(10 * MINUTE - MINUTE);
    // Both are refused in turn, after the pause of the server.
    let given = await nextRefusal(() => clock.advance(MINUTE));
    while (!given.isGivenUp) given = await nextRefusal(() => clock.advance(10 * SECOND));
    assert.match(given.reason, /refused the sender: 550/);
    assert.equal(await countFailedMail(database.read, 10), 1);
    given = await nextRefusal(() => clock.advance(DAY));
    assert.equal(given.isGivenUp, true);
    const rows = await rowsOf(database);
    assert.deepEqual(
      rows.map(({ message, recipient }) => [message, recipient]),
      [
        [null, TO],
        [null, TO],
      ],
    );
    assert.match((await lastFailedMail(database.read))?.failure ?? '', /550/);
  });

  test('a refused recipient fails at once and holds no other e-mail, and is deleted after 7 days', async (t) => {
    const { database, smtp, clock, start, add, nextRefusal } = await begin(t, open);
    smtp.behaviour = { at: 'RCPT TO', status: 550, reason: 'no such user' };
    await add();
    const sender = start();
    const refused = await nextRefusal(() => sender.wake());
    assert.deepEqual([refused.isGivenUp, /recipient: 550 no such user/.test(refused.reason)], [true, true]);
    smtp.behaviour = 'accept';
    await add();
    sender.wake();
    await smtp.arrived(1);
    await sender.stop();
    const deletedAfter = (ms: number) => database.write((db) => deleteExpiredMail(db, clock.now() + ms, 10));
    assert.deepEqual([await deletedAfter(7 * DAY - 1), await deletedAfter(7 * DAY)], [0, 1]);
  });

  test('a connection that breaks after the message leaves it for another attempt', async (t) => {
    const { smtp, clock, start, add, nextRefusal } = await begin(t, open);
    smtp.behaviour = 'drop';
    await add();
    const { reason, isGivenUp } = await nextRefusal(start);
    assert.match(reason, /^The connection to 127\.0\.0\.1:\d+ failed/);
    assert.equal(isGivenUp, false);
    smtp.behaviour = 'accept';
    clock.advance(20 * SECOND);
    await smtp.arrived(1);
  });
}

function testProcesses(open: Open): void {
  test('a stop does not wait for a silent server: the e-mail stays, for any process', async (t) => {
    const { database, smtp, refused, start, add } = await begin(t, open);
    smtp.behaviour = 'silent';
    await add();
    const sender = start();
    await smtp.connected(1);
    await sender.stop(1);
    const [row] = await rowsOf(database);
    assert.deepEqual([row?.recipient, row?.failed_at, row?.attempts], [TO, null, 0n]);
    assert.deepEqual([(await readLease(database.read)).runner, refused], [null, []]);
  });

  test('a process that waits for a slow server stays the sender, and tries again after 15 minutes', async (t) => {
    const { database, smtp, clock, refused, start, add } = await begin(t, open);
    smtp.behaviour = 'silent';
    await add();
    start();
    await smtp.connected(1);
    const { heartbeat } = await readLease(database.read);
    clock.advance(MINUTE);
    await until(async () => (await readLease(database.read)).heartbeat > heartbeat);
    clock.advance(13 * MINUTE);
    assert.deepEqual([smtp.connections, refused], [1, []]);
    clock.advance(MINUTE);
    await until(async () => refused.length === 1);
    assert.match(refused[0]?.reason ?? '', /did not respond in time/);
  });

  test('two processes send each e-mail once', async (t) => {
    const { smtp, start, add } = await begin(t, open);
    const subjects = Array.from({ length: 6 }, (_, number) => `Number ${number};`);
    for (const subject of subjects) await add({ message: { subject, text: 'x', html: 'x' } });
    const senders = [start(), start()];
    await smtp.arrived(subjects.length);
    for (const sender of senders) await sender.stop();
    assert.equal(smtp.received.length, subjects.length);
    for (const subject of subjects)
      assert.equal(smtp.received.filter(({ source }) => source.includes(subject)).length, 1);
  });

  test('another process sends when the one that did shows no sign of life for two minutes', async (t) => {
    const { database, smtp, clock, start, add } = await begin(t, open);
    await add();
    await database.write(async (db) => assert.ok(await takeLease(db, 'ended', await readLease(db))));
    const began = clock.now();
    start();
    await until(async () => {
      clock.advance(FIVE_SECONDS);
      return smtp.received.length > 0;
    });
    // With SQLite no other process can send.
    if (database.engine.supportsConcurrentWrites) assert.ok(clock.now() - began > 2 * MINUTE);
  });
}
