// Runs in a process of its own.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openProcesses, type Processes, passed } from '@petstore/testing/fixtures/valkey-keys.ts';
import { stateOf } from '@petstore/testing/processes/proc-files.ts';
import { noValkey, startValkey } from '@petstore/testing/servers/valkey-server.ts';
import { until } from '@petstore/testing/until.ts';
import { dayOf } from '../../../src/access/quota/fixed-window.ts';
import type { Quota } from '../../../src/access/quota/plan.ts';
import type { QuotaSubject, QuotaVerdict } from '../../../src/access/quota/quota-engine.ts';
import { loadCounters } from '../../../src/access/quota/usage-queries.ts';
import { processesKey } from '../../../src/access/quota/valkey/heartbeat.ts';
import { accountKey } from '../../../src/access/quota/valkey/script.ts';
import type { ValkeyQuotas } from '../../../src/access/quota/valkey/valkey-quota.ts';
import { SECOND } from '../../../src/platform/core/clock.ts';
import type { Database } from '../../../src/platform/database/database.ts';

const skip = noValkey;
const QUOTA: Quota = { perMinute: 1_000, perDay: 100_000 };

test('requests are decided while Valkey is killed under load, and at most twice the quota passes', {
  skip,
}, async (t) => {
  const processes = await start(t, 3);
  const { service, server, quotas } = processes;
  const who = await service.newSubject();
  const before = await new Load(service, quotas, who).send(900);
  const load = new Load(service, quotas, who);
  const during = load.send(300);
  await server.kill();
  await until(async () => quotas.every(({ usesFallback }) => usesFallback));
  const alone = [...(await during), ...(await load.send(3_000))];
  assert.deepEqual(service.events, ['unavailable', 'unavailable', 'unavailable']);
  const admitted = passed([...before, ...alone]).length;
  assert.ok(admitted > 1_000 && admitted <= 2_000, `${admitted} of a quota of 1000 passed`);
  await server.start();
  await comeBack(processes);
  assert.deepEqual(service.events.slice(3), ['connected', 'connected', 'connected']);
  const [first] = await load.send(1);
  // Valkey has all that was admitted: nothing is left of this minute.
  assert.deepEqual([first?.refusedBy, first?.minute.used], ['minute', admitted]);
});

test('while Valkey is unavailable, the processes together admit the quota exactly', { skip }, async (t) => {
  const { service, server, quotas } = await start(t, 3);
  const who = await service.newSubject();
  await server.kill();
  await until(async () => quotas.every(({ usesFallback }) => usesFallback));
  const verdicts = await new Load(service, quotas, who).send(3_000);
  assert.equal(passed(verdicts).length, QUOTA.perMinute);
  assert.ok(verdicts.every(({ minute }) => minute.limit === QUOTA.perMinute));
  const refused = verdicts.filter(({ refusedBy }) => refusedBy !== undefined);
  assert.ok(refused.every(({ minute }) => minute.remaining === 0));
});

test('Valkey is used again only after the requests admitted without it are in the database', {
  skip,
}, async (t) => {
  const service = await openProcesses(t);
  const server = await startValkey(t);
  const { promise: mayWrite, resolve: letWrite } = Promise.withResolvers<void>();
  const database: Database = {
    ...service.database,
    write: (work) => mayWrite.then(() => service.database.write(work)),
  };
  const quotas = [await service.open(server.url, { database })];
  const load = new Load(service, quotas, await service.newSubject());
  await server.kill();
  await until(async () => quotas.every(({ usesFallback }) => usesFallback));
  await load.send(30);
  await server.start();
  await until(async () => (await server.admin.zcard(processesKey(service.database.installation))) === 1);
  service.clock.advance(SECOND);
  for (let turn = 0; turn < 20; turn += 1) await server.admin.ping();
  assert.deepEqual(service.events, ['unavailable']);
  letWrite();
  await until(async () => service.events.includes('connected'));
  const [next] = await load.send(1);
  assert.equal(next?.minute.used, 31);
});

test('repeated outages within a minute do not add up', { skip }, async (t) => {
  const processes = await start(t, 1);
  const { service, server, quotas } = processes;
  const load = new Load(service, quotas, await service.newSubject());
  const verdicts = await load.send(600);
  for (let outage = 0; outage < 3; outage += 1) {
    await server.kill();
    await until(async () => quotas.every(({ usesFallback }) => usesFallback));
    verdicts.push(...(await load.send(600)));
    await server.start();
    await comeBack(processes);
    verdicts.push(...(await load.send(600)));
  }
  assert.ok(passed(verdicts).length <= 2 * QUOTA.perMinute, `${passed(verdicts).length}`);
  assert.deepEqual(service.events, [
    'unavailable',
    'connected',
    'unavailable',
    'connected',
    'unavailable',
    'connected',
  ]);
});

