import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { requestAdvisories, summaryOf } from './audit-advisories.ts';
import type { LockedPackage, Lockfile } from './audit-lockfile.ts';

const SOUND: LockedPackage = { version: '1.2.3', integrity: `sha512-${'A'.repeat(86)}==` };

/** Requests the vulnerabilities of a project with a production and a development package from a fake registry. */
async function audit(
  t: TestContext,
  registry: RequestListener,
  { timeoutMs = 20_000, offline = false } = {},
) {
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
  const server = createServer(registry).listen(0, '127.0.0.1');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a TCP server has this kind of address
    npm_config_offline: String(offline),
    npm_config_update_notifier: 'false',
  };
  return requestAdvisories(folder, locked, { env, timeoutMs });
}

function vulnerable(...names: string[]): RequestListener {
  const advisories = names.map((name) => {
    const advisory = { id: 1, url: 'https://advisories.example/1', title: 'A hole', severity: 'high' };
    return [name, [{ ...advisory, vulnerable_versions: '<2.0.0', cwe: [], cvss: { score: 8 } }]];
  });
  return (request, response) => {
    const isAudit = request.method === 'POST' && request.url === '/-/npm/v1/security/advisories/bulk';
    if (!isAudit) return void response.writeHead(404).end('{}');
    response
      .setHeader('Content-Type', 'application/json')
      .end(JSON.stringify(Object.fromEntries(advisories)));
  };
}

test('a high vulnerability is grave in production, and only reported in development', async (t) => {
  const inProduction = { name: 'cat', severity: 'high', isGrave: true };
  assert.deepEqual(await audit(t, vulnerable('cat')), { advisories: [inProduction] });
  const inDevelopment = { name: 'dog', severity: 'high', isGrave: false };
  assert.deepEqual(await audit(t, vulnerable('dog')), { advisories: [inDevelopment] });
  assert.deepEqual(await audit(t, vulnerable()), { advisories: [] });
});

test('reports only the status of a registry without an audit endpoint', async (t) => {
  const result = await audit(t, (_request, response) => response.writeHead(405).end());
  assert.deepEqual(result, { unavailable: 'status 405' });
  assert.match(summaryOf(result), /Known vulnerabilities were not checked: .* \(status 405\)\.$/);
});

test('reports a registry that disconnects or sends no JSON as unavailable, without its URL', async (t) => {
  for (const nonsense of [
    (request) => request.socket.destroy(),
    (_request, response) => response.end('<html>'),
  ] satisfies RequestListener[]) {
    const { unavailable = '' } = await audit(t, nonsense);
    assert.notEqual(unavailable, '');
    assert.doesNotMatch(unavailable, /127\.0\.0\.1|localhost|:\d/);
  }
});

test('waits for a registry without a response no longer than the timeout', async (t) => {
  assert.deepEqual(await audit(t, () => {}, { timeoutMs: 3_000 }), { unavailable: 'no response for 3 s' });
});

test('reports an offline npm as unavailable instead of as free of vulnerabilities', async (t) => {
  const result = await audit(t, vulnerable('cat'), { offline: true });
  assert.deepEqual(result, { unavailable: 'npm is configured to stay offline' });
});
