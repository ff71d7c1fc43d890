import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { startProcess } from '@petstore/testing/processes/running-process.ts';
import { skipReason } from '@petstore/testing/skip-reason.ts';
import { compileConsumer, PROJECTS } from './compile-consumer.ts';
import { CONSUMER } from './consumers.ts';
import { packedProject } from './packed-project.ts';

/** The oldest compiler that the types support, and a linter of packages. As dependencies, both compilers would be `tsc`. */
const TOOLS = ['typescript@5.0.4', 'publint@0.3.25'];

const folder = await temporaryFolder({ after });
const install = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', ...TOOLS];
const skip = await promisify(execFile)('npm', install).then(
  () => false as const,
  () => skipReason('Tests of the published client', `npm cannot install ${TOOLS.join(' and ')}`),
);
const tool = (path: string) => join(folder, 'node_modules', path);
const project = await packedProject();

const { BROWSER, BUNDLED } = PROJECTS;
const RESOLUTIONS = {
  node10: { ...BUNDLED, moduleResolution: 'node10' },
  nodenext: BROWSER,
  bundler: BUNDLED,
};

for (const [resolution, options] of Object.entries(RESOLUTIONS)) {
  test(`compiles with TypeScript 5.0 and moduleResolution ${resolution}`, { skip }, async () => {
    const tsc = tool('typescript/bin/tsc');
    const files = { 'consumer.ts': CONSUMER };
    const { status, out } = await compileConsumer(tsc, project, `oldest-${resolution}`, files, options);
    assert.deepEqual({ status, out }, { status: 0, out: '' });
  });
}

test('publint finds no fault and suggests nothing', { skip }, async (t) => {
  const client = join(project.folder, 'node_modules', '@petstore', 'client');
  const args = [
    tool('publint/src/cli.js'),
    'run',
    client,
    '--strict',
    '--level',
    'suggestion',
    '--pack',
    'false',
  ];
  const { status, out } = await startProcess(t, process.execPath, args).ended;
  assert.equal(status, 0, out);
});
