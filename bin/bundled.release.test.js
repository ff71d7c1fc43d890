import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { bundleUrls } from './bundled.js';

const BUNDLES = new URL('bundled/', import.meta.url);
const PACKAGES = new URL('../node_modules/', import.meta.url);

test('each bundle has the same exports as its package', async () => {
  const urls = bundleUrls(BUNDLES, PACKAGES);
  for (const name of ['kysely', 'typebox', '@scalar/fastify-api-reference', '@opentelemetry/sdk-trace']) {
    assert.ok(urls.has(name), name);
  }
  for (const [specifier, url] of urls) {
    const exported = async (from) =>
      Object.keys(await import(from))
        .filter((name) => !/^(module.exports|__esModule)$/.test(name))
        .sort();
    assert.deepEqual(await exported(url), await exported(specifier), specifier);
  }
});

test('ignores bundles that are missing, damaged or of another version than the installed package', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-bundles-'));
  t.after(() => rm(folder, { recursive: true }));
  const here = pathToFileURL(`${folder}/`);
  await mkdir(join(folder, 'kysely'));
  const install = (version) => writeFile(join(folder, 'kysely/package.json'), JSON.stringify({ version }));
  const index = [{ specifier: 'kysely', file: 'kysely.js', name: 'kysely', version: '1.0.0' }];
  assert.equal(bundleUrls(here, here).size, 0);
  await writeFile(join(folder, 'index.json'), JSON.stringify(index));
  assert.equal(bundleUrls(here, here).get('kysely'), undefined);
  await install('1.0.0');
  assert.equal(bundleUrls(here, here).get('kysely'), new URL('kysely.js', here).href);
  await install('1.0.1');
  assert.equal(bundleUrls(here, here).size, 0);
  await writeFile(join(folder, 'index.json'), '[{"speci');
  assert.equal(bundleUrls(here, here).size, 0);
});
