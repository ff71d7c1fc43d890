import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { addAccount } from '@petstore/testing/accounts.ts';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { noVsftpd, startVsftpd } from '@petstore/testing/servers/vsftpd-server.ts';
import { until } from '@petstore/testing/until.ts';
import { fileOf } from '../../src/exchange/publishing/upload/ftp.ts';
import type { Run } from '../../src/exchange/publishing/upload/run.ts';
import { deleteSurplusRuns, listRuns } from '../../src/exchange/publishing/upload/run-list.ts';
import {
  addRun,
  claimRun,
  continueRun,
  lastRun,
  openRuns,
} from '../../src/exchange/publishing/upload/run-queries.ts';
import { activeSites } from '../../src/exchange/publishing/upload/schedule.ts';
import type { SitePhoto } from '../../src/exchange/publishing/upload/sent-photos.ts';
import { PublishingWorker } from '../../src/exchange/publishing/upload/worker.ts';
import { HOUR, MINUTE, SECOND } from '../../src/platform/core/clock.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { Outbound } from '../../src/platform/outbound/outbound.ts';

type Open = (test: TestContext) => Promise<Database>;

const EVERY_HOURS = 4;
const skip = noVsftpd;

/** The contract of every engine for runs to listing sites. `open` gives a new, empty store that is closed after the test. */
export function testPublishingRuns(engine: string, open: Open): void {
  describe(`runs to listing sites on ${engine}`, { skip }, () => {
    testQuestions(open);
    testFaults(open);
    testPhotos(open);
    testChangesMeanwhile(open);
    testProcesses(open);
  });
}

/** A store with a site that is on, its real FTP server, and workers with a clock that the test moves. */
async function begin(t: TestContext, open: Open) {
  const workers: PublishingWorker[] = [];
  // It is registered first, so the workers end before the store is closed.
  t.after(() => Promise.all(workers.map((worker) => worker.stop())));
  const [database, server] = await Promise.all([open(t), startVsftpd(t)]);
  const clock = new FakeClock();
  const { id: accountId } = await addAccount(database, 'shelter', clock.now(), { role: 'manager' });
  const own = { accountId, site: 'adopt_a_pet' };
  await database.write((db) =>
    db
      .insertInto('publishing_sites')
      .values({
        account_id: accountId,
        site: own.site,
        is_on: 1n,
        every_hours: BigInt(EVERY_HOURS),
        includes_held: 0n,
        includes_unaltered: 1n,
      })
      .execute(),
  );
  /** What the shelter has, and how it signs in. */
  const shelter = {
    readPhoto: async (id: string): Promise<Uint8Array | undefined> => Buffer.from(id),
    animals: 12,
    photos: [] as SitePhoto[],
    password: server.password,
    username: server.username,
  };
  const outbound = new Outbound({ networks: ['127.0.0.1'], httpHosts: [] });
  const start = () => {
    const worker = new PublishingWorker({
      database,
      clock,
      outbound,
      accessOf: async () => {
        const { username, password } = shelter;
        if ((await activeSites(database.read)).length === 0) return undefined;
        return { host: '127.0.0.1', port: server.port, security: 'none', username, password };
      },
      build: async () => {
        const { animals, photos } = shelter;
        return {
          animals,
          files: [fileOf('pets.csv', Buffer.from(`Id\n${'7\n'.repeat(animals)}`))],
          photos: async function* () {
            yield* photos;
          },
        };
      },
      readPhoto: (_db, id) => shelter.readPhoto(id),
      onFault: (error) => {
        throw error;
      },
      onFailed: () => {},
    });
    workers.push(worker);
    return worker;
  };
  /** Resolves with the newest run when it has a state. */
  const reached = async (state: Run['state'], id?: bigint) => {
    let last: Run | undefined;
    await until(async () => {
      last = await lastRun(database.read, own);
      return last?.state === state && (id === undefined || last.id > id);
    });
    return last as Run; // it was found
  };
  const answer = async (id: bigint, isYes: boolean) => {
    assert.ok(await database.write((db) => continueRun(db, id, isYes)));
    for (const worker of workers) worker.wake();
  };
  /** Starts a worker and lets the first run send. */
  const sendFirst = async () => {
    start();
    const { id } = await reached('asks');
    await answer(id, true);
    return reached('done');
  };
  const list = () => readFile(join(server.files, 'pets.csv'), 'utf8').catch(() => undefined);
  const listed = async () => (await list())?.match(/7/g)?.length ?? 0;
  return { database, clock, server, own, shelter, workers, start, reached, answer, sendFirst, list, listed };
}

