import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { parseAllDocuments } from 'yaml';

/**
 * Compares the manifests with the schemas of the API of Kubernetes, as types of TypeScript: an unknown or misspelt member, or one of
 * the wrong type, does not compile. A cluster checks more, such as the syntax of quantities.
 */

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
const FOLDER = join(REPOSITORY, 'deploy/kubernetes');
const TYPES = dirname(fileURLToPath(import.meta.resolve('kubernetes-types/package.json')));
const COMPILER = join(REPOSITORY, 'node_modules/.bin/tsc');

/** Returns the faults that the compiler finds in manifests. */
async function faultsIn(t: TestContext, manifests: readonly unknown[]): Promise<string> {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'manifests.ts'), manifests.map(toTypeScript).join('\n'));
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--types', ''];
  return spawnSync(COMPILER, [...flags, 'manifests.ts'], { cwd: folder, encoding: 'utf8' }).stdout;
}

function toTypeScript(manifest: unknown, index: number): string {
  const [group = '', version] = String(at(manifest, 'apiVersion')).split('/');
  const module = version === undefined ? `core/${group}` : `${group.split('.')[0]}/${version}`;
  const type = `import('${TYPES}/${module}').${at(manifest, 'kind')}`;
  return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)};`;
}

for (const file of readdirSync(FOLDER)) {
  test(`${file} has the schemas of Kubernetes`, async (t) => {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    const manifests = parseAllDocuments(text).map((document) => document.toJS());
    assert.equal(await faultsIn(t, manifests), '');
    const misspelt = parseAllDocuments(text.replace('readOnlyRootFilesystem', 'readOnlyRootFileSystem'));
    const faults = await faultsIn(
      t,
      misspelt.map((document) => document.toJS()),
    );
    assert.match(faults, /'"readOnlyRootFileSystem"' does not exist/);
  });
}
