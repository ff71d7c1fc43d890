import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { askAdvisories } from './audit-advisories.ts';
import type { LockedPackage, Lockfile } from './audit-lockfile.ts';

const SOUND: LockedPackage = { version: '1.2.3', integrity: `sha512-${'A'.repeat(86)}==` };

/** Asks a registry of the test's own about a project with a package for production and one for development. */
async function ask(t: TestContext, answer: RequestListener, { limitMs = 20_000, offline = false } = {}) {
  const folder = await temporaryFolder(t);
  const root = {
    name: 'shop',
    version: '1.0.0',
    dependencies: { cat: '1.2.3' },
    devDependencies: { dog: '1.2.3' },
  };
  const locked: Lockfile = {
    lockfileVersion: 3,
    packages: { '': root, 'node_modules/cat': SOUND, 'node_modules/dog': { ...SOUND, dev: true } },
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(root));
  await writeFile(
    join(folder, 'package-lock.json'),
    JSON.stringify({ name: 'shop', version: '1.0.0', ...locked }),
  );
  const server = createServer(answer).listen(0, '127.0.0.1');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a TCP server has no other kind
    npm_config_offline: String(offline),
    npm_config_update_notifier: 'false',
  };
  return askAdvisories(folder, locked, { env, limitMs });
}

function vulnerable(...names: string[]): RequestListener {
  const known = names.map((name) => {
    const advisory = { id: 1, url: 'https://advisories.example/1', title: 'A hole', severity: 'high' };
    return [name, [{ ...advisory, vulnerable_versions: '<2.0.0', cwe: [], cvss: { score: 8 } }]];
  });
  return (request, response) => {
    const isQuestion = request.method === 'POST' && request.url === '/-/npm/v1/security/advisories/bulk';
    if (!isQuestion) return void response.writeHead(404).end('{}');
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(Object.fromEntries(known)));
  };
}

test('what is known against a package is grave in production, and told in development', async (t) => {
  const inProduction = { name: 'cat', severity: 'high', isGrave: true };
  assert.deepEqual(await ask(t, vulnerable('cat')), { advisories: [inProduction] });
  const inDevelopment = { name: 'dog', severity: 'high', isGrave: false };
  assert.deepEqual(await ask(t, vulnerable('dog')), { advisories: [inDevelopment] });
  assert.deepEqual(await ask(t, vulnerable()), { advisories: [] });
});

test('a registry that does not know the question is told by its status alone', async (t) => {
  const answer = await ask(t, (_request, response) => response.writeHead(405).end());
  assert.deepEqual(answer, { unanswered: 'it answers 405' });
});

test('a registry that breaks off or answers nonsense is no answer, and its address is not told', async (t) => {
  for (const nonsense of [
    (request) => request.socket.destroy(),
    (_request, response) => response.end('<html>'),
  ] satisfies RequestListener[]) {
    const { unanswered = '' } = await ask(t, nonsense);
    assert.notEqual(unanswered, '');
    assert.doesNotMatch(unanswered, /127\.0\.0\.1|localhost|:\d/);
  }
});

test('a registry that says nothing is waited for no longer than the limit', async (t) => {
  assert.deepEqual(await ask(t, () => {}, { limitMs: 3_000 }), { unanswered: 'it said nothing for 3 s' });
});

test('an npm that may not use the network is not believed that nothing is known', async (t) => {
  const answer = await ask(t, vulnerable('cat'), { offline: true });
  assert.deepEqual(answer, { unanswered: 'npm is told to stay offline' });
});
