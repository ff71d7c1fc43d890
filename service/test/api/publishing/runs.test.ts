// Runs with two threads.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { assertError, at, listOf, membersOf } from '@petstore/testing/http/expect-response.ts';
import { noVsftpd, startVsftpd } from '@petstore/testing/servers/vsftpd-server.ts';
import { startSharedService } from '@petstore/testing/service.ts';
import { until } from '@petstore/testing/until.ts';
import { HOUR, MINUTE, SECOND } from '../../../src/platform/core/clock.ts';

/** Counts the connections of a silent site. */
async function startSilentSite(): Promise<{ readonly port: number; readonly connected: () => number }> {
  let connections = 0;
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    connections += 1;
    open.add(socket.on('error', () => {}));
  });
  after(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { port: (server.address() as AddressInfo).port, connected: () => connections };
}

const RUNS = '/v1/publishing/petfinder/runs';
const env = { OUTBOUND_NETWORKS: '127.0.0.1', ACCESS_LOG: 'true', METRICS_PORT: '0' };

test('silent sites of an account have one run at a time, and that of another account begins', async () => {
  const service = await startSharedService({ env });
  const begin = async (key: string, id: string) => {
    const site = await startSilentSite();
    const path = `/v1/publishing/${id}`;
    const post = () => service.send(`${path}/runs`, { method: 'POST', key, body: { confirm: true } });
    const login = { username: 'shelter', password: 'secret', host: '127.0.0.1', port: site.port };
    const set = await service.send(path, { method: 'PATCH', key, body: { isOn: true, ...login } });
    assert.equal(set.status, 200, set.text);
    await post();
    await until(async () => at(listOf(await service.send(`${path}/runs`, { key }))[0], 'state') === 'asks');
    return { site, post };
  };
  const { key: hostile } = await service.account({ role: 'manager' });
  const { key: other } = await service.account({ role: 'manager' });
  const first = await begin(hostile, 'petfinder');
  const second = await begin(hostile, 'adopt_a_pet');
  const third = await begin(other, 'petfinder');
  for (const { post } of [first, second, third]) await post();
  await until(async () => third.site.connected() === 1);
  assert.deepEqual([first.site.connected(), second.site.connected()], [1, 0]);
});

test('a manager sends the animals to a site, and sees what it asks and why it fails', {
  skip: noVsftpd,
}, async () => {
  const server = await startVsftpd({ after });
  const service = await startSharedService({ env });
  const { key } = await service.account({ role: 'manager' });
  const start = (body: unknown = {}, by = key) => service.send(RUNS, { method: 'POST', key: by, body });
  const set = (body: unknown) => service.send('/v1/publishing/petfinder', { method: 'PATCH', key, body });
  const last = async () => listOf(await service.send(`${RUNS}?limit=1`, { key }))[0];
  const reached = async (state: string) => {
    let run: Record<string, unknown> | undefined;
    await until(async () => {
      run = await last();
      return run?.state === state;
    });
    return membersOf(run);
  };
  const summary = async () => at((await service.send('/v1/summary', { key })).json, 'publishing') as object[];
  const metrics = async () => (await fetch(service.metricsUrl ?? '')).text();

  assertError(await start(), 409, 'publishing_off');
  assertError(await service.send('/v1/publishing/nowhere/runs', { key }), 404, 'site_not_found');
  const member = await service.account({ role: 'member' });
  assertError(await start({}, member.key), 403, 'insufficient_role');
  assert.deepEqual(await summary(), []);

  const { username, password } = server;
  const login = { username, password, host: '127.0.0.1', port: server.port };
  assert.equal((await set({ isOn: true, ...login })).status, 200);
  service.clock.advance(15 * SECOND);
  const asking = await reached('asks');
  assert.deepEqual([asking.reason, asking.animals, asking.startedBy], ['first_upload', 0, 'schedule']);
  const sites = await service.send('/v1/publishing', { key });
  const [site] = at(sites.json, 'sites') as unknown[];
  assert.deepEqual(
    [at(site, 'waitsFor'), at(site, 'nextRunAt'), at(site, 'lastRun')],
    ['first_upload', null, asking],
  );
  assert.equal(at((await summary())[0], 'reason'), 'first_upload');
  assert.match(await metrics(), /^petstore_publishing_asking_sites 1$/m);

  const idempotent = { method: 'POST', key, body: { confirm: true }, headers: { 'idempotency-key': 'yes' } };
  const confirmed = await service.send(RUNS, idempotent);
  assert.deepEqual([confirmed.status, at(confirmed.json, 'state')], [202, 'waiting']);
  assert.equal((await service.send(RUNS, idempotent)).text, confirmed.text);
  const done = await reached('done');
  assert.equal(done.id, asking.id);
  const file = await service.send('/v1/publishing/petfinder/files/animals', { key });
  assert.equal(await readFile(join(server.files, 'import', username), 'utf8'), file.text);

  assert.equal((await set({ password: 'wrong-marker' })).status, 200);
  await start();
  const failed = await reached('failed');
  assert.deepEqual([failed.reason, failed.startedBy], ['wrong_password', 'request']);
  assert.match(String(failed.message), /Set both under Publishing/);
  assert.deepEqual((await summary())[0], {
    siteId: 'petfinder',
    name: 'Petfinder',
    state: 'failed',
    reason: 'wrong_password',
    message: failed.message,
    animals: 0,
    at: failed.endedAt,
  });
  service.clock.advance(2 * MINUTE);
  await until(async () => /^petstore_publishing_failed_sites 1$/m.test(await metrics()));

  assert.equal((await set({ host: '10.0.0.1', password })).status, 200);
  await start({ confirm: true });
  assert.equal((await reached('asks')).reason, 'first_upload');
  await start({ confirm: true });
  assert.equal((await reached('failed')).reason, 'address_not_allowed');
  assert.equal((await set({ isOn: false })).status, 200);
  service.clock.advance(5 * HOUR);
  assert.deepEqual(await summary(), []);

  const admin = await service.account({ role: 'admin' });
  const audit = await service.send('/v1/audit?limit=100', { key: admin.key });
  const actions = (audit.json as unknown[]).map((entry) => at(entry, 'action'));
  assert.deepEqual(
    ['started', 'asked', 'sent', 'failed'].filter((name) => !actions.includes(`publishing.${name}`)),
    [],
  );
  assert.deepEqual((await service.send(RUNS, { key: admin.key })).json, []);
  const everywhere = `${service.logged.join('')}${audit.text}${sites.text}`;
  assert.ok(!everywhere.includes(password) && !everywhere.includes('wrong-marker'));
});
