import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Scope, temporaryFolder } from '@petstore/testing/folders.ts';
import { CHROMIUM, noChromium } from '@petstore/testing/servers/chromium.ts';
import { chromium } from 'playwright-core';
import { startEnvironmentServer } from './environment-server.ts';
import type { TestResult } from './suite/run-suite.ts';
import { systemNode } from './system-node.ts';

const execute = promisify(execFile);
const SUITE = fileURLToPath(new URL('suite', import.meta.url));

const files = await compileSuite({ after });

/** Compiles the client and its suite to JavaScript. Returns the folder. */
async function compileSuite(t: Scope): Promise<string> {
  const folder = await temporaryFolder(t);
  const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
  await execute(process.execPath, [tsc, '-p', SUITE, '--outDir', folder]);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  return folder;
}

async function runInNode(t: TestContext, node: string): Promise<TestResult[]> {
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

async function runInChromium(t: TestContext): Promise<TestResult[]> {
  const server = await startEnvironmentServer(t, files);
  const browser = await chromium.launch({ executablePath: CHROMIUM });
  t.after(() => browser.close());
  const page = await browser.newPage();
  await page.goto(server);
  const results = await page.evaluate(`(async () => {
    const { runSuite } = await import('/test/suite/run-suite.js');
    const { remoteEnvironment } = await import('/test/suite/harness/remote-environment.js');
    return JSON.stringify(await runSuite(await remoteEnvironment(location.origin)));
  })()`);
  return JSON.parse(String(results));
}

/** Reports each test case as a subtest. */
async function report(t: TestContext, results: readonly TestResult[]): Promise<void> {
  assert.ok(results.length > 30, `${results.length} test cases`);
  for (const { name, failure } of results) {
    await t.test(name, () => {
      if (failure !== undefined) assert.fail(failure);
    });
  }
}

test('passes its suite on the pinned Node', async (t) => {
  await report(t, await runInNode(t, process.execPath));
});

const other = systemNode();

test("passes its suite on the system's Node", { skip: other === undefined }, async (t) => {
  if (other !== undefined) await report(t, await runInNode(t, other));
});

test('passes its suite in Chromium, on a page of another origin', { skip: noChromium }, async (t) => {
  await report(t, await runInChromium(t));
});
