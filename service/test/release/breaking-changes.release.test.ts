import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { skipReason } from '@petstore/testing/skip-reason.ts';

/** Compares the published documents with today's. docs/api-changelog.md lists the breaking changes that oasdiff may find. */

const REPOSITORY = join(import.meta.dirname, '../../..');
const PUBLISHED = globSync('published/*.json', { cwd: import.meta.dirname });

interface BreakingChange {
  id: string;
  operation: string;
  path: string;
  /** Names the changed member in backticks, as a path: `items/status`. */
  text: string;
}

/** A row of the changelog: each cell has names in backticks. A cell without any stands for all. */
interface Row {
  ids: readonly string[];
  operations: readonly string[];
  members: readonly string[];
}

const missing =
  spawnSync('oasdiff', ['--version']).status !== 0 &&
  skipReason('Comparisons with published documents', 'oasdiff is not on the PATH; .ci/run installs it');

const namesIn = (text: string) => [...text.matchAll(/`([^`]*)`/g)].map(([, name = '']) => name);

function allowedChanges(): Row[] {
  const page = readFileSync(join(REPOSITORY, 'docs/api-changelog.md'), 'utf8');
  const section = page.split('\n## Breaking changes\n')[1]?.split('\n## ')[0] ?? '';
  const rows = [...section.matchAll(/^\|([^|]*`[^|]*)\|([^|]*)\|([^|]*)\|/gm)];
  return rows.map(([, ids = '', operations = '', members = '']) => ({
    ids: namesIn(ids),
    operations: namesIn(operations),
    members: namesIn(members),
  }));
}

function matches({ ids, operations, members }: Row, { id, operation, path, text }: BreakingChange): boolean {
  const isAmong = (listed: readonly string[], found: readonly string[]) =>
    listed.length === 0 || found.some((name) => listed.includes(name));
  const named = namesIn(text).map(
    (name) =>
      name
        .replace(/(\/items)+$/, '')
        .split('/')
        .at(-1) ?? '',
  );
  return ids.includes(id) && isAmong(operations, [`${operation} ${path}`]) && isAmong(members, named);
}

function changesSince(published: string): BreakingChange[] {
  const args = ['breaking', '--format', 'json', join(import.meta.dirname, published), 'openapi.json'];
  const { status, stdout, stderr } = spawnSync('oasdiff', args, {
    cwd: REPOSITORY,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

test('every breaking change of the document since a release is in the API changelog', {
  skip: missing,
}, () => {
  const allowed = allowedChanges();
  const changes = PUBLISHED.flatMap((since) => changesSince(since).map((change) => ({ since, ...change })));
  const unlisted = changes.filter((change) => !allowed.some((row) => matches(row, change)));
  assert.deepEqual(
    unlisted.map(
      ({ since, id, operation, path, text }) => `since ${since}: ${id}, ${operation} ${path}: ${text}`,
    ),
    [],
  );
  assert.deepEqual(
    allowed.filter((row) => !changes.some((change) => matches(row, change))),
    [],
    'rows without a change',
  );
});
