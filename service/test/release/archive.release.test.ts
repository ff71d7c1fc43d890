import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { send } from '@petstore/testing/http/send.ts';
import { startProcess } from '@petstore/testing/processes/running-process.ts';
import { VERSION } from '../../src/platform/core/version.ts';
import { startReceiver } from '../api/telemetry/otlp-receiver.ts';

/** The archive of `npm run package` has everything that serving needs, and nothing that only other files would use. */

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
const MAX_MEGABYTES = 52;
const IMPORT = /^(?:import|\} from|export) (?!type)[^;]*?from '([^.'][^']*)';|import\('([^.'][^']*)'\)/gm;

/** Makes the archive without Node, and unpacks it. */
async function unpackArchive(t: TestContext): Promise<string> {
  const folder = await temporaryFolder(t);
  execFileSync('npm', ['run', 'package'], { cwd: REPOSITORY, stdio: 'ignore' });
  const archive = join(REPOSITORY, 'dist', `petstore-${VERSION}.tar.gz`);
  execFileSync('tar', ['-xzf', archive, '--strip-components=1', '-C', folder]);
  return folder;
}

/** Returns the packages that the service of the archive imports, types left out. */
function importedPackages(folder: string): string[] {
  const files = globSync('service/src/**/*.ts', { cwd: folder });
  const names = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(IMPORT)].map(([, from, inline]) => from ?? inline),
  );
  return [...new Set(names)].filter((name) => name !== undefined && !name.startsWith('node:')).map(String);
}

test('the archive loads every package that the service imports, serves its pages, and keeps every licence', async (t) => {
  const folder = await unpackArchive(t);
  const megabytes = Number(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0]);
  t.diagnostic(`${megabytes} MB`);
  assert.ok(megabytes <= MAX_MEGABYTES, `${megabytes} MB`);

  await t.test('every package that the service imports can be loaded', () => {
    const names = importedPackages(folder);
    for (const name of ['pg', 'ioredis', 'sharp', 'kysely', '@scalar/fastify-api-reference']) {
      assert.ok(names.includes(name), name);
    }
    const load = `(await import('./bin/bundled.js')).useBundles();
      for (const name of ${JSON.stringify(names)}) await import(name);`;
    execFileSync(process.execPath, ['--input-type=module', '-e', load], { cwd: folder, stdio: 'pipe' });
  });

  await t.test(
    'with two threads it serves the console, the reference and the public pages, and sends spans and metrics',
    async () => {
      const receiver = await startReceiver(t);
      const env = {
        PATH: process.env.PATH ?? '',
        DATABASE_URL: `sqlite:${join(folder, 'petstore.db')}`,
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
        XDG_CACHE_HOME: folder,
        PUBLIC_PAGES: 'true',
        WORKERS: '2',
      };
      const service = startProcess(t, join(folder, 'bin/petstore'), ['serve', '--port', '0'], { env });
      const url = await service.printed(/listens on (http:\S+) /);
      const pages = ['/', '/docs/', '/docs/js/scalar.js', '/adopt', '/embed.js'];
      for (const path of [...pages, '/openapi.json']) {
        assert.equal((await send(`${url}${path}`)).status, 200, path);
      }
      assert.equal((await service.stop()).status, 0);
      const sent = receiver.exports.map(({ path, type }) => `${path} ${type}`);
      const protobuf = 'application/x-protobuf';
      assert.deepEqual([...new Set(sent)].sort(), [`/v1/metrics ${protobuf}`, `/v1/traces ${protobuf}`]);
    },
  );

  await t.test('every file of a package about its licence is in it', () => {
    const packages = globSync('node_modules/{*,@*/*}/package.json', { cwd: folder }).map(dirname);
    assert.ok(packages.includes('node_modules/zod'), 'only the bundle of the reference uses it');
    const missing = packages.flatMap((path) =>
      readdirSync(join(REPOSITORY, path))
        .filter((name) => /^(licence|license|notice|copying|readme)/i.test(name))
        .map((name) => join(path, name))
        .filter((file) => !existsSync(join(folder, file))),
    );
    assert.deepEqual(missing, []);
  });
});
