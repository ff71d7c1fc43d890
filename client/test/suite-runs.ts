import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Scope, temporaryFolder } from '@petstore/testing/folders.ts';
import { startEnvironmentServer } from './environment-server.ts';
import type { TestResult } from './suite/run-suite.ts';

const execute = promisify(execFile);
const SUITE = fileURLToPath(new URL('suite', import.meta.url));

/** Compiles the client and its suite to JavaScript. Returns the folder. */
export async function compileSuite(t: Scope): Promise<string> {
  const folder = await temporaryFolder(t);
  const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
  await execute(process.execPath, [tsc, '-p', SUITE, '--outDir', folder]);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  return folder;
}

/** Runs the compiled suite in a Node. */
export async function runInNode(t: TestContext, files: string, node: string): Promise<TestResult[]> {
  const server = await startEnvironmentServer(t, files);
  const [suite, environment] = ['run-suite.js', 'harness/remote-environment.js'].map((name) =>
    JSON.stringify(pathToFileURL(join(files, 'test', 'suite', name))),
  );
  const program = `
    import { runSuite } from ${suite};
    import { remoteEnvironment } from ${environment};
    console.log(JSON.stringify(await runSuite(await remoteEnvironment('${server}'))));
  `;
  const { stdout, stderr } = await execute(node, ['--input-type=module', '--eval', program]);
  assert.equal(stderr, '', 'warnings');
  return JSON.parse(stdout);
}

/** Reports each test case as a subtest. */
export async function report(t: TestContext, results: readonly TestResult[]): Promise<void> {
  assert.ok(results.length > 30, `${results.length} test cases`);
  for (const { name, failure } of results) {
    await t.test(name, () => {
      if (failure !== undefined) assert.fail(failure);
    });
  }
}
