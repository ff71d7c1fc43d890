// Takes long.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { addAccount, UNLIMITED } from '@petstore/testing/accounts.ts';
import { readAll } from '@petstore/testing/api-calls.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { send } from '@petstore/testing/http/send.ts';
import { sendOn } from '@petstore/testing/http/send-on-agent.ts';
import { noCaddy, startCaddy } from '@petstore/testing/servers/caddy-server.ts';
import { holdService } from '@petstore/testing/servers/held-sockets.ts';
import { type ChangingProxy, noNginx, startChangingNginx } from '@petstore/testing/servers/nginx-server.ts';
import { freshStore } from '@petstore/testing/servers/postgres-store.ts';
import { freshValkey, noValkey } from '@petstore/testing/servers/valkey-server.ts';
import { until } from '@petstore/testing/until.ts';
import { parseConfig } from '../../src/platform/config/config.ts';
import { openDatabase } from '../../src/server/open-database.ts';

/** The processes behind nginx and Caddy are restarted and removed by the commands of docs/scaling.md while clients read and write. */

const SCALING = readFileSync(fileURLToPath(new URL('../../../docs/scaling.md', import.meta.url)), 'utf8');
/** With it, Linux gives connections that no one has accepted to another socket when theirs is closed. */
const MIGRATE = '/proc/sys/net/ipv4/tcp_migrate_req';
const migrates = existsSync(MIGRATE) && readFileSync(MIGRATE, 'utf8').trim() === '1';
/** Of each kind, and of each proxy. */
const CLIENTS = 2;

test('no request fails, and none is done twice, while processes are restarted and removed behind nginx and Caddy', {
  skip: noNginx || noCaddy || noValkey,
}, async (t) => {
  const { env, key } = await newStore(t);
  const folder = await temporaryFolder(t);
  const [first, second] = [await holdService(t, env, folder), await holdService(t, env, folder)];
  const urls = [first.url, second.url];
  const proxies = await Promise.all([startChangingNginx(t, urls), startCaddy(t, urls)]);
  const load = new Load(t, key, migrates ? undefined : proxies[1].url);
  const clients = proxies.map(({ url }) => load.run(url));
  await load.responses(200);

  await first.restart();
  await second.restart();
  await load.responses(200);
  for (const proxy of proxies) await remove(proxy, first.url);
  assert.equal(await first.stop(), 0);
  await load.responses(200);

  load.stop();
  await Promise.all(clients);
  assert.deepEqual(load.unexpected, []);
  const events = await readAll(
    { send: (path, options) => send(`${second.url}${path}`, options) },
    key,
    '/v1/events?limit=100',
  );
  const done = Object.groupBy(events, ({ type }) => String(type));
  assert.deepEqual(
    {
      POST: done['pet.created']?.length,
      PATCH: done['pet.updated']?.length,
      DELETE: done['pet.deleted']?.length,
    },
    { POST: load.done.POST, PATCH: load.done.PATCH, DELETE: load.done.DELETE },
  );
  t.diagnostic(`${JSON.stringify(load.done)}; the slowest took ${Math.round(load.slowestMs)} ms`);
});

async function newStore(t: TestContext) {
  const DATABASE_URL = await freshStore(t);
  const database = await openDatabase(parseConfig({ DATABASE_URL }));
  const { key } = await addAccount(database, 'City shelter', Date.now(), { ...UNLIMITED, role: 'admin' });
  await database.close();
  return {
    env: { DATABASE_URL, VALKEY_URL: await freshValkey(t), TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'error' },
    key,
  };
}