function testQuestions(open: Open): void {
  test('the first upload asks and sends nothing before the answer; then everything is sent every few hours', async (t) => {
    const { clock, shelter, start, reached, answer, list, listed } = await begin(t, open);
    const worker = start();
    const asking = await reached('asks');
    assert.deepEqual([asking.question, asking.animals, await list()], ['first_upload', 12, undefined]);
    // No time answers it, and looking again asks again.
    clock.advance(48 * HOUR);
    await answer(asking.id, false);
    assert.equal((await reached('asks')).question, 'first_upload');
    await answer(asking.id, true);
    const first = await reached('done');
    assert.deepEqual([first.id, first.isByRequest, await listed()], [asking.id, false, 12]);
    shelter.animals = 11;
    clock.advance(EVERY_HOURS * HOUR - MINUTE);
    clock.advance(MINUTE);
    worker.wake();
    const { question, animals } = await reached('done', first.id);
    assert.deepEqual([question, animals, await listed()], [undefined, 11, 11]);
  });

  test('a list that loses more than half of ten animals asks, and is sent after 24 hours; a short one may become empty', async (t) => {
    const { clock, shelter, sendFirst, reached, list, listed } = await begin(t, open);
    const first = await sendFirst();
    shelter.animals = 5;
    clock.advance(EVERY_HOURS * HOUR);
    const asking = await reached('asks', first.id);
    assert.deepEqual([asking.question, asking.animals, await listed()], ['sudden_drop', 5, 12]);
    clock.advance(24 * HOUR - MINUTE);
    clock.advance(MINUTE);
    const sent = await reached('done', first.id);
    assert.deepEqual([sent.id, await listed()], [asking.id, 5]);
    shelter.animals = 0;
    clock.advance(EVERY_HOURS * HOUR);
    await reached('done', sent.id);
    assert.equal(await list(), 'Id\n');
  });
}

function testFaults(open: Open): void {
  test('a wrong password leaves the list of the site, is tried again after pauses that double, and keeps the answer', async (t) => {
    const { clock, shelter, server, start, reached, answer, listed } = await begin(t, open);
    shelter.password = 'wrong';
    start();
    const asking = await reached('asks');
    await answer(asking.id, true);
    const first = await reached('failed');
    assert.deepEqual([first.reason, first.failures], ['wrong_password', 1]);
    clock.advance(15 * MINUTE);
    const second = await reached('failed', first.id);
    assert.equal(second.failures, 2);
    shelter.password = server.password;
    clock.advance(15 * MINUTE);
    clock.advance(15 * MINUTE);
    const done = await reached('done', second.id);
    assert.deepEqual([done.failures, await listed()], [0, 12]);
  });

  test('only the newest 100 runs are kept, and the last that sent everything', async (t) => {
    const { database, own, reached, sendFirst } = await begin(t, open);
    const { id } = await sendFirst();
    await database.write(async (db) => {
      const values = Array.from({ length: 105 }, () => ({
        account_id: own.accountId,
        site: own.site,
        state: 'failed' as const,
        by_request: 0n,
        created_at: 0n,
        ended_at: 0n,
      }));
      await db.insertInto('publishing_runs').values(values).execute();
      await deleteSurplusRuns(db, own);
    });
    await reached('failed');
    const page = { order: 'oldest first', after: undefined, limit: 200 } as const;
    const kept = await listRuns(database.read, own, page);
    assert.deepEqual([kept.length, kept[0]?.id], [101, id]);
  });
}

function testPhotos(open: Open): void {
  test('a photo is sent once, a new one takes its place, an unused one is removed, and another user gets all', async (t) => {
    const { clock, shelter, server, sendFirst, reached, answer } = await begin(t, open);
    const photo = (name: string, photoId: string) => ({ path: `photos/${name}.jpg`, photoId });
    shelter.photos = [photo('7-1', 'a'), photo('7-2', 'b'), photo('8-1', 'c')];
    const first = await sendFirst();
    assert.equal(first.photos, 3);
    const at = (name: string) => join(server.files, 'photos', `${name}.jpg`);
    await writeFile(at('7-1'), 'not sent again');
    shelter.photos = [photo('7-1', 'a'), photo('7-2', 'd')];
    clock.advance(EVERY_HOURS * HOUR);
    const second = await reached('done', first.id);
    assert.equal(second.photos, 1);
    assert.deepEqual((await readdir(join(server.files, 'photos'))).sort(), ['7-1.jpg', '7-2.jpg']);
    assert.deepEqual(
      [await readFile(at('7-1'), 'utf8'), await readFile(at('7-2'), 'utf8')],
      ['not sent again', 'd'],
    );
    shelter.username = 'anonymous';
    clock.advance(EVERY_HOURS * HOUR);
    const asking = await reached('asks', second.id);
    assert.equal(asking.question, 'first_upload');
    await answer(asking.id, true);
    assert.equal((await reached('done', second.id)).photos, 2);
  });
}

