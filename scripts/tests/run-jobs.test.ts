import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { ROOT } from './groups.ts';

const RUN_JOBS = join(import.meta.dirname, 'run-jobs.ts');
const FILES = {
  'passes.test.ts': "console.log('noise'); test('passes', () => console.log('noise'));",
  'fails.test.ts':
    "test('outer', (t) => t.test('fails', () => { console.log('printed'); throw Error('wrong'); }));",
  'skips.test.ts': "test('needs a tool', { skip: 'there is no tool' }, () => {});",
  'ends.test.ts': "test('ends its process', () => process.kill(process.pid, 'SIGKILL'));",
};

test('a run prints failures with their output, why tests were skipped and how many passed; in CI a skipped test fails', async (t) => {
  const folder = await temporaryFolder(t);
  const run = (names: readonly (keyof typeof FILES)[], env: NodeJS.ProcessEnv = {}) => {
    const jobs = names.map((name) => ({
      group: 'unit',
      files: [relative(ROOT, join(folder, name))],
      options: ['--test-isolation=none'],
    }));
    const script = `import { runJobs } from ${JSON.stringify(RUN_JOBS)}; process.exitCode = (await runJobs(${JSON.stringify(jobs)})) ? 0 : 1;`;
    const { NODE_TEST_CONTEXT: _, CI: __, ...inherited } = process.env;
    const args = ['--input-type=module', '-e', script];
    const { status, stdout } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      env: { ...inherited, ...env },
    });
    return {
      status,
      lines: stdout
        .replaceAll(folder, '')
        .replaceAll(/\d+ s\./g, '1 s.')
        .trimEnd()
        .split('\n'),
    };
  };
  for (const [name, text] of Object.entries(FILES)) {
    await writeFile(join(folder, name), `import { test } from 'node:test';\n${text}\n`);
  }

  const skipped = run(['passes.test.ts', 'skips.test.ts']);
  assert.deepEqual(skipped, {
    status: 0,
    lines: [
      'Skipped: 1 because there is no tool',
      'All jobs took 1 s.',
      'tests: 1 passed, 0 failed, 1 skipped',
    ],
  });
  assert.equal(run(['skips.test.ts'], { CI: 'true' }).status, 1);
  const failed = run(['fails.test.ts', 'ends.test.ts']);
  assert.equal(failed.status, 1);
  const text = failed.lines.join('\n');
  assert.match(
    text,
    /✖ \S+fails\.test\.ts > outer > fails \(unit\)\n +Error: wrong\n[^✖]* +printed\n +Run it again: npm test -- unit \S+ --name outer$/m,
  );
  assert.match(text, /^ +The process ended with SIGKILL\.$/m);
  assert.equal(failed.lines.at(-1), 'tests: 0 passed, 2 failed, 0 skipped');
});
