import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { addAccount } from '@petstore/testing/accounts.ts';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { Checker } from '@petstore/testing/history/checker.ts';
import { HistoryClient, type Sent } from '@petstore/testing/history/clients/caller.ts';
import {
  type Person,
  settle,
  UNLIMITED,
  type Workload,
} from '@petstore/testing/history/clients/neighbourhood.ts';
import { History } from '@petstore/testing/history/history.ts';
import { describeViolations, type Violation } from '@petstore/testing/history/violation.ts';
import { freePort } from '@petstore/testing/http/free-port.ts';
import { type Serving, serveProcess } from '@petstore/testing/processes/petstore-process.ts';
import { Random } from '@petstore/testing/random.ts';
import { SECOND } from '../../../src/core/clock.ts';
import { openSqlite } from '../../../src/database/sqlite/sqlite.ts';
import { Moment } from './random-kills-moment.ts';

/** "A 201, 200 or 204 to a write survives kill -9", and "SIGTERM loses nothing": the real program under mixed load. */

const LENGTH = Number(process.env.SOAK_SECONDS ?? 30) * SECOND;
const SEED = Number(process.env.SOAK_SEED ?? randomInt(2 ** 31));

/** A store and the people who use it. */
class Town {
  readonly store: string;
  readonly #port: number;
  readonly #random = new Random(SEED);
  readonly ledger = new History();
  readonly statuses = new Map<number, number>();
  readonly crashes: number[] = [];
  households: Workload[] = [];
  #moment: Moment | undefined;
  /** Whoever can tell that there is no service waits for it. */
  #served = Promise.withResolvers<void>();

  constructor(store: string, port: number) {
    this.store = store;
    this.#port = port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Returns the checker, which sees everything. */
  async found(path: string): Promise<Checker> {
    const database = await openSqlite(path);
    const onSend = () => void this.#moment?.note('requests');
    const onSent = (sent: Sent) => this.#note(sent);
    const surroundings = { baseUrl: this.url, ledger: this.ledger, random: this.#random, onSend, onSent };
    for (const name of ['north', 'south'])
      this.households.push(...(await settle(database, name, surroundings)));
    const credentials = await addAccount(database, 'city', Date.now(), { ...UNLIMITED, role: 'manager' });
    await database.close();
    const { petstore } = new HistoryClient({ baseUrl: this.url, credentials });
    return new Checker(this.ledger, petstore);
  }

  async serve(t: TestContext): Promise<Serving> {
    const serving = await serveProcess(t, { DATABASE_URL: this.store }, this.#port);
    this.#served.resolve();
    return serving;
  }

  /** Everybody goes on, whatever becomes of the service, until it is over. */
  async live(over: { isOver: boolean }): Promise<void> {
    const live = async (person: Person) => {
      while (!over.isOver) {
        await this.#served.promise;
        await person.step();
      }
    };
    await Promise.all(this.households.flatMap(({ people }) => people.map(live)));
  }

  /** Ends the service at a random moment. */
  async end(serving: Serving): Promise<void> {
    const signal = this.#random.chance(0.35) ? 'SIGTERM' : 'SIGKILL';
    this.#moment = new Moment(this.#random, () => {
      if (signal === 'SIGKILL') this.crashes.push(performance.now());
      serving.kill(signal);
    });
    const { status } = await serving.ended;
    this.#served = Promise.withResolvers();
    assert.equal(status, signal === 'SIGTERM' ? 0 : signal, serving.err());
  }

  async checkUsage(): Promise<Violation[]> {
    const checks = this.households.map(async ({ caller, consumption }) =>
      consumption.check(await caller.petstore.usage(), this.crashes),
    );
    return (await Promise.all(checks)).flat();
  }

  #note({ status }: Sent): void {
    if (status === undefined) return;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.#moment?.note('answers');
  }
}

function assertKept(violations: readonly Violation[]): void {
  assert.equal(violations.length, 0, describeViolations(violations, SEED));
}

test('ended by SIGTERM and SIGKILL at random moments the program loses no acknowledged write and does none twice', async (t) => {
  t.diagnostic(`SOAK_SEED=${SEED} repeats it`);
  const until = performance.now() + LENGTH;
  const path = `${await temporaryFolder(t)}/petstore.db`;
  const town = new Town(`sqlite:${path}`, await freePort());
  const checker = await town.found(path);
  let serving = await town.serve(t);
  const over = { isOver: false };
  t.after(() => {
    over.isOver = true;
  });
  const lives = town.live(over);
  let rounds = 0;
  while (performance.now() < until) {
    await town.end(serving);
    serving = await town.serve(t);
    assertKept(await checker.checkWrites());
    rounds += 1;
  }
  over.isOver = true;
  await lives;
  assert.ok(rounds > 0, `SOAK_SECONDS=${process.env.SOAK_SECONDS} is no length`);
  assertKept(await checker.checkAll());
  assertKept(await town.checkUsage());
  serving.kill('SIGTERM');
  assert.equal((await serving.ended).status, 0);
  const doctor = await runCommand(town.store, ['doctor', '--json']);
  assert.equal(doctor.status, 0, doctor.out);
  assert.match(doctor.out, /is whole/);
  assert.equal(town.statuses.get(500), undefined);
  const statuses = [...town.statuses].sort().map(([status, count]) => `${count} of ${status}`);
  t.diagnostic(
    `${rounds} rounds, ${town.crashes.length} of them SIGKILL; answers: ${statuses.join(', ')}; ${checker.summary}`,
  );
});