function testChangesMeanwhile(open: Open): void {
  test('a site that is turned off while a run sends gets nothing more, and keeps its list', async (t) => {
    const { database, clock, server, shelter, start, reached, sendFirst, listed } = await begin(t, open);
    const turn = (is_on: bigint) =>
      database.write((db) => db.updateTable('publishing_sites').set({ is_on }).execute());
    const first = await sendFirst();
    shelter.animals = 11;
    shelter.photos = ['a', 'b', 'c'].map((photoId) => ({ path: `photos/${photoId}.jpg`, photoId }));
    shelter.readPhoto = async (id) => {
      if (id === 'b') await turn(0n);
      return Buffer.from(id);
    };
    clock.advance(EVERY_HOURS * HOUR);
    const { id, reason, photos } = await reached('failed', first.id);
    assert.deepEqual([reason, photos, await listed()], ['turned_off', 1, 12]);
    assert.deepEqual(await readdir(join(server.files, 'photos')), ['a.jpg']);
    // It is due at once when the site is on again.
    shelter.readPhoto = async (photoId) => Buffer.from(photoId);
    await turn(1n);
    start();
    assert.deepEqual([(await reached('done', id)).photos, await listed()], [2, 11]);
  });

  test('a password that is changed while a run sends is the one that it goes on with', async (t) => {
    const { clock, shelter, reached, sendFirst, listed } = await begin(t, open);
    const first = await sendFirst();
    shelter.animals = 11;
    shelter.photos = ['a', 'b'].map((photoId) => ({ path: `photos/${photoId}.jpg`, photoId }));
    shelter.readPhoto = async (id) => {
      if (id === 'b') shelter.password = 'wrong';
      return Buffer.from(id);
    };
    clock.advance(EVERY_HOURS * HOUR);
    const { reason, starts } = await reached('failed', first.id);
    assert.deepEqual([reason, starts, await listed()], ['wrong_password', 1, 12]);
  });
}

function testProcesses(open: Open): void {
  test('a run has one process; another one takes it over when that has ended', async (t) => {
    const { database, clock, own, reached, sendFirst, listed } = await begin(t, open);
    const first = await sendFirst();
    const added = await database.write((db) =>
      addRun(db, own, { last: first, isByRequest: true, now: clock.now() }),
    );
    const [found] = await openRuns(database.read, clock.now());
    assert.ok(found && added);
    assert.ok(await database.write((db) => claimRun(db, 'ended', found)));
    assert.equal(await database.write((db) => claimRun(db, 'too late', found)), undefined);
    assert.equal(
      await database.write((db) => addRun(db, own, { last: first, isByRequest: true, now: 0 })),
      undefined,
    );
    // A store of one process has no other that could run it.
    if (!database.engine.supportsConcurrentWrites) clock.advance(15 * SECOND);
    else await untilTakenOver(database, clock, own);
    const done = await reached('done', first.id);
    assert.deepEqual([done.id, done.starts, await listed()], [added.id, 2, 12]);
  });

  test('a run that is interrupted in the middle waits, and the next process sends what the site lacks', async (t) => {
    const { clock, workers, shelter, start, reached, sendFirst } = await begin(t, open);
    const first = await sendFirst();
    shelter.photos = ['a', 'b'].map((photoId) => ({ path: `photos/${photoId}.jpg`, photoId }));
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    shelter.readPhoto = async (id) => {
      if (id === 'b') asked.resolve();
      if (id === 'b') await answered.promise;
      return Buffer.from(id);
    };
    clock.advance(EVERY_HOURS * HOUR);
    await asked.promise;
    const stopped = Promise.all(workers.map((worker) => worker.stop()));
    answered.resolve();
    await stopped;
    assert.equal((await reached('waiting', first.id)).starts, 0);
    start();
    assert.equal((await reached('done', first.id)).photos, 1);
  });
}

/** Moves the clock until a worker has taken the run over, which takes it at least 90 s. */
async function untilTakenOver(
  { read }: Database,
  clock: FakeClock,
  own: { accountId: bigint; site: string },
): Promise<void> {
  const since = clock.now();
  await until(async () => {
    clock.advance(15 * SECOND);
    return (await lastRun(read, own))?.starts === 2;
  });
  assert.ok(clock.now() - since >= 90 * SECOND);
}
