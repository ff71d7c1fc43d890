import { test } from 'node:test';
import { compileSuite, report, runInNode } from './suite-runs.ts';

test('passes its suite on the pinned Node', async (t) => {
  await report(t, await runInNode(t, await compileSuite(t), process.execPath));
});