test('requests do not wait for a Valkey that does not respond, and it is not sent what was decided meanwhile', {
  skip,
}, async (t) => {
  const processes = await start(t, 2, 500);
  const { service, server, quotas } = processes;
  const who = await service.newSubject();
  const load = new Load(service, quotas, who);
  const before = await load.send(50);
  const [, pid] = /process_id:(\d+)/.exec(await server.admin.info('server')) ?? [];
  process.kill(Number(pid), 'SIGSTOP');
  await until(async () => stateOf(Number(pid)) === 'T');
  // In flight at the time-out: Valkey may still count these, and no others.
  const outstanding = await load.send(40);
  await until(async () => quotas.every(({ usesFallback }) => usesFallback));
  const alone = await load.send(300);
  process.kill(Number(pid), 'SIGCONT');
  await comeBack(processes);
  assert.deepEqual([...service.events].sort(), ['connected', 'connected', 'unavailable', 'unavailable']);
  const counted = Number(
    await server.admin.hget(accountKey(service.database.installation, who.accountId), 'minuteUsed'),
  );
  assert.ok(counted >= 50 && counted <= 90, `${counted} are counted`);
  const total = passed([...before, ...outstanding, ...alone]).length;
  await until(async () => (await usedToday(service)) === total);
});

test('a process that stalls before or after a command does not treat Valkey as unavailable', {
  skip,
}, async (t) => {
  const { service, server, quotas } = await start(t, 1, 500);
  const who = await service.newSubject();
  const [one] = quotas;
  assert.ok(one);
  const stall = () => {
    const end = performance.now() + 1_000;
    while (performance.now() < end);
  };
  // From now on Valkey has the account: each request is one command.
  await one.consume(who, QUOTA, service.clock.now());
  // The command is written to the socket at the end of this turn.
  const unsent = one.consume(who, QUOTA, service.clock.now());
  stall();
  await unsent;
  const sent = one.consume(who, QUOTA, service.clock.now());
  setImmediate(stall);
  await sent;
  await server.admin.ping();
  assert.deepEqual(service.events, []);
});

test('a read-only Valkey is unavailable until it is writable', { skip }, async (t) => {
  const processes = await start(t, 1);
  const { service, server, quotas } = processes;
  const load = new Load(service, quotas, await service.newSubject());
  await server.admin.replicaof('127.0.0.1', 1);
  const verdicts = await load.send(20);
  assert.equal(passed(verdicts).length, 20);
  assert.deepEqual(service.events, ['unavailable']);
  await server.admin.replicaof('NO', 'ONE');
  await comeBack(processes);
  assert.deepEqual(service.events, ['unavailable', 'connected']);
});

test('closing does not wait for an unavailable Valkey, and stores what was admitted', {
  skip,
}, async (t) => {
  const { service, server, quotas } = await start(t, 1, 100);
  const load = new Load(service, quotas, await service.newSubject());
  await server.kill();
  const admitted = passed(await load.send(30)).length;
  await quotas[0]?.close();
  assert.equal(await usedToday(service), admitted);
});

/** Starts processes that have seen each other's heartbeat, on a separate server. */
async function start(t: TestContext, count: number, timeoutMs?: number) {
  const service = await openProcesses(t);
  const server = await startValkey(t);
  const quotas: ValkeyQuotas[] = [];
  for (let process = 0; process < count; process += 1) {
    quotas.push(await service.open(server.url, timeoutMs === undefined ? {} : { timeoutMs }));
  }
  service.clock.advance(SECOND);
  // A reply on the same connection: the reply to the heartbeat came before it.
  await Promise.all(quotas.map((one) => one.peek(1n, QUOTA, service.clock.now())));
  const [seconds, microseconds] = await server.admin.time();
  const since = Number(seconds) * 1000 + Math.ceil(Number(microseconds) / 1000);
  return { service, server, quotas, since };
}

/** Waits until every process has sent a heartbeat again, and passes the time during which they wait for others. */
async function comeBack({ service, server, quotas, since }: Awaited<ReturnType<typeof start>>) {
  const announced = () =>
    server.admin.zcount(processesKey(service.database.installation), `(${since}`, '+inf');
  await until(async () => (await announced()) === quotas.length);
  service.clock.advance(SECOND);
  await until(async () => quotas.every(({ usesFallback }) => !usesFallback));
}

async function usedToday({ database, clock }: Processes): Promise<number | undefined> {
  return (await loadCounters(database.read, 'day', [dayOf(clock.now())]))[0]?.used;
}

/** Concurrent requests of one account, to all processes in turn. */
class Load {
  readonly #service: Processes;
  readonly #quotas: readonly ValkeyQuotas[];
  readonly #who: QuotaSubject;

  constructor(service: Processes, quotas: readonly ValkeyQuotas[], who: QuotaSubject) {
    this.#service = service;
    this.#quotas = quotas;
    this.#who = who;
  }

  send(requests: number): Promise<QuotaVerdict[]> {
    const one = (index: number) => {
      const quotas = this.#quotas[index % this.#quotas.length];
      assert.ok(quotas);
      return quotas.consume(this.#who, QUOTA, this.#service.clock.now());
    };
    return Promise.all(Array.from({ length: requests }, (_, index) => one(index)));
  }
}
