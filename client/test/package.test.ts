import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { membersOf } from '@petstore/testing/http/expect-response.ts';
import { startProcess } from '@petstore/testing/processes/running-process.ts';
import { startService } from '@petstore/testing/service.ts';
import { packedProject } from './packed-project.ts';
import { userNode } from './system-node.ts';

const project = await packedProject();
const files = await project.files();

const PROGRAM = `import { Petstore, PetstoreError } from '@petstore/client';

const petstore = new Petstore({ baseUrl: process.env.PETSTORE_URL, apiKey: process.env.PETSTORE_KEY });
const { id } = await petstore.pets.create({ name: 'Frank', categoryId: 9223372036854775807n, status: 'available' });
const order = await petstore.orders.place({ petId: id });
const rejection = await petstore.pets.remove(id).catch((error) => error);
for await (const pet of petstore.pets.list()) console.log(pet);
console.log(order.status, rejection instanceof PetstoreError, rejection.code, petstore.quota.minute.remaining);
`;

const RUNTIMES = new Set([userNode(), process.execPath]);
for (const node of RUNTIMES) {
  const which = node === process.execPath ? 'the pinned Node' : "the system's Node";
  test(`works in an empty project on ${which}`, async (t) => {
    const service = await startService(t);
    const { key } = await service.account();
    await writeFile(join(project.folder, 'program.js'), PROGRAM);
    const env = { PETSTORE_URL: service.url, PETSTORE_KEY: key };
    const program = startProcess(t, node, ['program.js'], { cwd: project.folder, env });
    assert.deepEqual(await program.ended, {
      status: 0,
      out: [
        "{\n  id: 1n,\n  name: 'Frank',\n  categoryId: 9223372036854775807n,\n  status: 'pending'\n}",
        'placed true invalid_transition 996\n',
      ].join('\n'),
      err: '',
    });
  });
}

test('contains exactly the built code, types, sources, README and licence', () => {
  const sources = files.filter((file) => file.startsWith('src/'));
  const modules = sources.map((file) => file.slice('src/'.length, -'.ts'.length));
  assert.ok(modules.includes('index') && modules.includes('petstore'), `${modules}`);
  const built = modules.flatMap((name) => [
    ...['.d.ts', '.d.ts.map', '.js', '.js.map'].map((ending) => `dist/${name}${ending}`),
    `src/${name}.ts`,
  ]);
  assert.deepEqual(files, ['LICENSE', 'README.md', 'package.json', ...built].sort());
  const tests = files.filter((file) => /\btest\b/.test(file));
  assert.deepEqual(tests, []);
});

test('has no dependencies and no install scripts', async () => {
  const packages = await readdir(join(project.folder, 'node_modules'));
  assert.deepEqual(
    packages.filter((name) => !name.startsWith('.')),
    ['@petstore'],
  );
  assert.deepEqual(await readdir(join(project.folder, 'node_modules', '@petstore')), ['client']);
  const manifest = membersOf(JSON.parse(await project.read('package.json')));
  const dependencyFields = ['dependencies', 'optionalDependencies', 'peerDependencies', 'bundleDependencies'];
  assert.deepEqual(
    dependencyFields.filter((member) => member in manifest),
    [],
  );
  const scripts = Object.keys(membersOf(manifest.scripts));
  assert.deepEqual(
    scripts.filter((name) => name.includes('install') || name === 'prepare'),
    [],
  );
});

test('contains every source that its source maps name', async () => {
  const maps = files.filter((file) => file.endsWith('.map'));
  assert.ok(maps.length > 0);
  for (const map of maps) {
    const { sources } = membersOf(JSON.parse(await project.read(map)));
    assert.ok(Array.isArray(sources) && sources.length === 1, map);
    assert.ok(files.includes(join(dirname(map), String(sources[0]))), `${map} names ${sources}`);
  }
});

test('has the licence of the repository', async () => {
  const licence = await readFile(fileURLToPath(new URL('../../LICENSE', import.meta.url)), 'utf8');
  assert.equal(await project.read('LICENSE'), licence);
});
