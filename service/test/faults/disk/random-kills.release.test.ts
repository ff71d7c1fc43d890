import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { addAccount, UNLIMITED } from '@petstore/testing/accounts.ts';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { Checker } from '@petstore/testing/history/checker.ts';
import { HistoryClient, type SentRequest } from '@petstore/testing/history/clients/history-client.ts';
import {
  createWorkloads,
  type Workload,
  type WorkloadClient,
} from '@petstore/testing/history/clients/workload.ts';
import { History } from '@petstore/testing/history/history.ts';
import { describeViolations, type Violation } from '@petstore/testing/history/violation.ts';
import { freePort } from '@petstore/testing/http/free-port.ts';
import { type Serving, serveProcess } from '@petstore/testing/processes/petstore-process.ts';
import { Random } from '@petstore/testing/random.ts';
import { SECOND } from '../../../src/platform/core/clock.ts';
import { openSqlite } from '../../../src/platform/database/sqlite/sqlite.ts';

/** "A 201, 200 or 204 to a write survives kill -9", and "SIGTERM loses nothing": the real program under mixed load. */

const MIN_ROUNDS = 10;
const MIN_LENGTH = Number(process.env.SOAK_SECONDS ?? 0) * SECOND;
const SEED = Number(process.env.SOAK_SEED ?? randomInt(2 ** 31));

const MAX_COUNT = 100;
const MAX_TURNS = 20;

/** A random moment: after a number of requests or responses, and then some turns of the event loop. */
class Moment {
  readonly #counts: 'requests' | 'responses';
  readonly #turns: number;
  readonly #reach: () => void;
  #left: number;

  constructor(random: Random, reach: () => void) {
    this.#counts = random.chance(0.5) ? 'requests' : 'responses';
    this.#left = random.between(1, MAX_COUNT);
    // Without turns it finds responses that were sent too early.
    this.#turns = random.chance(0.5) ? 0 : random.between(1, MAX_TURNS);
    this.#reach = reach;
  }

  async note(counted: 'requests' | 'responses'): Promise<void> {
    if (counted !== this.#counts) return;
    this.#left -= 1;
    if (this.#left !== 0) return;
    for (let turn = 0; turn < this.#turns; turn += 1) await nextTurn();
    this.#reach();
  }
}

/** A store, its service, which restarts on one port, and the clients. */
class Scenario {
  readonly store: string;
  readonly #port: number;
  readonly #random = new Random(SEED);
  readonly history = new History();
  readonly statuses = new Map<number, number>();
  readonly crashes: number[] = [];
  readonly workloads: Workload[] = [];
  #moment: Moment | undefined;
  /** Clients wait for it while no service runs. */
  #serving = Promise.withResolvers<void>();

  constructor(store: string, port: number) {
    this.store = store;
    this.#port = port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Adds the accounts to a new store, and returns the checker. */
  async prepare(path: string): Promise<Checker> {
    const database = await openSqlite(path);
    const onSend = () => void this.#moment?.note('requests');
    const onSent = (sent: SentRequest) => this.#note(sent);
    const options = { baseUrl: this.url, history: this.history, random: this.#random, onSend, onSent };
    for (const name of ['north', 'south'])
      this.workloads.push(...(await createWorkloads(database, name, options)));
    const credentials = await addAccount(database, 'city', Date.now(), { ...UNLIMITED, role: 'manager' });
    await database.close();
    const { petstore } = new HistoryClient({ baseUrl: this.url, credentials });
    return new Checker(this.history, petstore);
  }

  async serve(t: TestContext): Promise<Serving> {
    const serving = await serveProcess(t, { DATABASE_URL: this.store }, this.#port);
    this.#serving.resolve();
    return serving;
  }

  /** Runs all clients, during restarts too, until the signal aborts. */
  async runClients(signal: AbortSignal): Promise<void> {
    const run = async (client: WorkloadClient) => {
      while (!signal.aborted) {
        await this.#serving.promise;
        await client.step();
      }
    };
    await Promise.all(this.workloads.flatMap(({ clients }) => clients.map(run)));
  }

  /** Ends the service with a random signal at a random moment. */
  async end(serving: Serving): Promise<void> {
    const signal = this.#random.chance(0.35) ? 'SIGTERM' : 'SIGKILL';
    this.#moment = new Moment(this.#random, () => {
      if (signal === 'SIGKILL') this.crashes.push(performance.now());
      serving.kill(signal);
    });
    const { status } = await serving.ended;
    this.#serving = Promise.withResolvers();
    assert.equal(status, signal === 'SIGTERM' ? 0 : signal, serving.err());
  }

  async checkUsage(): Promise<Violation[]> {
    const checks = this.workloads.map(async ({ api, consumption }) =>
      consumption.check(await api.petstore.usage(), this.crashes),
    );
    return (await Promise.all(checks)).flat();
  }

  #note({ status }: SentRequest): void {
    if (status === undefined) return;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.#moment?.note('responses');
  }
}

function assertKept(violations: readonly Violation[]): void {
  assert.equal(violations.length, 0, describeViolations(violations, SEED));
}

test('loses no acknowledged write, and does none twice, when SIGTERM and SIGKILL end it at random moments', async (t) => {
  t.diagnostic(`SOAK_SEED=${SEED} repeats it`);
  const end = performance.now() + MIN_LENGTH;
  const path = `${await temporaryFolder(t)}/petstore.db`;
  const scenario = new Scenario(`sqlite:${path}`, await freePort());
  const checker = await scenario.prepare(path);
  let serving = await scenario.serve(t);
  const over = new AbortController();
  t.after(() => over.abort());
  const clients = scenario.runClients(over.signal);
  for (let round = 1; round <= MIN_ROUNDS || performance.now() < end; round += 1) {
    await scenario.end(serving);
    serving = await scenario.serve(t);
    assertKept(await checker.checkWrites());
  }
  over.abort();
  await clients;
  assertKept(await checker.checkAll());
  assertKept(await scenario.checkUsage());
  assert.equal((await serving.stop()).status, 0);
  const doctor = await runCommand(scenario.store, ['doctor', '--json']);
  assert.equal(doctor.status, 0, doctor.out);
  assert.match(doctor.out, /passed the integrity check/);
  assert.equal(scenario.statuses.get(500), undefined);
  const statuses = [...scenario.statuses].sort().map(([status, count]) => `${count} of ${status}`);
  t.diagnostic(
    `${scenario.crashes.length} times SIGKILL; responses: ${statuses.join(', ')}; ${checker.summary}`,
  );
});