/** Removes a process from a proxy by the command of docs/scaling.md, with the files and ports of the test. */
async function remove({ configFile, reload, workers }: ChangingProxy, url: string): Promise<void> {
  const name = reload.includes('caddy reload') ? 'caddy' : 'nginx';
  const [, command = ''] = new RegExp(`\\n(sed .*8081.*) && systemctl reload ${name}\\n`).exec(SCALING) ?? [];
  const file = /\/etc\/\S+$/.exec(command)?.[0] ?? '';
  assert.notEqual(file, '', `docs/scaling.md has no command that removes a process from ${name}`);
  const before = readFileSync(configFile, 'utf8');
  const edit = command.replace(file, configFile).replaceAll('127.0.0.1:8081', new URL(url).host);
  const old = workers();
  await promisify(execFile)('sh', ['-c', `${edit} && ${reload}`]);
  assert.notEqual(readFileSync(configFile, 'utf8'), before);
  await until(async () => !workers().some((worker) => old.includes(worker)));
}

/** Clients that read, add, change and remove animals, and expect that every request succeeds. */
class Load {
  readonly done = { GET: 0, POST: 0, PATCH: 0, DELETE: 0 };
  readonly unexpected: string[] = [];
  slowestMs = 0;
  /** A proxy that reads its configuration again closes the connections of clients that are not in use. A request may be on its way. */
  readonly #agent = new Agent({ keepAlive: false });
  readonly #key: string;
  readonly #resetting: string | undefined;
  #isStopped = false;
  #waiting: { readonly count: number; readonly resolve: () => void } | undefined;

  /** @param resetting the URL of a proxy that resets connections which it has not accepted when it reads its configuration again. */
  constructor(t: TestContext, key: string, resetting: string | undefined) {
    this.#key = key;
    this.#resetting = resetting;
    t.after(() => this.#agent.destroy());
  }

  /** Resolves when the clients have got so many more responses. */
  responses(more: number): Promise<void> {
    const count = this.#count() + more;
    return new Promise((resolve) => {
      this.#waiting = { count, resolve };
    });
  }

  stop(): void {
    this.#isStopped = true;
  }

  async run(url: string): Promise<void> {
    const kinds = [() => this.#read(url), () => this.#write(url)];
    await Promise.all(
      Array.from({ length: CLIENTS }).flatMap(() =>
        kinds.map(async (step) => {
          while (!this.#isStopped) await step();
        }),
      ),
    );
  }

  async #read(url: string): Promise<void> {
    await this.#send('GET', `${url}/v1/pets?limit=5`, 200);
  }

  async #write(url: string): Promise<void> {
    const location = await this.#send('POST', `${url}/v1/pets`, 201, '{"name":"Frank","categoryId":1}');
    const pet = `${url}${new URL(location ?? '/', url).pathname}`;
    await this.#send('PATCH', pet, 200, '{"name":"Ada"}');
    await this.#send('DELETE', pet, 204);
  }

  async #send(
    method: keyof Load['done'],
    url: string,
    expected: number,
    body?: string,
  ): Promise<string | undefined> {
    const began = performance.now();
    const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const request = { method, key: this.#key, headers, ...(body === undefined ? {} : { body }) };
    const sendIt = () => sendOn(this.#agent, url, request).catch((error: NodeJS.ErrnoException) => error);
    let outcome = await sendIt();
    // No one has read the request.
    const isReset = outcome instanceof Error && outcome.code === 'ECONNRESET';
    if (isReset && this.#resetting !== undefined && url.startsWith(this.#resetting)) outcome = await sendIt();
    this.slowestMs = Math.max(this.slowestMs, performance.now() - began);
    const isExpected = !(outcome instanceof Error) && outcome.status === expected;
    if (isExpected) this.done[method] += 1;
    else
      this.unexpected.push(
        `${method} ${url}: ${outcome instanceof Error ? outcome.message : outcome.status}`,
      );
    if (this.#waiting !== undefined && this.#count() >= this.#waiting.count) this.#waiting.resolve();
    return outcome instanceof Error ? undefined : outcome.headers.location;
  }

  #count(): number {
    return Object.values(this.done).reduce((sum, each) => sum + each) + this.unexpected.length;
  }
}
