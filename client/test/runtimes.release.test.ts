import { after, type TestContext, test } from 'node:test';
import { CHROMIUM, noChromium } from '@petstore/testing/servers/chromium.ts';
import { chromium } from 'playwright-core';
import { startEnvironmentServer } from './environment-server.ts';
import type { TestResult } from './suite/run-suite.ts';
import { compileSuite, report, runInNode } from './suite-runs.ts';
import { systemNode } from './system-node.ts';

const files = await compileSuite({ after });

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

const other = systemNode();

test("passes its suite on the system's Node", { skip: other === undefined }, async (t) => {
  if (other !== undefined) await report(t, await runInNode(t, files, other));
});

test('passes its suite in Chromium, on a page of another origin', { skip: noChromium }, async (t) => {
  await report(t, await runInChromium(t));
});
