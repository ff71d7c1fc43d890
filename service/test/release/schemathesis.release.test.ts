import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { startService } from '@petstore/testing/service.ts';
import { skipReason } from '@petstore/testing/skip-reason.ts';

/**
 * An outside tool that makes requests from the document and compares the responses with it. It cannot know that a cursor, a tag
 * or a position in the feed must be one that the service gave out, so it may not judge which well-formed values are accepted.
 */

/** `pip install schemathesis`; the variable names the program where it is not on the PATH. */
const SCHEMATHESIS = process.env.SCHEMATHESIS ?? 'schemathesis';
const UNKNOWING = 'positive_data_acceptance,negative_data_rejection';
const LIMIT_MS = 300_000;

const missing =
  spawnSync(SCHEMATHESIS, ['--version']).status !== 0 &&
  skipReason('Schemathesis', `${SCHEMATHESIS} cannot be run: pip install schemathesis, or set SCHEMATHESIS`);

test('schemathesis finds no response that the document does not describe', {
  skip: missing,
  timeout: LIMIT_MS,
}, async (t) => {
  const service = await startService(t);
  const { key } = await service.account({ role: 'manager', perMinute: 10_000_000, perDay: 10_000_000 });
  const args = ['run', `${service.url}/openapi.json`, '--url', `${service.url}/v1`];
  const options = ['--max-examples', '30', '--seed', '1', '--no-color', '--exclude-checks', UNKNOWING];
  const run = promisify(execFile)(SCHEMATHESIS, [...args, ...options, '-H', `Authorization: Bearer ${key}`], {
    cwd: await temporaryFolder(t),
    timeout: LIMIT_MS,
    maxBuffer: 10_000_000,
  });
  const outcome = await run.then(
    () => 'nothing',
    ({ stdout, message }) => String(stdout || message),
  );
  assert.equal(outcome, 'nothing');
});
