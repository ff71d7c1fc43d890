import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { CHROMIUM, noChromium } from '@petstore/testing/servers/chromium.ts';
import { chromium } from 'playwright-core';
import { startStage } from './stage.ts';
import type { Outcome } from './suite/cases.ts';
import { systemNode } from './system-node.ts';

const execute = promisify(execFile);
const SUITE = fileURLToPath(new URL('suite', import.meta.url));

/** The client and its suite as JavaScript. */
async function built(t: TestContext): Promise<string> {
  const folder = await temporaryFolder(t);
  const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
  await execute(process.execPath, [tsc, '-p', SUITE, '--outDir', folder]);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  return folder;
}

async function runInNode(t: TestContext, node: string): Promise<Outcome[]> {
  const files = await built(t);
  const control = await startStage(t, files);
  const [cases, stage] = ['cases.js', 'remote-stage.js'].map((name) =>
    JSON.stringify(pathToFileURL(join(files, 'test', 'suite', name))),
  );
  const program = `
    import { runCases } from ${cases};
    import { remoteStage } from ${stage};
    console.log(JSON.stringify(await runCases(await remoteStage('${control}'))));
  `;
  const { stdout, stderr } = await execute(node, ['--input-type=module', '--eval', program]);
  assert.equal(stderr, '', 'warnings of the runtime');
  return JSON.parse(stdout);
}

async function runInChromium(t: TestContext): Promise<Outcome[]> {
  const files = await built(t);
  const control = await startStage(t, files);
  const browser = await chromium.launch({ executablePath: CHROMIUM });
  t.after(() => browser.close());
  const page = await browser.newPage();
  await page.goto(control);
  const outcomes = await page.evaluate(`(async () => {
    const { runCases } = await import('/test/suite/cases.js');
    const { remoteStage } = await import('/test/suite/remote-stage.js');
    return JSON.stringify(await runCases(await remoteStage(location.origin)));
  })()`);
  return JSON.parse(String(outcomes));
}

/** Each case as a test of its own. */
async function report(t: TestContext, outcomes: readonly Outcome[]): Promise<void> {
  assert.ok(outcomes.length > 30, `${outcomes.length} cases`);
  for (const { name, fault } of outcomes) {
    await t.test(name, () => {
      if (fault !== undefined) assert.fail(fault);
    });
  }
}

test('the client on the Node of this repository', async (t) => {
  await report(t, await runInNode(t, process.execPath));
});

const other = systemNode();

test("the client on the system's Node", { skip: other === undefined }, async (t) => {
  if (other !== undefined) await report(t, await runInNode(t, other));
});

test('the client in Chromium, on a page of another origin', { skip: noChromium }, async (t) => {
  await report(t, await runInChromium(t));
});
