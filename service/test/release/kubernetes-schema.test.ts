import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
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

function toTypeScript(manifest: unknown, index: number): string {
  const [group = '', version] = String(at(manifest, 'apiVersion')).split('/');
  const module = version === undefined ? `core/${group}` : `${group.split('.')[0]}/${version}`;
  const type = `import('${TYPES}/${module}').${at(manifest, 'kind')}`;
  return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)};`;
}

test('the manifests have the schemas of Kubernetes, and a misspelt member is found', async (t) => {
  const folder = await temporaryFolder(t);
  const files = readdirSync(FOLDER);
  for (const file of files) {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    const misspelt = text.replace('readOnlyRootFilesystem', 'readOnlyRootFileSystem');
    for (const [name, manifests] of Object.entries({ [file]: text, [`misspelt-${file}`]: misspelt })) {
      const objects = parseAllDocuments(manifests).map((document) => document.toJS());
      await writeFile(join(folder, `${name}.ts`), objects.map(toTypeScript).join('\n'));
    }
  }
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--types', ''];
  const sources = readdirSync(folder);
  const { stdout } = spawnSync(COMPILER, [...flags, ...sources], { cwd: folder, encoding: 'utf8' });
  const faults = stdout.match(/^\S+\.ts\(.*$/gm)?.map((line) => line.replace(/\(.*/, ''));
  assert.deepEqual(
    faults,
    files.map((file) => `misspelt-${file}.ts`),
    stdout,
  );
  assert.match(stdout, /'"readOnlyRootFileSystem"' does not exist/);
});
