import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { placesIn } from './translated-places.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const COPIED = [
  'tsconfig.json',
  'console/src',
  'console/tsconfig.json',
  'client/src',
  'service/src',
  'package.json',
  'service/package.json',
];
/** The lists of languages, the last language of each, and what follows it. `npm run openapi` writes the third. */
const LISTS = [
  ['console/src/texts/languages.ts', "de: 'Deutsch'", ", xx: 'Another'"],
  ['service/src/platform/core/languages.ts', "'de'", ", 'xx'"],
  ['client/src/contract.ts', "'fr' | 'de'", " | 'xx'"],
] as const;
const SERVICE = {
  extends: './tsconfig.json',
  include: ['service/src'],
  exclude: ['**/*.test.ts', '**/*-fixture.ts'],
};

test('a code in the lists of languages does not compile in exactly the places of docs/translating.md', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'language-'));
  t.after(() => rm(folder, { recursive: true }));
  for (const path of COPIED) await cp(join(ROOT, path), join(folder, path), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'service.json'), JSON.stringify(SERVICE));
  for (const [path, last, next] of LISTS) {
    const source = await readFile(join(folder, path), 'utf8');
    assert.ok(source.includes(last), path);
    await writeFile(join(folder, path), source.replaceAll(last, last + next));
  }
  const errors = ['console', 'service.json'].flatMap((project) => errorsOf(folder, project));
  assert.deepEqual([...new Set(errors)].sort(), await placesIn('types'));
});

/** Returns the files with an error. */
function errorsOf(folder: string, project: string): string[] {
  const args = ['tsc', '--noEmit', '--pretty', 'false', '--project', project];
  const { stdout } = spawnSync('npx', args, { cwd: folder, encoding: 'utf8' });
  return [...stdout.matchAll(/^(\S+)\(\d+,\d+\): error/gm)].map(([, path]) => String(path));
}
